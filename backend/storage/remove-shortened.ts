import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, Invalidations } from "../base/context";
import { createNewId } from "../base/ids";
import { heldWaitMs, type Job } from "../base/job";
import type { ReadingStore } from "../base/reading-store";
import { findDevice } from "../db/device-rows";
import { applyRetention, firstShorteningDueAt, listShorteningsDue, listWaiting } from "../db/retention-rows";
import { deviceSubject } from "../device/device-projection";
import { dayText, saidRetention } from "./retention-text";
import { cutSpan } from "./shortening";

type Parts = {
	db: AccountDb;
	invalidations: Invalidations;
	readingStore: Pick<ReadingStore, "storedWithin" | "storedSince" | "removeBefore" | "heldDevices">;
};

/** Removes readings 24 h after a shorter retention was set, and logs the removal. A subject is a device's id. */
export function removeShortenedWork({ db, invalidations, readingStore }: Parts): Job {
	let heldUntil = Number.NEGATIVE_INFINITY;
	return {
		name: "shortened retention",
		title: said("work.is.shorterRetention"),
		describe: (deviceId) => deviceSubject(db, deviceId),
		nextDueAt: () => {
			const dueAt = firstShorteningDueAt(db);
			return dueAt === null ? null : Math.max(dueAt, heldUntil);
		},
		due: (now, limit) => {
			if (heldUntil > now) return [];
			const due = listShorteningsDue(db, now);
			const isHeld = readingStore.heldDevices(now);
			const free = due.filter((deviceId) => !isHeld(deviceId)).slice(0, limit);
			if (due.length > 0 && free.length === 0) heldUntil = now + heldWaitMs;
			return free;
		},
		run: async (deviceId, now) => {
			db.transaction(() => removeShortened({ db, invalidations, readingStore }, deviceId, now));
		},
	};
}

function removeShortened({ db, invalidations, readingStore }: Parts, deviceId: string, now: number): void {
	const [row] = listWaiting(db, [deviceId]);
	if (!row || row.dueAt > now || readingStore.heldDevices(now)(deviceId)) return;
	const span = cutSpan(row.keptDays, row);
	const { readings } = readingStore.storedWithin(deviceId, span);
	const since = readingStore.storedSince(deviceId, { ...span, seq: row.decidedSeq });
	applyRetention(db, [deviceId], row.days);
	const changed = { days: saidRetention(row.days), before: saidRetention(row.keptDays) };
	const gone = { ...changed, readings, day: dayText(span.to) };
	const removed =
		since === 0 ? said("retention.removed", gone) : said("retention.removedLater", { ...gone, later: since });
	const store = { db, invalidations, now, newId: createNewId(now), user: null };
	addConfigEvent(store, deviceId, readings === 0 ? said("retention.nothingOlder", changed) : removed);
	invalidations.changed("devices", [deviceId]);
	// Last: the caches follow only their own rollback.
	if (findDevice(db, deviceId)) readingStore.removeBefore(deviceId, span.to);
}
