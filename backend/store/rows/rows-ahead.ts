import type { DayBlockRows, DayFacts } from "./day-block-rows";
import type { DayRange, Direction } from "./reading-tables";

const mostDays = 32;

type LookedUp = { rows: DayFacts[]; writes: number; range: DayRange };

/** Like `nextFacts` for one device, called repeatedly. Reads some days ahead, and again after a write of any device. */
export function createRowsAhead(dayBlocks: DayBlockRows, direction: Direction): (range: DayRange) => DayFacts[] {
	const isNewestFirst = direction === "newest-first";
	let known: LookedUp | null = null;
	let days = 1;

	function lookAhead([device, from, to]: DayRange): LookedUp {
		const range: DayRange = isNewestFirst
			? [device, Math.max(from, to - days + 1), to]
			: [device, from, Math.min(to, from + days - 1)];
		days = Math.min(4 * days, mostDays);
		return { rows: dayBlocks.factsBetween(...range), writes: dayBlocks.writes(), range };
	}

	return (range) => {
		const [, from, to] = range;
		const next = isNewestFirst ? to : from;
		const isKnown = known?.writes === dayBlocks.writes() && next >= known.range[1] && next <= known.range[2];
		if (!known || !isKnown) known = lookAhead(range);
		const isRequested = ({ day }: DayFacts) => day >= from && day <= to;
		const first = isNewestFirst ? known.rows.findLast(isRequested) : known.rows.find(isRequested);
		if (first) return known.rows.filter(({ day }) => day === first.day);
		const isWhole = from >= known.range[1] && to <= known.range[2];
		return isWhole ? [] : dayBlocks.nextFacts([range], direction);
	};
}
