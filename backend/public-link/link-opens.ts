import { hourMs, minuteMs } from "../../shared/base/durations";
import { createExpiringMap } from "../../shared/base/expiring-map";
import { serverLimits } from "../../shared/base/limits";
import type { AccountDb } from "../base/context";
import { addLinkOpens } from "../db/public-link-rows";

const writtenEveryMs = minuteMs;

export type LinkOpensCounter = ReturnType<typeof createLinkOpens>;

/** Writes a row once a minute at most. An object that ends early has counted too few. */
export function createLinkOpens(db: AccountDb, clock: () => number = Date.now) {
	const counted = createExpiringMap<string, { count: number; writtenAt: number }>({
		most: serverLimits.publicLinks,
		now: clock,
	});
	return {
		/** Each refresh of an open page stores the count of its opening. */
		note(id: string, isOpening: boolean, now: number): void {
			const { count: before, writtenAt } = counted.get(id) ?? { count: 0, writtenAt: Number.NEGATIVE_INFINITY };
			const count = before + Number(isOpening);
			if (count === 0) return;
			const isDue = now - writtenAt >= writtenEveryMs;
			if (isDue) addLinkOpens(db, { id, day: new Date(now).toISOString().slice(0, 10), count });
			counted.set(id, isDue ? { count: 0, writtenAt: now } : { count, writtenAt }, clock() + hourMs);
		},
	};
}
