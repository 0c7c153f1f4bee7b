import { DurableObject } from "cloudflare:workers";
import type { Context } from "hono";
import { html } from "hono/html";
import { actOnKeptState, type KeptObjectAct } from "../shared/kept-state";
import { localMessageSettings } from "./local-settings";
import { pageFrame } from "./page-frame";

/** `to` is an email address or a phone number, `code` the code to type, if any; `sentAt` is epoch ms. */
export type Message = {
	to: string;
	/** The recipient's email address where `to` is a phone number. */
	owner: string | null;
	subject: string;
	text: string;
	code: string | null;
	sentAt: number;
};

export type Deliver = (message: Message) => Promise<void>;

const mailboxPath = "/__local/mailbox";
const mostMessages = 200;

/** `CONSOLE_URL` of local runs, and hostnames of accounts below it. */
const consoleLinks = new RegExp(localMessageSettings.CONSOLE_URL.replace("//", "//((?:[a-z0-9-]+\\.)*)"), "g");

type LocalContext = Context<{ Bindings: LocalEnv }>;

export function mailbox(env: LocalEnv): DurableObjectStub<MailboxObject> {
	return env.MAILBOX.getByName("mailbox");
}

export function deliverTo(env: LocalEnv): Deliver {
	return (message) => mailbox(env).deliver(message);
}

/**
 * Links lead to the port that serves now: a build does not know it, and the mails of an earlier run may name another.
 *
 * `GET /__local/mailbox`, with `?to=` for one address: HTML, or JSON if the request accepts that.
 */
export async function answerMailbox(c: LocalContext): Promise<Response> {
	const address = c.req.query("to")?.trim() || null;
	const { origin, protocol, port } = new URL(c.req.url);
	const messages = (await mailbox(c.env).messages(address)).map((message) => ({
		...message,
		text: message.text.replaceAll(consoleLinks, (_, own: string) =>
			own ? `${protocol}//${own}localhost:${port}` : origin,
		),
	}));
	c.header("cache-control", "no-store");
	c.header("vary", "accept");
	const isJson = c.req.header("accept")?.includes("application/json") ?? false;
	return isJson ? c.json({ messages: messages.map(toJson) }) : c.html(mailboxPage(messages, address));
}

function toJson({ to, subject, text, code, sentAt }: Message) {
	return { to, subject, text, code, sentAt: new Date(sentAt).toISOString() };
}

type MessageRow = {
	recipient: string;
	owner: string | null;
	subject: string;
	text: string;
	code: string | null;
	sent_at: number;
};

/** All messages of a local run, newest first. Nothing leaves the machine. */
export class MailboxObject extends DurableObject<LocalEnv> {
	constructor(ctx: DurableObjectState, env: LocalEnv) {
		super(ctx, env);
		ctx.storage.sql.exec(`
			CREATE TABLE IF NOT EXISTS messages (
				id INTEGER PRIMARY KEY AUTOINCREMENT, recipient TEXT NOT NULL, owner TEXT, subject TEXT NOT NULL,
				text TEXT NOT NULL, code TEXT, sent_at INTEGER NOT NULL
			)
		`);
	}

	keptState(act: KeptObjectAct): Promise<void> {
		return actOnKeptState(this.ctx, act);
	}

	deliver({ to, owner, subject, text, code, sentAt }: Message): void {
		const { sql } = this.ctx.storage;
		sql.exec(
			`INSERT INTO messages (recipient, owner, subject, text, code, sent_at)
			 VALUES (lower(?), lower(?), ?, ?, ?, ?)`,
			to,
			owner,
			subject,
			text,
			code,
			sentAt,
		);
		sql.exec(
			"DELETE FROM messages WHERE id <= (SELECT id FROM messages ORDER BY id DESC LIMIT 1 OFFSET ?)",
			mostMessages,
		);
	}

	messages(address: string | null): Message[] {
		const rows = this.ctx.storage.sql.exec<MessageRow>(
			"SELECT * FROM messages WHERE ?1 IS NULL OR recipient = lower(?1) OR owner = lower(?1) ORDER BY id DESC",
			address,
		);
		return [...rows].map(({ recipient, sent_at: sentAt, owner, subject, text, code }) => ({
			to: recipient,
			owner,
			subject,
			text,
			code,
			sentAt,
		}));
	}
}

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
