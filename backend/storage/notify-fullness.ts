import { said } from "../../shared/log/said";
import { addConfigEvent, addSystemEvent } from "../activity/log-events";
import { firstRecipients, recipientsOf } from "../alert/alert-recipients";
import type { AccountDb, Invalidations } from "../base/context";
import type { NewId } from "../base/ids";
import { type AccountRow, listActiveOwners } from "../db/account-rows";
import { type AlertRow, listAlerts } from "../db/alert-rows";
import type { Recipient } from "../db/message-schema";
import { keyOf } from "../db/recipient-key";
import { queueMessage } from "../message/queue-message";
import { goesAt } from "./fullness";
import { dayText } from "./retention-text";

type Store = { db: AccountDb; invalidations: Invalidations; now: number; newId: NewId };

type Level = { percent: number; isNew: boolean; usedBytes: number };

/** Owners at every level and every day of grace; contacts once for each level. */
export function notifyFullness(store: Store, account: AccountRow, { percent, isNew, usedBytes }: Level): void {
	const { db, now, newId } = store;
	logFullness(store, account, percent);
	const { quotaBytes, whenFull, fullSince } = account;
	const removedFrom = removalOf(account);
	const facts = { percent, usedBytes, quotaBytes, whenFull, removedFrom };
	const isRejecting = fullSince !== null && removedFrom === null;
	const recipients = [
		...ownersOf(db),
		...(isNew ? warnedContacts(store, account) : []),
		...(isNew && isRejecting ? enabledRules(db).flatMap((rule) => firstRecipients(store, rule, null)) : []),
	];
	const about = newId("notice");
	for (const recipient of new Map(recipients.map((each) => [keyOf(each), each])).values()) {
		queueMessage({ db, now, newId }, { cause: "storage", about, recipient, facts });
	}
}

/** Rejected readings raise no alert, so they are logged as an error. */
export function logFullness(store: Store, account: AccountRow, percent: number): void {
	const removedFrom = removalOf(account);
	const isRejecting = account.fullSince !== null && removedFrom === null;
	const full =
		removedFrom === null ? said("storage.fullRefusing") : said("storage.fullRemoving", { day: dayText(removedFrom) });
	const text = percent < 100 ? said("storage.used", { percent }) : full;
	if (isRejecting) addSystemEvent(store, { deviceId: null, text });
	else addConfigEvent({ ...store, user: null }, null, text);
	store.invalidations.changed("account", "all");
}

export function logRoom(store: Store, { whenFull }: AccountRow): void {
	const text = said(whenFull === "refuse" ? "storage.roomTaken" : "storage.roomSpared");
	addConfigEvent({ ...store, user: null }, null, text);
	store.invalidations.changed("account", "all");
}

function removalOf({ whenFull, fullSince }: AccountRow): number | null {
	return whenFull === "removeOldest" && fullSince !== null ? goesAt(fullSince) : null;
}

function ownersOf(db: AccountDb): Recipient[] {
	return listActiveOwners(db).map(({ id: userId }) => ({ to: "user", userId, channel: "email" }));
}

function warnedContacts(store: Store, { storageContacts }: AccountRow): Recipient[] {
	const { db } = store;
	const rules = storageContacts === null ? enabledRules(db) : [storageContacts];
	const contactIds = rules.flatMap((each) => each.contactIds);
	const contactGroupIds = rules.flatMap((each) => each.contactGroupIds);
	return recipientsOf(store, { contactIds, contactGroupIds, channels: ["email"] }, null);
}

function enabledRules(db: AccountDb): AlertRow[] {
	return listAlerts(db).filter(({ isEnabled }) => isEnabled);
}
