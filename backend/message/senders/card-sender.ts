import { errorSentence } from "../../../shared/errors/error-sentence";
import type { AlertCard, CardSection } from "../../../shared/message/alert-card";
import { webhookComplaint } from "../../../shared/message/webhook-url";
import { readText } from "../../base/read-text";
import type { ClaimedMessage } from "../claim-message";
import type { SendOutcome } from "../message-outcome";
import { cardOf } from "../templates/alert-cards";
import { type NetworkSend, noResponseOutcome, postDeadlineMs, postedOutcome } from "./webhook-sender";

/** `sentId`: the service's id of an earlier card, which this one replaces. `token`: the operator's secret. */
export type CardTarget = { address: string; sentId: string | null; token: string };
export type CardRequest = { url: string; body: object };
export type CardResponse = { status: number; body: string };

export type CardService = {
	shape(card: AlertCard, target: CardTarget): CardRequest;
	/** Null: the status is enough. `sendAnew`: the earlier card cannot be changed. */
	readResponse(response: CardResponse): SendOutcome | "sendAnew" | null;
	/** Why the address is rejected; null: it is valid. Checked again here, as a user supplied it. */
	complaintOf(address: string): string | null;
};

export type CardParts = {
	send: NetworkSend;
	consoleUrl: string | null;
	ownUrls: readonly (string | null)[];
	token: string;
	clock: () => number;
};

const largestResponse = 4_096;

export async function sendCard(service: CardService, parts: CardParts, message: ClaimedMessage): Promise<SendOutcome> {
	const card = cardOf(message, parts.consoleUrl);
	const { address } = message.addressee;
	const problem = service.complaintOf(address);
	if (problem !== null) return { kind: "refused", error: errorSentence(problem) };
	const target = { address, sentId: message.sentId ?? null, token: parts.token };
	const outcome = await post(service, parts, service.shape(card, target));
	if (outcome !== "sendAnew" && outcome.kind === "accepted")
		return { kind: "accepted", providerId: outcome.providerId ?? target.sentId };
	if (outcome !== "sendAnew") return outcome;
	const again = await post(service, parts, service.shape(card, { ...target, sentId: null }));
	return again === "sendAnew" ? { kind: "refused", error: "The service takes no such message" } : again;
}

async function post(
	service: CardService,
	{ send, ownUrls, clock }: CardParts,
	{ url, body }: CardRequest,
): Promise<SendOutcome | "sendAnew"> {
	const ownHosts = ownUrls.flatMap((own) => (own === null ? [] : new URL(own).hostname));
	const problem = webhookComplaint(url, { ownHosts });
	if (problem !== null) return { kind: "refused", error: errorSentence(problem) };
	const headers = { "content-type": "application/json", "user-agent": "AQLCloud-Webhook/1" };
	const signal = AbortSignal.timeout(postDeadlineMs);
	try {
		const init = { method: "POST", headers, body: JSON.stringify(body), redirect: "manual", signal } as const;
		const response = await send(url, init);
		const text = (await readText(response, largestResponse)) ?? "";
		return service.readResponse({ status: response.status, body: text }) ?? goneOr(response, clock());
	} catch (error) {
		return noResponseOutcome(error);
	}
}

function goneOr(response: Response, now: number): SendOutcome {
	const { status } = response;
	if (status === 404 || status === 410) return gone(`The address is gone (${status})`);
	return postedOutcome(response, now);
}

export function gone(error: string): SendOutcome {
	return { kind: "suppressed", reason: "addressGone", error };
}

export function fieldsOf(body: string): Record<string, unknown> {
	try {
		const parsed: unknown = JSON.parse(body);
		return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
	} catch {
		return {};
	}
}

export function sectionText({ title, texts, rows }: CardSection): string {
	const head = title === null ? [] : [title];
	return [...head, ...texts, ...rows.map(([label, value]) => `${label}: ${value}`)].join("\n");
}
