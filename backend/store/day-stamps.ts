import { dayMs } from "../../shared/base/durations";
import { unitsPerDay } from "../base/reading-store";
import type { DayFacts } from "./rows/day-block-rows";
import type { StoredDeviceRow } from "./rows/stored-device-rows";
import type { StoreParts } from "./store-parts";

/** After this many rounds the work no longer yields, so that it ends even if its days keep changing. */
export const roundsInTurns = 20;

/** Units of `ReadBudget`; about ten milliseconds. */
const sliceUnits = 5_000;

/** Groups items, in order, into slices of about ten milliseconds. `readingsOf` returns the readings of an item. */
export function slicesOf<Item>(items: readonly Item[], readingsOf: (item: Item) => number): Item[][] {
	const slices: Item[][] = [];
	let units = Number.POSITIVE_INFINITY;
	for (const item of items) {
		const added = readingsOf(item) + unitsPerDay;
		units += added;
		if (units > sliceUnits) {
			slices.push([]);
			units = added;
		}
		slices.at(-1)?.push(item);
	}
	return slices;
}

/** Returns a text per UTC day that changes whenever the day's stored readings change. `days` ascend. */
export function dayStamps(
	{ dayBlocks, importBlocks }: StoreParts,
	row: StoredDeviceRow | null,
	days: readonly number[],
): (day: number) => string {
	const [first, last] = [days[0], days.at(-1)];
	if (!row || first === undefined || last === undefined) return () => "";
	const facts = Map.groupBy(dayBlocks.factsBetween(row.number, first, last), ({ day }) => day);
	const files = Map.groupBy(importBlocks.keysBetween(row.number, first, last), ({ day }) => day);
	return (day) => {
		const blocks = facts.get(day)?.map(factsText).join() ?? "";
		const apart = files.get(day)?.map(({ importId, part }) => `${importId}.${part}`) ?? "";
		return `${row.number} ${blocks} ${apart} ${tailText(row, day)}`;
	};
}

function factsText({ part, version, isArchived, late, readings }: DayFacts): string {
	return `${part}.${version}.${isArchived}.${late}.${readings}`;
}

function tailText({ tailFrom, tailTo, lastSeq, tailReadings }: StoredDeviceRow, day: number): string {
	if (tailFrom === null || tailTo === null || tailFrom >= (day + 1) * dayMs || tailTo < day * dayMs) return "";
	return `${lastSeq}.${tailReadings}.${tailFrom}.${tailTo}`;
}
