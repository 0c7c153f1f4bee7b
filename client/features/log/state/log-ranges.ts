import { dayMs, hourMs } from "../../../../shared/base/durations";
import { type RangeType, rangeBounds, trailingMs, type Zone } from "../../../../shared/time/time-zones";
import { displayFormats } from "../../../ui/display-formats";
import type { LogSearch } from "./log-search";

const maxOffset = 100_000;

type Range = {
	longestMs: number;
	/** Keeps every range after 1970. */
	maxOffset: number;
	current: string;
	before?: string;
	earlier: string;
	inSentence: string;
};

const trailing = (days: number, maxOffset: number, name = `${days} days`): Range => {
	return { longestMs: days * dayMs, maxOffset, current: `Last ${name}`, earlier: name, inSentence: `these ${name}` };
};

export const ranges: Record<RangeType, Range> = {
	hour: { longestMs: hourMs, maxOffset, current: "Last hour", earlier: "Hour", inSentence: "this hour" },
	day: {
		longestMs: 25 * hourMs,
		maxOffset: 20_000,
		inSentence: "this day",
		current: "Today",
		before: "Yesterday",
		earlier: "Day",
	},
	week: {
		longestMs: 169 * hourMs,
		maxOffset: 2_900,
		inSentence: "this week",
		current: "This week",
		before: "Last week",
		earlier: "Week",
	},
	month: {
		longestMs: 745 * hourMs,
		maxOffset: 670,
		inSentence: "this month",
		current: "This month",
		before: "Last month",
		earlier: "Month",
	},
	"24h": trailing(1, 20_000, "24 hours"),
	"7d": trailing(7, 2_900),
	"30d": trailing(30, 670),
	"90d": trailing(90, 220),
	"365d": { ...trailing(365, 55), current: "Last year" },
	night: {
		longestMs: 25 * hourMs,
		maxOffset: 20_000,
		inSentence: "this night",
		current: "Last night",
		earlier: "Night",
	},
};

type ChosenRange = { rangeType: RangeType; offset: number; exact: object | null };

export function rangeName({ rangeType, offset, exact }: ChosenRange): string {
	const { current, before, earlier } = ranges[rangeType];
	if (exact) return "Custom";
	if (offset === 0) return current;
	return offset === 1 && before !== undefined ? before : earlier;
}

export function rangeInSentence({ rangeType, exact }: Pick<ChosenRange, "rangeType" | "exact">): string {
	return exact ? "this span" : ranges[rangeType].inSentence;
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

/** True if the range depends on the calendar of a zone. */
export function isCalendarRange(rangeType: RangeType): boolean {
	return trailingMs(rangeType) === null;
}

export function offsetText(offset: number): string | undefined {
	return offset <= 0 ? undefined : String(Math.min(offset, maxOffset));
}

type OffsetRequest = { rangeType: RangeType; at: number; zone: Zone; now: number };

/** Search parameters of the range that holds an instant. Between two nights, that is the day. */
export function rangeHolding({ rangeType, ...request }: OffsetRequest): Pick<LogSearch, "range" | "offset"> {
	if (rangeType === "night") return { range: "day", ...rangeHolding({ rangeType: "day", ...request }) };
	return { offset: offsetText(offsetHolding({ rangeType, ...request })) };
}

export function offsetHolding({ rangeType, at, zone, now }: OffsetRequest): number {
	const { weekStart } = displayFormats();
	let offset = Math.max(Math.floor((now - at) / ranges[rangeType].longestMs) - 1, 0);
	while (offset < maxOffset && rangeBounds({ rangeType, offset, zone, now, weekStart }).from > at) offset += 1;
	return offset;
}
