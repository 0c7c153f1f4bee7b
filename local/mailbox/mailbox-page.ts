import { html } from "hono/html";
import { pageFrame } from "../pages/page-frame";
import type { Message } from "./message";

const mailboxPath = "/__local/mailbox";

/** The mailbox as people read it. `address` is the filter, null for everybody's messages. */
export function mailboxPage(messages: Message[], address: string | null) {
	const path = address === null ? mailboxPath : `${mailboxPath}?to=${encodeURIComponent(address)}`;
	return pageFrame(
		"Mailbox",
		html`<p>Every message this local run would have sent. Nothing leaves this machine.</p>
<form method="get" action="${mailboxPath}" class="row">
<label>Only to <input name="to" value="${address ?? ""}" placeholder="owner@aqlcloud.test" autocomplete="off"></label>
<button>Show</button> <a href="${mailboxPath}">All</a> <a href="${path}">Look again</a>
</form>
${messages.length === 0 ? html`<p>No messages${address === null ? "" : html` to <code>${address}</code>`} yet.</p>` : messages.map(article)}`,
	);
}

function article({ to, owner, subject, text, code, sentAt }: Message) {
	const time = new Date(sentAt).toISOString();
	return html`<article>
<h2>${subject}</h2>
<p class="quiet">To <code>${to}</code>${owner === null ? "" : html`, the telephone of <code>${owner}</code>`} at <time datetime="${time}">${time.slice(0, 19).replace("T", " ")} UTC</time></p>
<p>${text}</p>
${code === null ? "" : html`<p class="code">${code}</p>`}
</article>`;
}
