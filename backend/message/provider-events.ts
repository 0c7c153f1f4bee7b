import * as z from "zod/mini";
import type { AccountObjects } from "../base/context";
import { isUpdateUnderWay } from "../base/errors";
import { logWarning } from "../base/event-log";
import { reportFault } from "../base/report-error";
import { findSentMessage } from "../db/sent-message-rows";
import type { DeliveryEvent } from "./message-outcome";
import { bareMessageId } from "./senders/email-sender";

/** An event can arrive before the row of its message. */
const retrySeconds = 30;
const mostTries = 4;
/** During a release: events are sent once, and a queue gives up after five tries. */
const updateRetrySeconds = 15 * 60;

const text = z.optional(z.nullable(z.string()));

/** The used part of https://developers.cloudflare.com/email-service/platform/event-subscriptions/ */
const ProviderEvent = z.object({
	type: z.string(),
	payload: z.object({
		messageId: z.string(),
		terminal: z.optional(z.boolean()),
		delivery: z.optional(z.object({ smtpResponse: text })),
		bounce: z.optional(z.object({ type: text, reason: text })),
		failure: z.optional(z.object({ reason: text })),
		rejection: z.optional(z.object({ reason: text, detail: text })),
	}),
});
type ProviderEvent = z.infer<typeof ProviderEvent>;

type DeliveryCalls = { recordDelivery(messageId: string, event: DeliveryEvent, now: number): Promise<void> };

export type ProviderEventParts = {
	accounts: AccountObjects<DeliveryCalls>;
	directory: D1Database;
	clock: () => number;
};

export function createProviderEventConsumer({ accounts, directory, clock }: ProviderEventParts) {
	return async function consumeProviderEvents({ messages }: Pick<MessageBatch, "messages">): Promise<void> {
		await Promise.all(messages.map((message) => consume(message)));
	};

	async function consume(message: Message<unknown>): Promise<void> {
		const parsed = ProviderEvent.safeParse(message.body);
		const event = parsed.success ? deliveryEventOf(parsed.data) : null;
		if (!parsed.success) logWarning({ event: "provider-event-unknown" });
		if (!parsed.success || event === null) return message.ack();
		try {
			const isKnown = await record(bareMessageId(parsed.data.payload.messageId), event);
			if (isKnown || message.attempts >= mostTries) message.ack();
			else message.retry({ delaySeconds: retrySeconds });
		} catch (error) {
			if (isUpdateUnderWay(error)) return message.retry({ delaySeconds: updateRetrySeconds });
			reportFault(error, { place: "backend", event: "provider-event-failed" });
			message.retry({ delaySeconds: retrySeconds });
		}
	}

	async function record(providerId: string, event: DeliveryEvent): Promise<boolean> {
		const sent = await findSentMessage(directory, providerId);
		if (!sent) return false;
		await accounts.get(accounts.idFromName(sent.accountId)).recordDelivery(sent.messageId, event, clock());
		return true;
	}
}

const suppressedReason = "suppressed";

/** Returns null if no state changes, for example on a delay. */
function deliveryEventOf({ type, payload }: ProviderEvent): DeliveryEvent | null {
	const { bounce, failure, rejection, delivery } = payload;
	const returned = delivery?.smtpResponse;
	switch (type.split(".").at(-1)) {
		case "delivered":
			return { kind: "delivered", error: "" };
		case "bounced":
			return { kind: "bounced", error: bounce?.reason ?? returned ?? "The mail came back" };
		case "failed":
			return { kind: "failed", error: failure?.reason ?? returned ?? "The provider could not deliver it" };
		case "rejected":
			return {
				kind: rejection?.reason === suppressedReason ? "suppressed" : "failed",
				error: rejection?.detail ?? rejection?.reason ?? "The provider refused to deliver it",
			};
		case "complained":
			return { kind: "complained", error: "" };
		default:
			return null;
	}
}
