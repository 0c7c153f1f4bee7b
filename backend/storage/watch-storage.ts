import { dayMs, minuteMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import type { AccountDb, Invalidations } from "../base/context";
import { recordFault } from "../base/event-log";
import { createNewId } from "../base/ids";
import type { Job } from "../base/job";
import type { ReadingStore } from "../base/reading-store";
import { storedBytes } from "../billing/stored-bytes";
import { changeAccount, findAccount } from "../db/account-rows";
import { type Fullness, nextFullness } from "./fullness";
import { logFullness, logRoom, notifyFullness } from "./notify-fullness";
import { removeOldest } from "./remove-oldest";

/** Pause between checks, because each reads every device. */
const lookEveryMs = 10 * minuteMs;

type Parts = { db: AccountDb; invalidations: Invalidations; readingStore: ReadingStore };

export type StorageWatch = {
	/** Call after a write and after due work. Returns whether the state is new. Never throws. */
	look(now: number): Promise<boolean>;
	work: Job;
};

export function watchStorage(parts: Parts): StorageWatch {
	const { db } = parts;
	let lookedAt = Number.NEGATIVE_INFINITY;

	async function look(now: number): Promise<boolean> {
		lookedAt = now;
		const account = findAccount(db);
		if (!account?.isQuotaBinding) return false;
		const usedBytes = storedBytes(db, parts.readingStore);
		const { notifies, removes, ...after } = nextFullness(account, { ...account, usedBytes, now });
		const isNew = !isAsBefore(account, after);
		db.transaction(() => {
			if (isNew) changeAccount(db, after);
			const store = { ...parts, now, newId: createNewId(now) };
			const filled = { ...account, ...after };
			const isFullAgain = account.fullSince === null && after.fullSince !== null;
			if (notifies !== null) {
				notifyFullness(store, filled, { percent: notifies, isNew: notifies > account.notifiedPercent, usedBytes });
			} else if (isFullAgain) logFullness(store, filled, 100);
			if (account.fullSince !== null && after.fullSince === null) logRoom(store, account);
		});
		if (removes) {
			const usage = await parts.readingStore.usage(now);
			// The settings may have changed during the await.
			const { isQuotaBinding, whenFull, quotaBytes } = findAccount(db) ?? account;
			const over = storedBytes(db, parts.readingStore) - quotaBytes;
			if (isQuotaBinding && whenFull === "removeOldest" && over > 0) removeOldest(parts, { usage, over, now });
		}
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
			title: said("work.is.fullStorage"),
			nextDueAt: () => {
				const account = findAccount(db);
				const isWaiting =
					account?.isQuotaBinding && account.whenFull === "removeOldest" && account.fullNotifiedAt !== null;
				return isWaiting ? (account.fullNotifiedAt ?? 0) + dayMs : null;
			},
			due: (now) => {
				const account = findAccount(db);
				const isGrace = account?.isQuotaBinding && account.whenFull === "removeOldest";
				return isGrace && account.fullNotifiedAt !== null && account.fullNotifiedAt + dayMs <= now ? ["account"] : [];
			},
			run: async (_, now) => void (await look(now)),
		},
	};
}

function isAsBefore(one: Fullness, other: Fullness): boolean {
	const { notifiedPercent, fullSince, fullNotifiedAt } = other;
	return (
		one.notifiedPercent === notifiedPercent && one.fullSince === fullSince && one.fullNotifiedAt === fullNotifiedAt
	);
}
