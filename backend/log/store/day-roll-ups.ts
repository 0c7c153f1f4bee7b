import type { Span } from "../log-store";
import type { AskedDevice } from "./asked-devices";
import { firstAtFrom } from "./split-readings";
import type { StoreParts } from "./store-parts";
import { dayMs, dayOf } from "./utc-days";

/** A day of which a device may have readings within a span. */
export type DayRollUp = {
	day: number;
	/** As encoded; null: the day is not in one place, and its readings tell. */
	quarters: Uint8Array | null;
};

/** Days ascending. */
export function dayRollUps(parts: StoreParts, device: AskedDevice, { from, to }: Span): DayRollUp[] {
	if (from >= to) return [];
	const range = [device.number, dayOf(from), dayOf(to - 1)] as const;
	const days = new Map<number, DayRollUp>();
	for (const day of parts.importBlocks.daysBetween(...range)) days.set(day, { day, quarters: null });
	for (const day of tailDays(parts, device, { from, to })) days.set(day, { day, quarters: null });
	for (const { day, quarters, late } of parts.rollUps.between(...range)) {
		if (late > 0) days.set(day, { day, quarters: null });
		else if (quarters && !days.has(day)) days.set(day, { day, quarters });
	}
	return [...days.values()].sort((a, b) => a.day - b.day);
}

function tailDays({ tails }: StoreParts, { deviceId }: AskedDevice, { from, to }: Span): number[] {
	const row = tails.row(deviceId);
	if (!row || row.tailFrom === null || row.tailTo === null || row.tailFrom >= to || row.tailTo < from) return [];
	const readings = tails.readings(row);
	const days: number[] = [];
	for (let at = firstAtFrom(readings, from); at !== null && at < to; ) {
		days.push(dayOf(at));
		at = firstAtFrom(readings, (dayOf(at) + 1) * dayMs);
	}
	return days;
}
