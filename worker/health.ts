import type { Context } from "hono";
import * as z from "zod/mini";
import { parsedOrNull } from "../shared/json-record";
import { jsonAnswer, methodNotAllowed } from "./answers";
import type { Environment } from "./env";
import type { Console } from "./request-context";

const timeoutMs = 3_000;

export async function health(c: Context<Console>): Promise<Response> {
	const [requestId, deployment] = [c.get("requestId"), c.get("deployment")];
	if (c.req.method !== "GET" && c.req.method !== "HEAD") return methodNotAllowed("GET, HEAD", requestId);
	const { environment } = deployment;
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

type Settings = Extract<Environment["settings"], { isValid: true }>["value"];

type Reached = "ok" | "unreachable" | ({ status: number } & BackendHealth);

/** `storedForm`: a newer release has begun, and what it stores is not read by this one. */
const BackendHealth = z.object({ settings: z.optional(z.array(z.string())), storedForm: z.optional(z.string()) });
type BackendHealth = z.infer<typeof BackendHealth>;

/** Our own backend reports its health. Of a backend by URL the root may answer 404, so only 5xx counts as failing. */
async function reach(environment: Environment, upstream: Settings["upstream"]): Promise<Reached> {
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
