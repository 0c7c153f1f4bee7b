import { HttpError } from "./base/http-error";
import { isLoopback } from "./base/loopback";
import { brandOfHost, isKnownTag, pageTag, withBrand } from "./branded-page";
import type { ConsoleContext } from "./services/console";

/** A missing file is a 404, so that a stale page does not get HTML for an old chunk. */
export async function page(c: ConsoleContext): Promise<Response> {
	const { method, path } = c.req;
	if (path.startsWith("/assets/") || isFileOfPage(c.req.raw)) throw new HttpError("NotFound");
	const { assets, isDevServer } = c.get("deployment").environment;
	const [brand, file] = await Promise.all([
		brandOfHost(c),
		assets.fetch(new Request(new URL("/", c.req.url), { method })),
	]);
	const etag = pageTag(file, brand);
	if (isKnownTag(c.req.raw.headers.get("if-none-match"), etag)) return unchanged(file, etag);
	const response = new Response(file.body, file);
	if (brand !== null) {
		if (etag !== null) response.headers.set("etag", etag);
		response.headers.delete("content-length");
	}
	// Vite's hot reload inserts an inline script, which the usual policy forbids.
	if (isDevServer && isLoopback(c.req.url)) response.headers.set("content-security-policy", "frame-ancestors 'none'");
	return brand === null || method === "HEAD" ? response : withBrand(response, brand);
}

async function unchanged(file: Response, etag: string | null): Promise<Response> {
	await file.body?.cancel();
	const headers = new Headers(file.headers);
	for (const name of ["content-length", "content-type", "content-encoding"]) headers.delete(name);
	if (etag !== null) headers.set("etag", etag);
	return new Response(null, { status: 304, headers });
}

function isFileOfPage({ url, headers }: Request): boolean {
	const mode = headers.get("sec-fetch-mode");
	return mode !== null && mode !== "navigate" && /\.[^/.]+$/.test(new URL(url).pathname);
}

export function unknownRoute(): never {
	throw new HttpError("NotFound");
}
