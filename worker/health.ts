import * as z from "zod/mini";
import { parsedOrNull } from "../shared/base/json-record";
import { jsonResponse } from "./base/responses";
import type { ConsoleContext } from "./services/console";
import type { Environment } from "./settings/environment";
import type { Upstream } from "./settings/upstream-settings";

const timeoutMs = 3_000;

export async function health(c: ConsoleContext): Promise<Response> {
	const { environment } = c.get("deployment");
	const { settings } = environment;
	const isDeep = c.req.query("deep") !== undefined;
	const { bindings, ...upstream } = settings.isValid
		? await reach(environment, settings.value.upstream, isDeep)
		: { state: "not checked" as const };
	const checks = {
		settings: settings.isValid ? "ok" : settings.problems.map(({ setting, error }) => ({ setting, error })),
		upstream: upstream.state === "failing" ? upstream.response : upstream.state,
		...(bindings && { bindings }),
	};
	const isHealthy = checks.settings === "ok" && checks.upstream === "ok";
	return jsonResponse(
		{ status: isHealthy ? "ok" : "failing", version: environment.version, checks },
		isHealthy ? 200 : 503,
	);
}

/** `storedForm`: a newer release has begun to write. `dataPlace`: data is stored in another place. */
const BackendHealth = z.object({
	settings: z.optional(z.array(z.string())),
	storedForm: z.optional(z.string()),
	dataPlace: z.optional(z.string()),
	bindings: z.optional(z.record(z.string(), z.object({ state: z.string(), ms: z.number() }))),
});
type BackendHealth = z.infer<typeof BackendHealth>;

type Reached = Pick<BackendHealth, "bindings"> &
	(
		| { state: "ok" | "unreachable" | "not checked" }
		| { state: "failing"; response: { status: number } & Omit<BackendHealth, "bindings"> }
	);

/** The root of a backend by URL may return 404, so only 5xx counts as failing. */
async function reach(environment: Environment, upstream: Upstream, isDeep: boolean): Promise<Reached> {
	const init = { method: "GET", redirect: "manual", signal: AbortSignal.timeout(timeoutMs) } as const;
	try {
		if (upstream.kind === "url") {
			const { status, body } = await fetch(upstream.base, init);
			await body?.cancel();
			return status < 500 ? { state: "ok" } : { state: "failing", response: { status } };
		}
		const path = `/api/health${isDeep ? "?deep" : ""}`;
		const response = await environment.backend.fetch(`https://backend.invalid${path}`, init);
		const { ok, status } = response;
		const { bindings, ...notified } = BackendHealth.safeParse(parsedOrNull(await response.text())).data ?? {};
		return {
			...(ok ? { state: "ok" } : { state: "failing", response: { status, ...notified } }),
			...(bindings && { bindings }),
		};
	} catch {
		return { state: "unreachable" }; // this is the result
	}
}
