import { type RangeType, rangeBounds, trailingMs, type Zone } from "../../../../shared/time-zones";
import type { LogSearch } from "./log-search";

/** The ranges that a person may choose, and how far back they go. */

const hourMs = 3_600_000;

/** The limit of the contract's schema. */
const maxOffset = 100_000;

/** From the start of one range to that of the next, at most. */
export const longestMs: Record<RangeType, number> = {
	hour: hourMs,
	day: 25 * hourMs,
	week: 169 * hourMs,
	month: 745 * hourMs,
	"24h": 24 * hourMs,
	"7d": 7 * 24 * hourMs,
	"30d": 30 * 24 * hourMs,
	"90d": 90 * 24 * hourMs,
	"365d": 365 * 24 * hourMs,
	night: 25 * hourMs,
};

/** No range may lead to a time before 1970. */
export const maxOffsets: Record<RangeType, number> = {
	hour: maxOffset,
	day: 20_000,
	week: 2_900,
	month: 670,
	"24h": 20_000,
	"7d": 2_900,
	"30d": 670,
	"90d": 220,
	"365d": 55,
	night: 20_000,
};

type Names = {
	/** The current one. */
	current: string;
	/** The one before; absent: it has no name of its own. */
	before?: string;
	/** Any further back. */
	earlier: string;
	/** Within a sentence: "No readings in …". */
	inSentence: string;
};

const names: Record<RangeType, Names> = {
	hour: { current: "Last hour", earlier: "Hour", inSentence: "this hour" },
	day: { current: "Today", before: "Yesterday", earlier: "Day", inSentence: "this day" },
	week: { current: "This week", before: "Last week", earlier: "Week", inSentence: "this week" },
	month: { current: "This month", before: "Last month", earlier: "Month", inSentence: "this month" },
	"24h": { current: "Last 24 hours", earlier: "24 hours", inSentence: "these 24 hours" },
	"7d": { current: "Last 7 days", earlier: "7 days", inSentence: "these 7 days" },
	"30d": { current: "Last 30 days", earlier: "30 days", inSentence: "these 30 days" },
	"90d": { current: "Last 90 days", earlier: "90 days", inSentence: "these 90 days" },
	"365d": { current: "Last year", earlier: "365 days", inSentence: "these 365 days" },
	night: { current: "Last night", earlier: "Night", inSentence: "this night" },
};

type ChosenRange = { rangeType: RangeType; offset: number; exact: object | null };

export function rangeName({ rangeType, offset, exact }: ChosenRange): string {
	const { current, before, earlier } = names[rangeType];
	if (exact) return "Custom";
	if (offset === 0) return current;
	return offset === 1 && before !== undefined ? before : earlier;
}

export function rangeInSentence({ rangeType, exact }: Pick<ChosenRange, "rangeType" | "exact">): string {
	return exact ? "this span" : names[rangeType].inSentence;
}

type RangeChoice = { rangeType: RangeType; offset: 0 | 1 };

const atOnce = (...rangeTypes: RangeType[]): RangeChoice[] => rangeTypes.map((rangeType) => ({ rangeType, offset: 0 }));
const andBefore = (...rangeTypes: RangeType[]): RangeChoice[] =>
	rangeTypes.flatMap((rangeType) => [{ rangeType, offset: 0 } as const, { rangeType, offset: 1 } as const]);

export const rangeChoices: { title: string; choices: RangeChoice[] }[] = [
	{ title: "Up to now", choices: atOnce("hour", "24h", "7d", "30d", "90d", "365d") },
	{ title: "By the calendar", choices: [...andBefore("day"), ...atOnce("night"), ...andBefore("week", "month")] },
];

export const noSpan = { from: undefined, to: undefined, zone: undefined };

export function rangeSearch({ rangeType, offset }: RangeChoice): LogSearch {
	return { range: rangeType === "hour" ? undefined : rangeType, offset: offsetText(offset), ...noSpan };
}

/** Cut by a clock's calendar, so that it depends on whose clock that is. */
export function isCalendarRange(rangeType: RangeType): boolean {
	return trailingMs(rangeType) === null;
}

export function offsetText(offset: number): string | undefined {
	return offset <= 0 ? undefined : String(Math.min(offset, maxOffset));
}

type OffsetRequest = { rangeType: RangeType; at: number; zone: Zone; now: number };

/** The search for the range of a kind that holds an instant; between two nights that is its day. */
export function rangeHolding({ rangeType, ...request }: OffsetRequest): Pick<LogSearch, "range" | "offset"> {
	if (rangeType === "night") return { range: "day", ...rangeHolding({ rangeType: "day", ...request }) };
	return { offset: offsetText(offsetHolding({ rangeType, ...request })) };
}

export function offsetHolding({ rangeType, at, zone, now }: OffsetRequest): number {
	// No range is longer than this, so the first count is never too high.
	let offset = Math.max(Math.floor((now - at) / longestMs[rangeType]) - 1, 0);
	while (offset < maxOffset && rangeBounds({ rangeType, offset, zone, now }).from > at) offset += 1;
	return offset;
}
