import type { Context } from "hono";
import { errorAnswer, methodNotAllowed } from "./answers";
import type { Console } from "./console";
import { isLoopback } from "./loopback";

/**
 * What no file matched. A missing file is a 404: a stale page that asked for an old chunk must not
 * get HTML for it. Everything else is an address of the application, which finds its own way.
 */
export async function page(c: Context<Console>): Promise<Response> {
	const { method, path } = c.req;
	if (method !== "GET" && method !== "HEAD") return methodNotAllowed("GET, HEAD", c.get("requestId"));
	if (path.startsWith("/assets/") || /\.[^/.]+$/.test(path)) return errorAnswer("NotFound", c.get("requestId"));
	const { assets, isDevServer } = c.get("deployment").environment;
	const response = await assets.fetch(new Request(new URL("/", c.req.url), { method }));
	const answer = new Response(response.body, response);
	// Hot reload writes a script into the page, which the policy of every other page forbids.
	if (isDevServer && isLoopback(c.req.url)) answer.headers.set("content-security-policy", "frame-ancestors 'none'");
	return answer;
}
