import { binaryText } from "../../../shared/base/binary-text";
import { hourMs } from "../../../shared/base/durations";
import { errorSentence } from "../../../shared/errors/error-sentence";
import { webhookComplaint } from "../../../shared/message/webhook-url";
import type { ClaimedMessage } from "../claim-message";
import type { SendOutcome } from "../message-outcome";
import { slackBody, webhookBody } from "../templates/webhook-body";

export type NetworkSend = (url: string, init: RequestInit) => Promise<Response>;

export const postDeadlineMs = 10_000;
const longestRetryAfterMs = hourMs;
const goneStatus = 410;
/** Statuses that mean: retry later. */
const patientStatuses = new Set([408, 425, 429]);
const secretPrefix = "whsec_";

export type WebhookParts = {
	send: NetworkSend;
	consoleUrl: string | null;
	ownUrls?: readonly (string | null)[];
	isLocal: boolean;
	clock: () => number;
};

/** Posts a message. Uses only the status of the response. */
export async function sendWebhook(parts: WebhookParts, message: ClaimedMessage): Promise<SendOutcome> {
	const { address, secret, previousSecret } = message.addressee;
	const { consoleUrl, ownUrls = [], isLocal, clock } = parts;
	const ownHosts = [consoleUrl, ...ownUrls].flatMap((url) => (url === null ? [] : new URL(url).hostname));
	const problem = webhookComplaint(address, { ownHosts, isLocal });
	if (problem !== null) return { kind: "refused", error: errorSentence(problem) };
	const isSlack = message.channel === "slack";
	const body = JSON.stringify(
		isSlack ? slackBody(message, consoleUrl) : webhookBody(message, { consoleUrl, now: clock() }),
	);
	const timestamp = Math.floor(clock() / 1000);
	const secrets = isSlack ? [] : [secret, previousSecret].flatMap((each) => each ?? []);
	const signed = secrets.length === 0 ? {} : await signature({ id: message.messageId, timestamp, body }, secrets);
	const headers = { "content-type": "application/json", "user-agent": "AQLCloud-Webhook/1", ...signed };
	const signal = AbortSignal.timeout(postDeadlineMs);
	try {
		const response = await parts.send(address, { method: "POST", headers, body, redirect: "manual", signal });
		await response.body?.cancel();
		const outcome = postedOutcome(response, clock());
		// No other recipient replaces a program, so it gets time to be repaired.
		const isPatient = message.notices[0]?.cause === "event" && response.status !== goneStatus;
		return isPatient && outcome.kind === "refused" ? { kind: "later", error: outcome.error } : outcome;
	} catch (error) {
		return noResponseOutcome(error);
	}
}

export function noResponseOutcome(error: unknown): SendOutcome {
	const isTimeout = error instanceof Error && error.name === "TimeoutError";
	if (isTimeout) return { kind: "later", error: "No answer within 10 seconds", mayHaveArrived: true };
	return { kind: "later", error: "The address could not be reached" };
}

type Signed = { id: string; timestamp: number; body: string };

/** https://www.standardwebhooks.com/: each try has the same id, so receivers detect repeats. */
export async function signature(signed: Signed, secrets: string[]): Promise<Record<string, string>> {
	const codes = await Promise.all(secrets.map((secret) => codeOf(signed, secret)));
	const { id, timestamp } = signed;
	return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": codes.join(" ") };
}

async function codeOf({ id, timestamp, body }: Signed, secret: string): Promise<string> {
	const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
	const secretBytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("raw", secretBytes, algorithm, false, ["sign"]);
	const bytes = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(`${id}.${timestamp}.${body}`));
	return `v1,${btoa(binaryText(new Uint8Array(bytes)))}`;
}

/** A declined message ends at once, so that others are notified soon; a person can resend it. */
export function postedOutcome({ ok, status, headers }: Response, now: number): SendOutcome {
	if (ok) return { kind: "accepted", providerId: null };
	if (status >= 300 && status < 400)
		return { kind: "refused", error: "The address redirects elsewhere. Enter where to" };
	if (status === goneStatus) return { kind: "refused", error: "The address says that it is gone (410)" };
	const error = `The address answered ${status}`;
	if (status < 500 && !patientStatuses.has(status)) return { kind: "refused", error };
	return { kind: "later", error, afterMs: retryAfterMs(headers.get("retry-after"), now) };
}

/** https://www.rfc-editor.org/rfc/rfc9110#field.retry-after: seconds or a date. */
function retryAfterMs(value: string | null, now: number): number {
	if (value === null) return 0;
	const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
	return Number.isFinite(waitMs) ? Math.min(Math.max(0, waitMs), longestRetryAfterMs) : 0;
}
