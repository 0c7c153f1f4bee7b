import { dayMs } from "../../shared/base/durations";
import { smallestOf } from "../../shared/base/lists";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { AccountDb, Invalidations } from "../base/context";
import { createNewId } from "../base/ids";
import type { DeviceUsage, ReadingStore } from "../base/reading-store";
import { dayText } from "./retention-text";

const mostSteps = 200;

type Parts = {
	db: AccountDb;
	invalidations: Invalidations;
	readingStore: Pick<ReadingStore, "removeBefore" | "storedWithin" | "heldDevices">;
};

type Full = { usage: DeviceUsage[]; over: number; now: number };

/** Stops once the quota is met. Never removes today's readings. */
export function removeOldest({ db, invalidations, readingStore }: Parts, { usage, over, now }: Full): void {
	const today = Math.floor(now / dayMs) * dayMs;
	const isHeld = readingStore.heldDevices(now);
	const oldest = new Map<string, number>();
	for (const { deviceId, oldestReadingAt } of usage) {
		const isFree = oldestReadingAt !== null && oldestReadingAt < today && !isHeld(deviceId);
		if (isFree) oldest.set(deviceId, Math.floor(oldestReadingAt / dayMs) * dayMs);
	}
	const removed = { bytes: 0, readings: 0, before: Number.NEGATIVE_INFINITY, devices: new Set<string>() };
	for (let step = 0; step < mostSteps && removed.bytes < over && oldest.size > 0; step += 1) {
		const day = smallestOf(oldest.values());
		for (const [deviceId, at] of oldest) {
			if (at !== day || removed.bytes >= over) continue;
			const stored = readingStore.storedWithin(deviceId, { from: Number.NEGATIVE_INFINITY, to: day + dayMs });
			readingStore.removeBefore(deviceId, day + dayMs);
			removed.bytes += stored.bytes;
			removed.readings += stored.readings;
			if (stored.readings > 0) removed.devices.add(deviceId);
			if (day + dayMs < today) oldest.set(deviceId, day + dayMs);
			else oldest.delete(deviceId);
		}
		removed.before = day + dayMs;
	}
	if (removed.readings === 0) return;
	const text = said("storage.removedOldest", { readings: removed.readings, day: dayText(removed.before) });
	addConfigEvent({ db, invalidations, now, newId: createNewId(now), user: null }, null, text);
	invalidations.changed("devices", [...removed.devices]);
}
