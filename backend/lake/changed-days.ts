import { dayMs } from "../../shared/base/durations";
import type { ReadingsPosition } from "../../shared/log/reading-changes";
import type { AccountDb } from "../base/context";
import type { ReadingStore } from "../base/reading-store";
import type { TurnQueue } from "../base/turn-queue";
import { isGone } from "../db/deletion-rows";
import { findDeviceAfter } from "../db/device-rows";
import { listLakeDays } from "../db/lake-rows";
import { listReadingChanges, type ReadingChangeRow } from "../db/reading-change-rows";
import { isKnownPosition } from "../log/get-changes";

const devicesPerTurn = 50;

type Parts = { db: AccountDb; readingStore: ReadingStore; turnQueue: Pick<TurnQueue, "next">; now: number };

/** `firstDay`: the lake's first UTC day. `isWidened`: also finds days of before that have no file yet. */
type Asked = { since: ReadingsPosition | null; until: ReadingsPosition; firstDay: number; isWidened: boolean };

/** Returns UTC days whose files may differ from the readings, by the same changes that the API's `changes` lists. */
export async function changedLakeDays(
	parts: Parts,
	{ since, until, firstDay, isWidened }: Asked,
): Promise<Set<number>> {
	const { db, readingStore, turnQueue, now } = parts;
	const known = since !== null && isKnownPosition(parts, since, until) ? since : null;
	const stored = listLakeDays(db).map(({ day }) => day);
	const isStored = new Set(stored);
	const listed = known ? listReadingChanges(db, { after: known.change, until: until.change }) : [];
	const days = new Set(known ? listed.flatMap((row) => daysWithin(stored, row)) : stored);
	let looked = 0;
	for (let device = findDeviceAfter(db, ""); device !== null; device = findDeviceAfter(db, device.id)) {
		looked += 1;
		if (looked % devicesPerTurn === 0) await turnQueue.next();
		if (isGone(device, now)) continue;
		const { id, keptDays } = device;
		for (const day of readingStore.changedDays(id, known?.seq ?? -1)) days.add(day);
		if (known && isWidened) {
			for (const day of readingStore.changedDays(id, -1)) if (!isStored.has(day)) days.add(day);
		}
		if (known && keptDays !== null) {
			for (let day = known.day - keptDays; day < until.day - keptDays; day += 1) if (isStored.has(day)) days.add(day);
		}
	}
	return new Set([...days].filter((day) => day >= firstDay));
}

function daysWithin(days: readonly number[], { from, to }: Pick<ReadingChangeRow, "from" | "to">): number[] {
	const first = from === null ? Number.NEGATIVE_INFINITY : Math.floor(from / dayMs);
	const last = to === null ? Number.POSITIVE_INFINITY : Math.floor(to / dayMs);
	return days.filter((day) => day >= first && day <= last);
}
