import * as z from "zod/mini";
import { parsedOrNull } from "../shared/json-record";
import { jsonAnswer } from "./base/answers";
import type { ConsoleContext } from "./services/console";
import type { Environment } from "./settings/environment";
import type { Upstream } from "./settings/upstream-settings";

const timeoutMs = 3_000;

export async function health(c: ConsoleContext): Promise<Response> {
	const { environment } = c.get("deployment");
	const { settings } = environment;
	const checks = {
		settings: settings.isValid ? "ok" : settings.problems.map(({ setting, error }) => ({ setting, error })),
		upstream: settings.isValid ? await reach(environment, settings.value.upstream) : "not checked",
	};
	const isHealthy = checks.settings === "ok" && checks.upstream === "ok";
	return jsonAnswer(
		{ status: isHealthy ? "ok" : "failing", version: environment.version, checks },
		isHealthy ? 200 : 503,
	);
}

type Reached = "ok" | "unreachable" | ({ status: number } & BackendHealth);

/** `storedForm`: a newer release has begun, and what it stores is not read by this one. `dataPlace`: data lies elsewhere. */
const BackendHealth = z.object({
	settings: z.optional(z.array(z.string())),
	storedForm: z.optional(z.string()),
	dataPlace: z.optional(z.string()),
});
type BackendHealth = z.infer<typeof BackendHealth>;

/** Our own backend reports its health. Of a backend by URL the root may answer 404, so only 5xx counts as failing. */
async function reach(environment: Environment, upstream: Upstream): Promise<Reached> {
	const init = { method: "GET", redirect: "manual", signal: AbortSignal.timeout(timeoutMs) } as const;
	try {
		if (upstream.kind === "url") {
			const { status, body } = await fetch(upstream.base, init);
			await body?.cancel();
			return status < 500 ? "ok" : { status };
		}
		const response = await environment.backend.fetch("https://backend.invalid/api/health", init);
		const { ok, status } = response;
		const text = await response.text();
		return ok ? "ok" : { status, ...BackendHealth.safeParse(parsedOrNull(text)).data };
	} catch {
		return "unreachable"; // this is the result
	}
}
