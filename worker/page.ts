import type { Context } from "hono";
import { errorAnswer, methodNotAllowed } from "./answers";
import type { Console } from "./console";

/**
 * What no file matched. A missing file is a 404: a stale page that asked for an old chunk must not
 * get HTML for it. Everything else is an address of the application, which finds its own way.
 */
export async function page(c: Context<Console>): Promise<Response> {
	const { method, path } = c.req;
	if (method !== "GET" && method !== "HEAD") return methodNotAllowed("GET, HEAD", c.get("requestId"));
	if (path.startsWith("/assets/") || /\.[^/.]+$/.test(path)) return errorAnswer("NotFound", c.get("requestId"));
	const { assets } = c.get("deployment").environment;
	const response = await assets.fetch(new Request(new URL("/", c.req.url), { method }));
	return new Response(response.body, response);
}
