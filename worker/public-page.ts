import { LinkFrame, linkFramePath, PublicId } from "../shared/account/public-link";
import { reasonOf } from "./base/event-log";
import { documentHeaders } from "./base/security-headers";
import type { ConsoleContext } from "./services/console";

const patienceMs = 1_500;

/** Allows only the page's own files: it has no inline style and no data URL. */
const policy = [
	"default-src 'none'",
	...["script-src", "style-src", "img-src", "font-src", "connect-src"].map((kind) => `${kind} 'self'`),
	"form-action 'none'",
	"base-uri 'none'",
].join("; ");

/** The page of a public link, the same for every id. Only the link's own origins may frame it. */
export async function publicPage(c: ConsoleContext): Promise<Response> {
	const { environment } = c.get("deployment");
	const { method } = c.req;
	const [origins, file] = await Promise.all([
		framingOrigins(c),
		environment.assets.fetch(new Request(new URL("/public-link", c.req.url), { method })),
	]);
	const headers = new Headers(documentHeaders);
	for (const name of ["x-frame-options", "cross-origin-resource-policy", "cross-origin-opener-policy"]) {
		headers.delete(name);
	}
	const ancestors = origins.length === 0 ? "'none'" : origins.join(" ");
	headers.set("content-security-policy", `${policy}; frame-ancestors ${ancestors}`);
	headers.set("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
	headers.set("referrer-policy", "no-referrer");
	headers.set("x-robots-tag", "noindex, nofollow");
	headers.set("cache-control", "no-store");
	headers.set("content-type", "text/html; charset=utf-8");
	return new Response(file.body, { status: file.status, headers });
}

/** None if the backend does not respond: then the page opens, but in no frame. */
async function framingOrigins(c: ConsoleContext): Promise<string[]> {
	const id = PublicId.safeParse(c.req.param("publicId"));
	if (!id.success) return [];
	try {
		const url = `https://backend${linkFramePath}?link=${id.data}`;
		const { backend } = c.get("deployment").environment;
		const response = await backend.fetch(url, { signal: AbortSignal.timeout(patienceMs) });
		if (!response.ok) throw new Error(`HTTP ${response.status}`);
		return LinkFrame.parse(await response.json()).origins;
	} catch (error) {
		c.get("log")({ event: "link-frame-unknown", reason: reasonOf(error) });
		return [];
	}
}
