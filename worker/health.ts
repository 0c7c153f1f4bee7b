import type { Context } from "hono";
import { jsonAnswer, methodNotAllowed } from "./answers";
import type { Console } from "./console";
import type { Environment } from "./env";

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

/** Any answer will do: what it says is the backend's own matter. */
async function reach(environment: Environment, upstream: Settings["upstream"]): Promise<"ok" | "unreachable"> {
	const init = { method: "GET", redirect: "manual", signal: AbortSignal.timeout(timeoutMs) } as const;
	try {
		const response =
			upstream.kind === "url"
				? await fetch(upstream.base, init)
				: await environment.backend.fetch("https://backend.invalid/api/health", init);
		await response.body?.cancel();
		return "ok";
	} catch {
		return "unreachable"; // which is the answer asked for
	}
}
