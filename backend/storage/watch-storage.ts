import { dayMs, minuteMs } from "../../shared/durations";
import { firstRecipients } from "../alert/alert-recipients";
import type { AccountDb, Hints } from "../base/context";
import type { DueWork } from "../base/due-work";
import { recordFault } from "../base/event-log";
import { createNewId, type NewId } from "../base/ids";
import type { ReadingStore } from "../base/reading-store";
import { storedBytes } from "../billing/stored-bytes";
import { type AccountRow, changeAccount, findAccount, listActiveOwners } from "../db/account-rows";
import { listAlerts } from "../db/alert-rows";
import type { Recipient } from "../db/message-schema";
import { addConfigEvent, addSystemEvent } from "../journal/log-events";
import { queueMessage } from "../message/queue-message";
import { type Fullness, goesAt, nextFullness } from "./fullness";
import { removeOldest } from "./remove-oldest";
import { dayText } from "./retention-text";

/** Between two looks: each reads what is stored of every device. */
const lookEveryMs = 10 * minuteMs;

type Parts = { db: AccountDb; hints: Hints; readingStore: ReadingStore };

export type StorageWatch = {
	/** Call after a write and after due work: the one fills it, the other frees it. Whether it found something new. Never throws. */
	look(now: number): Promise<boolean>;
	work: DueWork;
};

/** Tells how full a binding quota is, once for each level, and frees space where that is chosen. */
export function watchStorage(parts: Parts): StorageWatch {
	const { db } = parts;
	let lookedAt = Number.NEGATIVE_INFINITY;

	async function look(now: number): Promise<boolean> {
		lookedAt = now;
		const account = findAccount(db);
		if (!account?.isQuotaBinding) return false;
		const usage = await parts.readingStore.usage(now);
		const usedBytes = storedBytes(db, usage);
		const { told, removes, ...after } = nextFullness(account, { ...account, usedBytes, now });
		const isNew = !isAsBefore(account, after);
		db.transaction(() => {
			if (isNew) changeAccount(db, after);
			const store = { ...parts, now, newId: createNewId(now) };
			if (told !== null) tell(store, { ...account, ...after }, { told, usedBytes });
			if (account.fullSince !== null && after.fullSince === null) tellRoom(store, account);
		});
		if (removes) removeOldest(parts, { usage, over: usedBytes - account.quotaBytes, now });
		return isNew;
	}

	return {
		async look(now) {
			if (now - lookedAt < lookEveryMs) return false;
			try {
				return await look(now);
			} catch (error) {
				recordFault(error, "account", { event: "storage-not-looked-at" });
				return false;
			}
		},
		work: {
			name: "full storage",
			title: "Full storage",
			nextDueAt: () => {
				const account = findAccount(db);
				const isTold = account?.isQuotaBinding && account.whenFull === "removeOldest" && account.fullToldAt !== null;
				return isTold ? (account.fullToldAt ?? 0) + dayMs : null;
			},
			due: (now) => {
				const account = findAccount(db);
				const isGrace = account?.isQuotaBinding && account.whenFull === "removeOldest";
				return isGrace && account.fullToldAt !== null && account.fullToldAt + dayMs <= now ? ["account"] : [];
			},
			run: async (_, now) => void (await look(now)),
		},
	};
}

/** A look that finds nothing new writes nothing. */
function isAsBefore(one: Fullness, other: Fullness): boolean {
	const { toldPercent, fullSince, fullToldAt } = other;
	return one.toldPercent === toldPercent && one.fullSince === fullSince && one.fullToldAt === fullToldAt;
}

type Store = Parts & { now: number; newId: NewId };

function tell(store: Store, account: AccountRow, { told, usedBytes }: { told: number; usedBytes: number }): void {
	const { db, now, newId } = store;
	const { quotaBytes, whenFull, fullSince } = account;
	const removedFrom = whenFull === "removeOldest" && fullSince !== null ? goesAt(fullSince) : null;
	const facts = { percent: told, usedBytes, quotaBytes, whenFull, removedFrom };
	const what =
		removedFrom === null ? "New readings are refused" : `The oldest readings go from ${dayText(removedFrom)} on`;
	const text = told < 100 ? `${told} % of the storage is used` : `The storage is full. ${what} until space is freed`;
	const isRefusing = told === 100 && removedFrom === null;
	// What is refused raises no alarm: that is a failure of watching, and stands in the log as one.
	if (isRefusing) addSystemEvent(store, { deviceId: null, text });
	else addConfigEvent({ ...store, user: null }, null, text);
	const about = newId("notice");
	for (const recipient of [...ownersOf(db), ...(isRefusing ? notifiedByRules(db) : [])]) {
		queueMessage({ db, now, newId }, { cause: "storage", about, recipient, facts });
	}
	store.hints.changed("account", "all");
}

function tellRoom(store: Store, { whenFull }: AccountRow): void {
	const what = whenFull === "refuse" ? "New readings are taken" : "Nothing is removed for its sake";
	addConfigEvent({ ...store, user: null }, null, `The storage has room again. ${what}`);
	store.hints.changed("account", "all");
}

function ownersOf(db: AccountDb): Recipient[] {
	return listActiveOwners(db).map(({ id: userId }) => ({ to: "user", userId, channel: "email" }));
}

/** Whoever relies on a rule, since none of them sees what is refused. */
function notifiedByRules(db: AccountDb): Recipient[] {
	const rules = listAlerts(db).filter(({ isEnabled }) => isEnabled);
	const recipients = rules.flatMap((rule) => firstRecipients(db, rule));
	return [...new Map(recipients.map((recipient) => [JSON.stringify(recipient), recipient])).values()];
}
