import { type Said, said } from "../../shared/log/said";
import { maskedAddress } from "../../shared/message/contact";
import type { MessageClass } from "../../shared/message/message";
import { addConfigEvent } from "../activity/log-events";
import type { Invalidations, RowStore } from "../base/context";
import { listActiveOwners } from "../db/account-rows";
import {
	type ContactRow,
	type DeliveryChannelRow,
	deleteOptOuts,
	findContact,
	findDeliveryChannel,
	listOptOuts,
	saveOptOuts,
} from "../db/contact-rows";
import { deleteRuleOptOut, saveRuleOptOut } from "../db/follow-up-rows";
import type { CauseFacts } from "../message/causes";
import { queueMessage } from "../message/queue-message";

type OptOutStore = RowStore & { invalidations: Invalidations };
type ChannelKey = Pick<DeliveryChannelRow, "contactId" | "channel">;

/** Null if the address takes this class of messages. */
export function listOptOut(
	{ db, now }: OptOutStore,
	{ class: messageClass, ...address }: Pick<DeliveryChannelRow, "channel" | "address"> & { class: MessageClass },
): { until: Date | null } | null {
	const known = listOptOuts(db, address).find((each) => each.class === messageClass);
	return known && (known.until === null || known.until.getTime() > now) ? known : null;
}

/** Applies to the address. Notifies owners if alerts stop. `until` is epoch ms. */
export function optOut(
	store: OptOutStore,
	key: ChannelKey,
	{ class: messageClass, until }: { class: MessageClass; until: number | null },
): void {
	const { db, now } = store;
	const known = reachedBy(store, key);
	if (!known) return;
	const times = { until: until === null ? null : new Date(until), createdAt: new Date(now) };
	saveOptOuts(db, [messageClass], { ...known.at, ...times });
	const wanted = { name: known.contact.fullName, class: messageClass };
	record(store, said(until === null ? "optOut.always" : "optOut.day", wanted));
	if (messageClass === "alerts") queueForOwners(store, known, { until });
}

/** Applies to the address. Notifies owners. */
export function optOutOfRule(store: OptOutStore, key: ChannelKey, rule: { id: string; name: string }): void {
	const { db, now } = store;
	const known = reachedBy(store, key);
	if (!known) return;
	saveRuleOptOut(db, { alertId: rule.id, ...known.at, createdAt: new Date(now) });
	record(store, said("optOut.rule", { name: known.contact.fullName, rule: rule.name }));
	queueForOwners(store, known, { until: null, ruleName: rule.name });
}

export function optBackInToRule(store: OptOutStore, key: ChannelKey, rule: { id: string; name: string }): void {
	const known = reachedBy(store, key);
	if (!known) return;
	deleteRuleOptOut(store.db, { alertId: rule.id, ...known.at });
	record(store, said("optOut.ruleAgain", { name: known.contact.fullName, rule: rule.name }));
}

export function optBackIn(store: OptOutStore, key: ChannelKey, messageClass: MessageClass): void {
	const known = reachedBy(store, key);
	if (!known) return;
	deleteOptOuts(store.db, { ...known.at, classes: [messageClass] });
	record(store, said("optOut.again", { name: known.contact.fullName, class: messageClass }));
}

type Reached = { contact: ContactRow; at: Pick<DeliveryChannelRow, "channel" | "address"> };

function reachedBy({ db }: OptOutStore, key: ChannelKey): Reached | null {
	const channel = findDeliveryChannel(db, key.contactId, key.channel);
	const contact = findContact(db, key.contactId);
	return channel && contact && { contact, at: { channel: channel.channel, address: channel.address } };
}

function record(store: OptOutStore, text: Said): void {
	addConfigEvent({ ...store, user: null }, null, text);
	store.invalidations.changed("account", "all");
}

function queueForOwners(
	store: OptOutStore,
	{ contact, at }: Reached,
	stopped: Pick<CauseFacts["optOut"], "until" | "ruleName">,
): void {
	const facts = {
		contactId: contact.id,
		contactName: contact.fullName,
		address: maskedAddress(at.address),
		...stopped,
	};
	const about = store.newId("notice");
	for (const { id } of listActiveOwners(store.db)) {
		queueMessage(store, { cause: "optOut", about, recipient: { to: "user", userId: id, channel: "email" }, facts });
	}
}
