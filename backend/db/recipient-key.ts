import { DeliveryChannel } from "../../shared/message/message";
import type { Recipient } from "./message-schema";

/** Of a recipient by one channel. */
export function keyOf(recipient: Recipient): string {
	const { to, channel } = recipient;
	if (to === "contact") return `contact:${recipient.contactId}:${channel}`;
	if (to === "webhook") return webhookKey(recipient.webhookId);
	return to === "user"
		? `user:${recipient.userId}:${channel}`
		: `address:${recipient.address.toLowerCase()}:${channel}`;
}

/** Null for an address without a contact or user, as its key does not hold it in full. */
export function recipientOfKey(key: string): Recipient | null {
	const [to, id, name] = key.split(":");
	const channel = DeliveryChannel.safeParse(name);
	if (id === undefined || !channel.success) return null;
	if (to === "contact") return { to, contactId: id, channel: channel.data };
	if (to === "webhook") return { to, webhookId: id, channel: "webhook" };
	return to === "user" ? { to, userId: id, channel: "email" } : null;
}

/** Begins as the index of its messages has it. */
export function webhookKey(webhookId: string): string {
	return `webhook:${webhookId}:webhook`;
}

/** What the keys of a contact begin with. */
export function contactKeyPrefix(contactId: string): string {
	return `contact:${contactId}:`;
}
