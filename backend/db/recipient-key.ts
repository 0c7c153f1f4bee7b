import { DeliveryChannel } from "../../shared/message/message";
import type { Recipient } from "./message-schema";

export function keyOf(recipient: Recipient): string {
	const { to, channel } = recipient;
	if (to === "contact") {
		const { contactId, addressId } = recipient;
		return `contact:${contactId}:${channel}${addressId === undefined ? "" : `:${addressId}`}`;
	}
	if (to === "webhook") return webhookKey(recipient.webhookId);
	return to === "user"
		? `user:${recipient.userId}:${channel}`
		: `address:${recipient.address.toLowerCase()}:${channel}`;
}

/** Null for a bare address: its key does not hold the address in full. */
export function recipientOfKey(key: string): Recipient | null {
	const [to, id, name, addressId] = key.split(":");
	const channel = DeliveryChannel.safeParse(name);
	if (id === undefined || !channel.success) return null;
	if (to === "contact") {
		return { to, contactId: id, channel: channel.data, ...(addressId !== undefined && { addressId }) };
	}
	if (to === "webhook") return { to, webhookId: id, channel: "webhook" };
	return to === "user" ? { to, userId: id, channel: "email" } : null;
}

/** Must match the prefix in the index `messages_to_webhooks`. */
export function webhookKey(webhookId: string): string {
	return `webhook:${webhookId}:webhook`;
}

export function contactKeyPrefix(contactId: string): string {
	return `contact:${contactId}:`;
}
