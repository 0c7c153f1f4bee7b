import type { Context } from "hono";
import { html } from "hono/html";
import { localSso } from "./local-settings";
import { pageFrame } from "./page-frame";

/** TXT records of this local run, by name. A restart forgets them, but for the first. */
const records = new Map<string, string>([[`_aqlcloud.${localSso.domain}`, `aqlcloud-domain=${localSso.token}`]]);

const resolverHosts = new Set(["cloudflare-dns.com", "dns.google"]);

let isResolverDown = false;

/** Null: the address is no resolver's. One of them quotes texts, as it does in reality. */
export function serveResolver(address: string): Response | null {
	const { hostname, searchParams } = new URL(address);
	if (!resolverHosts.has(hostname)) return null;
	if (isResolverDown) return new Response(null, { status: 502 });
	const name = (searchParams.get("name") ?? "").toLowerCase();
	const text = records.get(name);
	const data = hostname === "dns.google" ? text : `"${text}"`;
	return Response.json({
		Status: text === undefined ? 3 : 0,
		...(text !== undefined && { Answer: [{ name, type: 16, data }] }),
	});
}

export const textRecordsPath = "/__local/dns";

/** `POST /__local/dns`: an empty text removes the record; `resolver` `down` or `up`. */
export async function changeTextRecords(c: Context): Promise<Response> {
	const form = await c.req.parseBody();
	const read = (name: string) => (typeof form[name] === "string" ? form[name].trim() : "");
	if (read("resolver") !== "") isResolverDown = read("resolver") === "down";
	const name = read("name").toLowerCase();
	if (name !== "") {
		if (read("text") === "") records.delete(name);
		else records.set(name, read("text"));
	}
	return c.redirect(textRecordsPath, 303);
}

export function textRecordsPage() {
	return pageFrame(
		"DNS records",
		html`<p>TXT records that the resolvers of this local run know. Nothing is asked outside of this machine.</p>
<form method="post" action="${textRecordsPath}" class="settings">
<label>Name <input name="name" required></label>
<label>Text, empty to remove <input name="text"></label>
<button>Save</button>
</form>
<table><tbody>${[...records].map(([name, text]) => html`<tr><td><code>${name}</code></td><td><code>${text}</code></td></tr>`)}</tbody></table>`,
	);
}
