import { dayMs } from "../../shared/base/durations";
import { unitsPerDay } from "../base/reading-store";
import type { DayFacts } from "./rows/day-block-rows";
import type { StoredDeviceRow } from "./rows/stored-device-rows";
import type { StoreParts } from "./store-parts";

/** After so many rounds such work goes on without letting others in, so that it ends whatever comes to its days. */
export const roundsInTurns = 20;

/** In units of `ReadBudget`: some ten milliseconds. */
const sliceUnits = 5_000;

/** What is looked at before others have the thread, in the order given; `readingsOf`: how many one has. */
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

/**
 * By UTC day: a text that is another once anything of the day was stored, removed, merged or archived. For work that
 * lets others in and then has to know which days it must look at again. `days` ascend.
 */
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
