import type { Context } from "hono";
import { html } from "hono/html";
import type { LocalSeedApi } from "../shared/local-seed";
import { pageFrame } from "./page-frame";

export const incomingMailPath = "/__local/incoming-mail";

export function incomingMailPage(outcome = "") {
	return pageFrame(
		"Incoming mail",
		html`<p>Delivers a mail to an integration's address, as Cloudflare's Email Routing does. Its sender counts as proven.</p>
<form method="post" action="${incomingMailPath}" enctype="multipart/form-data" class="settings">
<label>To <input name="to" required></label>
<label>File .eml <input name="mail" type="file" accept=".eml,message/rfc822" required></label>
<button>Deliver</button>
</form>
<p>${outcome}</p>`,
	);
}

/** A form as the page sends it, or the mail as the body with `?to=`. `?proof=none`: no check of the sender. */
export async function deliverIncomingMail(c: Context<{ Bindings: LocalEnv }>): Promise<Response> {
	const isForm = c.req.header("content-type")?.startsWith("multipart/form-data") ?? false;
	const form = isForm ? await c.req.formData() : null;
	const file = form?.get("mail");
	const to = String(form?.get("to") ?? c.req.query("to") ?? "").trim();
	const mail = file instanceof File ? await file.text() : form ? "" : await c.req.text();
	if (to === "" || mail === "") return c.text("Send a mail, and the address that it goes to.", 400);
	const [, from = ""] = /^from:.*?([^\s<>"]+@[^\s<>"]+)/im.exec(mail) ?? [];
	const domain = from.slice(from.lastIndexOf("@") + 1);
	const proof = `Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=${domain}\r\n`;
	const raw = await new Response(c.req.query("proof") === "none" ? mail : proof + mail).arrayBuffer();
	// The entrypoint is in another project, so the binding's type does not know it; its contract is in shared.
	const backend = c.env.SEED as unknown as LocalSeedApi;
	const denial = await backend.receiveMail({ from, to, raw });
	if (form) return c.html(incomingMailPage(denial ?? "The mail was accepted."));
	return c.json({ denial }, denial === null ? 200 : 400);
}
