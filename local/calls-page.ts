import type { Context } from "hono";
import { html } from "hono/html";
import { type CallAct, CallService, callActs, type LocalCall } from "./call-service";
import { pageFrame } from "./page-frame";

export const callsPath = "/__local/calls";

export const callService = new CallService();
const keys = ["1", "2", "9"] as const;

type LocalContext = Context<{ Bindings: LocalEnv }>;

export function serveCalls(c: Context, { calls }: CallService): Response | Promise<Response> {
	c.header("cache-control", "no-store");
	c.header("vary", "accept");
	const isJson = c.req.header("accept")?.includes("application/json") ?? false;
	return isJson ? c.json({ calls }) : c.html(callsPage(calls));
}

export async function actOnCall(c: LocalContext, calls: CallService): Promise<Response> {
	const { sid = "", act = "" } = c.req.param();
	const isKnown = callActs.some((each) => each === act) || /^\d$/.test(act);
	const post = (url: string, body: string, signature: string) =>
		c.env.BACKEND.fetch(url, {
			method: "POST",
			headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature },
			body,
		});
	const isDone = isKnown && (await calls.act(sid, act as CallAct, post)); // checked above
	if (!isDone) return c.text("The call does not take this now.", 409);
	return c.redirect(callsPath, 303);
}

function callsPage(calls: readonly LocalCall[]) {
	return pageFrame(
		"Calls",
		html`<p>Every call this local run would have made. You are the person at the phone. Nothing leaves this machine.</p>
${calls.length === 0 ? html`<p>No calls yet.</p>` : calls.map(article)}`,
	);
}

const labels: Record<(typeof callActs)[number], string> = {
	pickUp: "Pick up",
	hangUp: "Hang up",
	busy: "Busy",
	voicemail: "Voice mail picks up",
	noAnswer: "No one picks up",
	fail: "Fail",
};

function article({ sid, to, status, said, next, placedAt }: LocalCall) {
	const time = new Date(placedAt).toISOString();
	const isRinging = status === "queued" || status === "ringing";
	const acts = isRinging ? callActs : status === "in-progress" ? (["hangUp"] as const) : [];
	return html`<article>
<h2>${to}: ${status}</h2>
<p class="quiet"><time datetime="${time}">${time.slice(0, 19).replace("T", " ")} UTC</time></p>
${said.map((text) => html`<p>${text}</p>`)}
<form method="post" class="row">
${next === null ? "" : keys.map((key) => html`<button formaction="${callsPath}/${sid}/${key}">Press ${key}</button>`)}
${acts.map((act) => html`<button formaction="${callsPath}/${sid}/${act}">${labels[act]}</button>`)}
</form>
</article>`;
}
