import { DurableObject } from "cloudflare:workers";
import type { Context } from "hono";
import { html } from "hono/html";
import { actOnKeptState, type KeptObjectAct } from "../shared/base/kept-state";
import { localMessageSettings } from "./local-settings";
import { pageFrame } from "./page-frame";

/** `to`: e-mail address or phone number. `code`: the code in it, if any. `sentAt`: epoch ms. */
export type Message = {
	to: string;
	owner: string | null;
	subject: string;
	text: string;
	code: string | null;
	html?: string | null;
	sentAt: number;
};
export type StoredMessage = Omit<Message, "html"> & { id: number; hasHtml: boolean };

export type Deliver = (message: Message) => Promise<void>;

const mailboxPath = "/__local/mailbox";
const mostMessages = 200;

const consoleLinks = new RegExp(localMessageSettings.CONSOLE_URL.replace("//", "//((?:[a-z0-9-]+\\.)*)"), "g");

type LocalContext = Context<{ Bindings: LocalEnv }>;

export function mailbox(env: LocalEnv): DurableObjectStub<MailboxObject> {
	return env.MAILBOX.getByName("mailbox");
}

export function deliverTo(env: LocalEnv): Deliver {
	return (message) => mailbox(env).deliver(message);
}

/** `GET /__local/mailbox?to=`: HTML, or JSON if accepted. Links lead to the current port. */
export async function serveMailbox(c: LocalContext): Promise<Response> {
	const address = c.req.query("to")?.trim() || null;
	const messages = (await mailbox(c.env).messages(address)).map((message) => ({
		...message,
		text: withServedLinks(message.text, c.req.url),
	}));
	c.header("cache-control", "no-store");
	c.header("vary", "accept");
	const isJson = c.req.header("accept")?.includes("application/json") ?? false;
	return isJson ? c.json({ messages: messages.map(toJson) }) : c.html(mailboxPage(messages, address));
}

export async function serveMail(c: LocalContext): Promise<Response> {
	const shown = await mailbox(c.env).htmlOf(Number(c.req.param("id")));
	c.header("cache-control", "no-store");
	return shown === null ? c.notFound() : c.html(withServedLinks(shown, c.req.url));
}

function withServedLinks(text: string, requested: string): string {
	const { origin, protocol, port } = new URL(requested);
	return text.replaceAll(consoleLinks, (_, own: string) => (own ? `${protocol}//${own}localhost:${port}` : origin));
}

function toJson({ to, subject, text, code, sentAt }: StoredMessage) {
	return { to, subject, text, code, sentAt: new Date(sentAt).toISOString() };
}

type MessageRow = {
	id: number;
	recipient: string;
	owner: string | null;
	subject: string;
	text: string;
	code: string | null;
	has_html: number;
	sent_at: number;
};

export class MailboxObject extends DurableObject<LocalEnv> {
	constructor(ctx: DurableObjectState, env: LocalEnv) {
		super(ctx, env);
		ctx.storage.sql.exec(`
			CREATE TABLE IF NOT EXISTS messages (
				id INTEGER PRIMARY KEY AUTOINCREMENT, recipient TEXT NOT NULL, owner TEXT, subject TEXT NOT NULL,
				text TEXT NOT NULL, code TEXT, sent_at INTEGER NOT NULL
			)
		`);
		const columns = ctx.storage.sql.exec<{ name: string }>("SELECT name FROM pragma_table_info('messages')");
		const isKnown = [...columns].some(({ name }) => name === "html");
		if (!isKnown) ctx.storage.sql.exec("ALTER TABLE messages ADD COLUMN html TEXT");
	}

	keptState(act: KeptObjectAct): Promise<void> {
		return actOnKeptState(this.ctx, act);
	}

	deliver({ to, owner, subject, text, code, html: shown = null, sentAt }: Message): void {
		const { sql } = this.ctx.storage;
		sql.exec(
			`INSERT INTO messages (recipient, owner, subject, text, code, html, sent_at)
			 VALUES (lower(?), lower(?), ?, ?, ?, ?, ?)`,
			to,
			owner,
			subject,
			text,
			code,
			shown,
			sentAt,
		);
		sql.exec(
			"DELETE FROM messages WHERE id <= (SELECT id FROM messages ORDER BY id DESC LIMIT 1 OFFSET ?)",
			mostMessages,
		);
	}

	htmlOf(id: number): string | null {
		const rows = this.ctx.storage.sql.exec<{ html: string | null }>("SELECT html FROM messages WHERE id = ?", id);
		return [...rows][0]?.html ?? null;
	}

	messages(address: string | null): StoredMessage[] {
		const rows = this.ctx.storage.sql.exec<MessageRow>(
			"SELECT id, recipient, owner, subject, text, code, html IS NOT NULL AS has_html, sent_at FROM messages WHERE ?1 IS NULL OR recipient = lower(?1) OR owner = lower(?1) ORDER BY id DESC",
			address,
		);
		return [...rows].map(({ id, recipient, sent_at: sentAt, has_html: hasHtml, owner, subject, text, code }) => ({
			id,
			hasHtml: hasHtml === 1,
			to: recipient,
			owner,
			subject,
			text,
			code,
			sentAt,
		}));
	}
}

export function mailboxPage(messages: StoredMessage[], address: string | null) {
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

function article({ id, hasHtml, to, owner, subject, text, code, sentAt }: StoredMessage) {
	const time = new Date(sentAt).toISOString();
	return html`<article>
<h2>${subject}</h2>
<p class="quiet">To <code>${to}</code>${owner === null ? "" : html`, the telephone of <code>${owner}</code>`} at <time datetime="${time}">${time.slice(0, 19).replace("T", " ")} UTC</time></p>
${hasHtml ? html`<p><a href="${mailboxPath}/${id}">As HTML</a></p>` : ""}
<p>${text}</p>
${code === null ? "" : html`<p class="code">${code}</p>`}
</article>`;
}
