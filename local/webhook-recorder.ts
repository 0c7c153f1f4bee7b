import type { Context } from "hono";
import { html } from "hono/html";
import { encodeBase64Url } from "hono/utils/encode";
import { minuteMs } from "../shared/base/durations";
import { hexOf } from "../shared/base/hex";
import { addressOnLocalNetwork } from "../shared/base/local-network";
import { isOfSlack, isOfTeams } from "../shared/message/chat-address";
import { telegramPath } from "../shared/message/telegram";
import { type CallService, callHost } from "./call-service";
import { localMessageSettings } from "./local-settings";
import type { Deliver } from "./mailbox";
import { pageFrame } from "./page-frame";

type RecordedWebhook = { url: string; headers: Record<string, string>; body: string; receivedAt: number };

/** `refuse` returns 500, `gone` 410, `redirect` 302; `silent` never responds. */
export type WebhookResponse = "accept" | "refuse" | "gone" | "redirect" | "silent";

const pushHeaders = ["ttl", "urgency", "topic"];
const most = 100;
const silentMs = minuteMs;
const chatHosts = /(^|\.)(api\.telegram\.org|pagerduty\.com)$/;
const snsHost = /^sns\.[a-z0-9-]+\.amazonaws\.com$/;

type LocalNetwork = { deliver: Deliver; calls: Pick<CallService, "take"> };

let response: WebhookResponse = "accept";
let recorded: RecordedWebhook[] = [];

export function respondToWebhooksWith(next: WebhookResponse): void {
	response = next;
	recorded = [];
}

export async function serveLocalNetwork(request: Request, { deliver, calls }: LocalNetwork): Promise<Response> {
	const url = new URL(addressOnLocalNetwork(request.url));
	if (url.hostname === callHost) return calls.take(url.pathname, await request.text());
	if (snsHost.test(url.hostname)) return takeSms(new URLSearchParams(await request.text()), deliver);
	const headers = Object.fromEntries(request.headers);
	const body = isPush(headers) ? base64Url(await request.arrayBuffer()) : await request.text();
	recorded = [{ url: url.href, headers, body, receivedAt: Date.now() }, ...recorded].slice(0, most);
	if (response === "silent") await scheduler.wait(silentMs);
	if (response === "redirect") return new Response(null, { status: 302, headers: { location: "/elsewhere" } });
	const statuses = { accept: 200, refuse: 500, gone: 410, silent: 500 };
	const reply = response === "accept" ? serviceReply(url) : undefined;
	return reply ?? new Response(null, { status: statuses[response] });
}

function serviceReply({ hostname, href }: URL): Response | undefined {
	if (hostname === "api.telegram.org") return Response.json({ ok: true, result: { message_id: recorded.length } });
	if (hostname.endsWith("pagerduty.com")) return Response.json({ status: "success" }, { status: 202 });
	if (isOfTeams(href)) return new Response(null, { status: 202 });
	return isOfSlack(href) ? new Response("ok") : undefined;
}

function cardText({ url, body }: RecordedWebhook): string | null {
	if (!isOfSlack(url) && !isOfTeams(url) && !chatHosts.test(new URL(url).hostname)) return null;
	const texts: string[] = [];
	const names = ["text", "title", "url", "href", "event_action", "dedup_key", "summary", "severity"];
	try {
		JSON.parse(body, (name, value) => {
			if (typeof value === "string" && names.includes(name)) texts.push(value);
			return value;
		});
	} catch {
		return null;
	}
	return texts.join("\n");
}

/** RFC 8188. The body is encrypted for one browser and stored in base64url. */
function isPush(headers: Record<string, string>): boolean {
	return headers["content-encoding"] === "aes128gcm";
}

function base64Url(bytes: ArrayBuffer): string {
	return encodeBase64Url(bytes).replace(/=+$/, "");
}

async function takeSms(form: URLSearchParams, deliver: Deliver): Promise<Response> {
	const [to, text] = [form.get("PhoneNumber"), form.get("Message")];
	if (!to || !text) return Response.json({ Error: { Code: "InvalidParameter" } }, { status: 400 });
	const code = /^\d{4,8}(?= )/.exec(text)?.[0] ?? null;
	await deliver({ to, owner: null, subject: "SMS", text, code, sentAt: Date.now() });
	return Response.json({ PublishResponse: { PublishResult: { MessageId: crypto.randomUUID() } } });
}

export function serveRecordedWebhooks(c: Context): Response | Promise<Response> {
	c.header("cache-control", "no-store");
	c.header("vary", "accept");
	const isJson = c.req.header("accept")?.includes("application/json") ?? false;
	return isJson ? c.json({ webhooks: recorded }) : c.html(webhooksPage());
}

function webhooksPage() {
	const responses: WebhookResponse[] = ["accept", "refuse", "gone", "redirect", "silent"];
	return pageFrame(
		"Webhooks",
		html`<p>Every webhook, chat message and push this local run would have posted, whatever its address. Nothing leaves this machine. To join a Telegram chat, send its bot a code:</p>
<form method="post" action="/__local/telegram" class="row">
<label>Message <input name="text" autocomplete="off"></label> <button>Send to the bot</button>
</form>
<form method="post" class="row">
<span>They are answered by: <strong>${response}</strong>.</span>
${responses.map((each) => html`<button formaction="/__local/webhooks/${each}">${each}</button>`)}
</form>
${recorded.length === 0 ? html`<p>No webhooks yet.</p>` : recorded.map(article)}`,
	);
}

function article(webhook: RecordedWebhook) {
	const { url, headers, body, receivedAt } = webhook;
	const time = new Date(receivedAt).toISOString();
	const own = Object.entries(headers).filter(([name]) => name.startsWith("webhook-") || pushHeaders.includes(name));
	return html`<article>
<h2><code>${url}</code></h2>
<p class="quiet"><time datetime="${time}">${time.slice(0, 19).replace("T", " ")} UTC</time></p>
${own.map(([name, value]) => html`<p><code>${name}: ${value}</code></p>`)}
<p>${isPush(headers) ? html`A push, which only its browser can read.` : (cardText(webhook) ?? html`<code>${body}</code>`)}</p>
</article>`;
}

export async function sendToBot(c: Context<{ Bindings: LocalEnv }>): Promise<Response> {
	const { text } = await c.req.parseBody();
	const token = new TextEncoder().encode(`telegram/${localMessageSettings.TELEGRAM_BOT_TOKEN}`);
	const secret = hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", token)));
	const headers = { "content-type": "application/json", "x-telegram-bot-api-secret-token": secret };
	const chat = { id: 4_711, type: "private", first_name: "Ana", last_name: "Prado" };
	const body = JSON.stringify({ update_id: 1, message: { message_id: 1, text, chat } });
	await c.env.BACKEND.fetch(new Request(new URL(telegramPath, c.req.url), { method: "POST", headers, body }));
	return c.redirect("/__local/webhooks", 303);
}
