import { ChannelId } from "../../../../shared/base/ids";
import { limits } from "../../../../shared/base/limits";
import { shownNumber } from "../../../../shared/formats/shown-numbers";
import { type Measure, Quantity, readIn } from "../../../../shared/formats/units";
import { type GetLogs, type LogEntryKind, LogLevel, ValueRange } from "../../../../shared/log/log";
import { hasReadingFilter, type ReadingFilter } from "../../../../shared/log/reading-filter";
import { groupedText, valueStyle } from "../../../ui/value-display";
import type { LogSearch } from "./log-search";

export type EntryFilters = {
	levels: LogLevel[];
	text: string;
	values: ValueRange | null;
	isOutOfLimits: boolean;
	isLate: boolean;
	isAfterGap: boolean;
};

export const noEntryFilters = { level: undefined, text: undefined, value: undefined, only: undefined, of: undefined };

export const noReadingFilters = { values: null, isOutOfLimits: false, isLate: false, isAfterGap: false } as const;

export function entryFilters({ level, text, value, only, of }: LogSearch): EntryFilters {
	const levels = level?.split(",") ?? [];
	const onlyParts = only?.split(",") ?? [];
	const values = parseRange(value);
	return {
		levels: LogLevel.options.filter((known) => levels.includes(known)),
		text: text?.trim().slice(0, limits.logSearchLength).trim() ?? "",
		values: values && { ...values, ...parseSubject(of) },
		isOutOfLimits: onlyParts.includes("limits"),
		isLate: onlyParts.includes("late"),
		isAfterGap: onlyParts.includes("gaps"),
	};
}

const rangeForm = /^(-?\d{1,12}(?:\.\d{1,6})?)?\.\.(-?\d{1,12}(?:\.\d{1,6})?)?$/;

/** Parses `2..8`, `2..` or `..8`; null for other text. */
export function parseRange(text: string | undefined): ValueRange | null {
	const [, min, max] = rangeForm.exec(text ?? "") ?? [];
	const range = { ...(min !== undefined && { min: Number(min) }), ...(max !== undefined && { max: Number(max) }) };
	return ValueRange.safeParse(range).data ?? null;
}

export type ValueSubject = Pick<ValueRange, "quantity" | "channelId">;

/** Parses a quantity or a channel's id; other text means any reading. */
export function parseSubject(text: string | undefined): ValueSubject {
	const quantity = Quantity.safeParse(text);
	if (quantity.success) return { quantity: quantity.data };
	const channelId = ChannelId.safeParse(text);
	return channelId.success ? { channelId: channelId.data } : {};
}

export function subjectText({ quantity, channelId }: ValueSubject): string | undefined {
	return channelId ?? quantity;
}

export const onlyFilters = [
	{
		key: "isOutOfLimits",
		part: "limits",
		label: "Out of limits",
		text: "Only rows with a reading above or below the limits of its channel.",
	},
	{
		key: "isLate",
		part: "late",
		label: "Late arrivals",
		text: "Only readings that came in later than their device may be silent, and than 15 minutes.",
	},
	{
		key: "isAfterGap",
		part: "gaps",
		label: "Gaps",
		text: "Only readings that end a gap: a pause of more than three usual intervals of their channel.",
	},
] as const;

export function searchOfFilters({ levels, text, values, ...filters }: EntryFilters): LogSearch {
	const only = onlyFilters.filter(({ key }) => filters[key]).map(({ part }) => part);
	return {
		level: levels.join(",") || undefined,
		text: text || undefined,
		value: values ? `${values.min ?? ""}..${values.max ?? ""}` : undefined,
		of: values ? subjectText(values) : undefined,
		only: only.join(",") || undefined,
	};
}

export function isFilteringEntries(filters: EntryFilters): boolean {
	return countEntryFilters(filters) > 0;
}

export function countEntryFilters({ levels, text, values, ...filters }: EntryFilters): number {
	const only = onlyFilters.filter(({ key }) => filters[key]).length;
	return levels.length + only + Number(text !== "") + Number(values !== null);
}

export function isOfReadings(filters: EntryFilters): boolean {
	return hasReadingFilter(readingFilter(filters));
}

export function isBeyondChart(filters: EntryFilters): boolean {
	return filters.levels.length > 0 || isOfReadings(filters);
}

export function readingFilter({ values, isOutOfLimits, isLate, isAfterGap }: EntryFilters): ReadingFilter {
	return {
		...(values && { values }),
		...(isOutOfLimits && { isOutOfLimits }),
		...(isLate && { isLate }),
		...(isAfterGap && { isAfterGap }),
	};
}

type RequestedFilters = Pick<GetLogs, "levels" | "text"> & ReadingFilter;

export function requestedFilters(filters: EntryFilters): RequestedFilters {
	const { levels, text } = filters;
	return { ...(levels.length > 0 && { levels }), ...(text !== "" && { text }), ...readingFilter(filters) };
}

export function conflictMessage(filters: EntryFilters, kinds: LogEntryKind[]): string | null {
	const mayBeReading = kinds.length === 0 || kinds.includes("reading");
	const hasLevels = filters.levels.length > 0;
	if (isOfReadings(filters) && hasLevels) return "Readings have no level, so nothing can pass both filters.";
	if (isOfReadings(filters) && !mayBeReading)
		return "Only readings can pass these filters, and other kinds are chosen.";
	if (hasLevels && kinds.length > 0 && kinds.every((kind) => kind === "reading")) return "Readings have no level.";
	return null;
}

export const levelNames: Record<LogLevel, string> = { info: "Info", warning: "Warning", error: "Error" };

export function rangeLabel({ min, max }: ValueRange, measure: Measure = { quantity: "other", unit: "" }): string {
	const shown = readIn(measure, valueStyle());
	const number = (value: number) => groupedText(String(shownNumber(value, shown)));
	const withUnit = (value: number) => `${number(value)}${shown.unit === "" ? "" : ` ${shown.unit}`}`;
	if (min === undefined) return max === undefined ? "" : `at most ${withUnit(max)}`;
	return max === undefined ? `at least ${withUnit(min)}` : `${number(min)} to ${withUnit(max)}`;
}
