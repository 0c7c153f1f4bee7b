import { minuteMs } from "../../shared/base/durations";
import { serverLimits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, Invalidations } from "../base/context";
import { createNewId } from "../base/ids";
import { objectSpace, type SpaceUsed } from "../base/object-space";
import { changeAccount, findAccount, listActiveOwners } from "../db/account-rows";
import { queueMessage } from "../message/queue-message";

const lookEveryMs = 10 * minuteMs;
const freedPercent = 5;

type Parts = { db: AccountDb; invalidations: Invalidations; spaceUsed: SpaceUsed };

/** Call after a write. Returns whether it has notified owners now. */
export function watchObjectSpace({ db, invalidations, spaceUsed }: Parts): (now: number) => boolean {
	let lookedAt = Number.NEGATIVE_INFINITY;

	return function look(now) {
		if (now - lookedAt < lookEveryMs) return false;
		lookedAt = now;
		const account = findAccount(db);
		if (!account) return false;
		const [percent, level] = [spaceUsed() * 100, objectSpace.notifiesOwners * 100];
		const isFreed = account.objectNotifiedPercent > 0 && percent < level - freedPercent;
		if (isFreed) changeAccount(db, { objectNotifiedPercent: 0 });
		if (percent < level || account.objectNotifiedPercent >= level) return false;
		db.transaction(() => {
			changeAccount(db, { objectNotifiedPercent: level });
			const store = { db, invalidations, now, newId: createNewId(now), user: null };
			addConfigEvent(store, null, said("storage.object", { level }));
			const about = store.newId("notice");
			const quotaBytes = serverLimits.objectBytes;
			const facts = { of: "object", percent: level, usedBytes: spaceUsed() * quotaBytes, quotaBytes } as const;
			for (const { id: userId } of listActiveOwners(db)) {
				const recipient = { to: "user", userId, channel: "email" } as const;
				const further = { whenFull: account.whenFull, removedFrom: null };
				queueMessage(store, { cause: "storage", about, recipient, facts: { ...facts, ...further } });
			}
		});
		return true;
	};
}
