import { dayMs, hourMs } from "../../../../shared/base/durations";
import { type RangeType, rangeBounds, trailingMs, type Zone } from "../../../../shared/time/time-zones";
import { displayFormats } from "../../../ui/display-formats";
import { t } from "../../../words/made/log";
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

const trailing = (count: number, maxOffset: number): Range => ({
	longestMs: count * dayMs,
	maxOffset,
	current: t("range.lastDays", { count }),
	earlier: t("range.days", { count }),
	inSentence: t("range.theseDays", { count }),
});

export const ranges: Record<RangeType, Range> = {
	hour: {
		longestMs: hourMs,
		maxOffset,
		current: t("range.hour"),
		earlier: t("range.hour.earlier"),
		inSentence: t("range.hour.this"),
	},
	day: {
		longestMs: 25 * hourMs,
		maxOffset: 20_000,
		inSentence: t("range.day.this"),
		current: t("range.day"),
		before: t("range.day.before"),
		earlier: t("range.day.earlier"),
	},
	week: {
		longestMs: 169 * hourMs,
		maxOffset: 2_900,
		inSentence: t("range.week.this"),
		current: t("range.week"),
		before: t("range.week.before"),
		earlier: t("range.week.earlier"),
	},
	month: {
		longestMs: 745 * hourMs,
		maxOffset: 670,
		inSentence: t("range.month.this"),
		current: t("range.month"),
		before: t("range.month.before"),
		earlier: t("range.month.earlier"),
	},
	"24h": {
		longestMs: dayMs,
		maxOffset: 20_000,
		current: t("range.last24Hours"),
		earlier: t("range.24Hours"),
		inSentence: t("range.these24Hours"),
	},
	"7d": trailing(7, 2_900),
	"30d": trailing(30, 670),
	"90d": trailing(90, 220),
	"365d": { ...trailing(365, 55), current: t("range.year") },
	night: {
		longestMs: 25 * hourMs,
		maxOffset: 20_000,
		inSentence: t("range.night.this"),
		current: t("range.night"),
		earlier: t("range.night.earlier"),
	},
};

type ChosenRange = { rangeType: RangeType; offset: number; exact: object | null };

export function rangeName({ rangeType, offset, exact }: ChosenRange): string {
	const { current, before, earlier } = ranges[rangeType];
	if (exact) return t("range.custom");
	if (offset === 0) return current;
	return offset === 1 && before !== undefined ? before : earlier;
}

export function rangeInSentence({ rangeType, exact }: Pick<ChosenRange, "rangeType" | "exact">): string {
	return exact ? t("range.custom.this") : ranges[rangeType].inSentence;
}

type RangeChoice = { rangeType: RangeType; offset: 0 | 1 };

const atOnce = (...rangeTypes: RangeType[]): RangeChoice[] => rangeTypes.map((rangeType) => ({ rangeType, offset: 0 }));
const andBefore = (...rangeTypes: RangeType[]): RangeChoice[] =>
	rangeTypes.flatMap((rangeType) => [{ rangeType, offset: 0 } as const, { rangeType, offset: 1 } as const]);

export const rangeChoices: { title: string; choices: RangeChoice[] }[] = [
	{ title: t("ranges.toNow"), choices: atOnce("hour", "24h", "7d", "30d", "90d", "365d") },
	{ title: t("ranges.calendar"), choices: [...andBefore("day"), ...atOnce("night"), ...andBefore("week", "month")] },
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
