import type { Context } from "hono";
import { reportError } from "../shared/report-error";
import { errorAnswer, methodNotAllowed } from "./answers";
import { logToConsole } from "./event-log";
import { proxyError } from "./forward/error-body";
import { isLoopback } from "./loopback";
import type { Console } from "./request-context";
import { deploymentOf } from "./services";

/**
 * Any other address is the application's, which says by itself what leads nowhere. A missing file is a 404, so that a
 * stale page does not get HTML for an old chunk.
 */
export async function page(c: Context<Console>): Promise<Response> {
	const { method, path } = c.req;
	if (method !== "GET" && method !== "HEAD") return methodNotAllowed("GET, HEAD", c.get("requestId"));
	if (path.startsWith("/assets/") || isFileOfPage(c.req.raw)) return errorAnswer("NotFound", c.get("requestId"));
	const { assets, isDevServer } = c.get("deployment").environment;
	const response = await assets.fetch(new Request(new URL("/", c.req.url), { method }));
	const answer = new Response(response.body, response);
	// Vite's hot reload inserts an inline script, which the usual policy forbids.
	if (isDevServer && isLoopback(c.req.url)) answer.headers.set("content-security-policy", "frame-ancestors 'none'");
	return answer;
}

/** Asked for by a page as a script, a style or an image, and not by a person. */
function isFileOfPage({ url, headers }: Request): boolean {
	const mode = headers.get("sec-fetch-mode");
	return mode !== null && mode !== "navigate" && /\.[^/.]+$/.test(new URL(url).pathname);
}

export function unknownRoute(c: Context<Console>): Response {
	return errorAnswer("NotFound", c.get("requestId"));
}

/** The caller learns nothing of the cause; the log has it. */
export function unexpectedError(error: Error, c: Context<Console>): Response {
	const requestId = c.get("requestId") ?? crypto.randomUUID();
	logToConsole({ event: "unexpected-error", requestId, name: error.name, reason: error.stack ?? error.message });
	const { services } = deploymentOf(c.env);
	const route = services.isReady ? services.value.errorRoute : null;
	if (route)
		c.executionCtx.waitUntil(reportError(route, error, { place: "console", event: "unexpected-error", requestId }));
	if (c.req.path.startsWith("/api/proxy/")) return proxyError("INTERNAL", requestId);
	return errorAnswer("Unknown", requestId);
}
