import type { Context } from "hono";
import type { MailboxObject } from "./mailbox-object";
import { mailboxPage } from "./mailbox-page";
import type { Deliver, Message } from "./message";

type LocalContext = Context<{ Bindings: LocalEnv }>;

export function mailbox(env: LocalEnv): DurableObjectStub<MailboxObject> {
	return env.MAILBOX.getByName("mailbox");
}

/** Sends by leaving the message in the mailbox. */
export function deliverTo(env: LocalEnv): Deliver {
	return (message) => mailbox(env).deliver(message);
}

/** `GET /__local/mailbox`, with `?to=` one person's: a page, or JSON for who asks for that. */
export async function answerMailbox(c: LocalContext): Promise<Response> {
	const address = c.req.query("to")?.trim() || null;
	const messages = await mailbox(c.env).messages(address);
	c.header("cache-control", "no-store");
	c.header("vary", "accept");
	const isJson = c.req.header("accept")?.includes("application/json") ?? false;
	return isJson ? c.json({ messages: messages.map(toJson) }) : c.html(mailboxPage(messages, address));
}

function toJson({ to, subject, text, code, sentAt }: Message) {
	return { to, subject, text, code, sentAt: new Date(sentAt).toISOString() };
}
