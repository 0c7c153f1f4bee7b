import type { MessageClass } from "../../shared/message";
import type { Hints, RowStore } from "../base/context";
import { listOwners } from "../db/account-rows";
import { type ChannelRow, deleteOptOuts, findChannel, findContact, listOptOuts, saveOptOuts } from "../db/contact-rows";
import { addConfigEvent } from "../journal/log-events";
import { oweMessage } from "../message/owe-message";
import { maskedAddress } from "./contact-view";

type OptOutStore = RowStore & { hints: Hints };
type ChannelKey = Pick<ChannelRow, "contactId" | "channel">;

/** Null: this class of messages is wanted. */
export function listOptOut(
	{ db, now }: OptOutStore,
	{ class: messageClass, ...address }: Pick<ChannelRow, "channel" | "address"> & { class: MessageClass },
): { until: Date | null } | null {
	const known = listOptOuts(db, address).find((each) => each.class === messageClass);
	return known && (known.until === null || known.until.getTime() > now) ? known : null;
}

/** Of the address, whoever has it. Owners are told where alerts stop. `until` is epoch ms. */
export function optOut(
	store: OptOutStore,
	key: ChannelKey,
	{ class: messageClass, until }: { class: MessageClass; until: number | null },
): void {
	const { db, now, newId } = store;
	const channel = findChannel(db, key.contactId, key.channel);
	const contact = findContact(db, key.contactId);
	if (!channel || !contact) return;
	const times = { until: until === null ? null : new Date(until), createdAt: new Date(now) };
	saveOptOuts(db, [messageClass], { ...key, address: channel.address, ...times });
	const span = until === null ? "from now on" : "for 24 hours";
	const what = classWords[messageClass];
	addConfigEvent({ ...store, user: null }, null, `Contact ${contact.fullName} wants no ${what} ${span}, by a link`);
	store.hints.changed("account", "all");
	if (messageClass !== "alerts") return;
	const about = newId("notice");
	const facts = {
		contactId: contact.id,
		contactName: contact.fullName,
		address: maskedAddress(channel.address),
		until,
	};
	for (const { id } of listOwners(db)) {
		oweMessage(store, { cause: "optOut", about, recipient: { to: "user", userId: id, channel: "email" }, facts });
	}
}

export function optBackIn(store: OptOutStore, key: ChannelKey, messageClass: MessageClass): void {
	const { db } = store;
	const channel = findChannel(db, key.contactId, key.channel);
	const contact = findContact(db, key.contactId);
	if (!channel || !contact) return;
	deleteOptOuts(db, { channel: key.channel, address: channel.address, classes: [messageClass] });
	const text = `Contact ${contact.fullName} wants ${classWords[messageClass]} again, by a link`;
	addConfigEvent({ ...store, user: null }, null, text);
	store.hints.changed("account", "all");
}

const classWords: Record<MessageClass, string> = {
	alerts: "alerts",
	reports: "reports",
	account: "messages about the account",
};
