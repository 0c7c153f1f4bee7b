import { isLoopback } from "./base/loopback";
import { Refusal } from "./base/refusal";
import type { ConsoleContext } from "./services/console";

/**
 * Any other address is the application's, which says by itself what leads nowhere. A missing file is a 404, so that a
 * stale page does not get HTML for an old chunk.
 */
export async function page(c: ConsoleContext): Promise<Response> {
	const { method, path } = c.req;
	if (path.startsWith("/assets/") || isFileOfPage(c.req.raw)) throw new Refusal("NotFound");
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

export function unknownRoute(): never {
	throw new Refusal("NotFound");
}
