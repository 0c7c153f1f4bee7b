import { ChannelId } from "../../../../shared/base/ids";
import { limits } from "../../../../shared/base/limits";
import { shownNumber } from "../../../../shared/formats/shown-numbers";
import { type Measure, Quantity, readIn } from "../../../../shared/formats/units";
import { type GetLogs, type LogEntryKind, LogLevel, ValueRange } from "../../../../shared/log/log";
import { hasReadingFilter, type ReadingFilter } from "../../../../shared/log/reading-filter";
import { groupedText, valueStyle } from "../../../ui/value-display";
import { t } from "../../../words/made/log";
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
		label: t("only.outOfLimits"),
		text: t("only.outOfLimits.help"),
	},
	{
		key: "isLate",
		part: "late",
		label: t("only.late"),
		text: t("only.late.help"),
	},
	{
		key: "isAfterGap",
		part: "gaps",
		label: t("only.gaps"),
		text: t("only.gaps.help"),
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
	if (isOfReadings(filters) && hasLevels) return t("conflict.levelAndReading");
	if (isOfReadings(filters) && !mayBeReading) return t("conflict.otherKinds");
	if (hasLevels && kinds.length > 0 && kinds.every((kind) => kind === "reading")) return t("conflict.level");
	return null;
}

export function rangeLabel({ min, max }: ValueRange, measure: Measure = { quantity: "other", unit: "" }): string {
	const shown = readIn(measure, valueStyle());
	const number = (value: number) => groupedText(String(shownNumber(value, shown)));
	const withUnit = (value: number) => `${number(value)}${shown.unit === "" ? "" : ` ${shown.unit}`}`;
	if (min === undefined) return max === undefined ? "" : t("value.atMost", { value: withUnit(max) });
	return max === undefined
		? t("value.atLeast", { value: withUnit(min) })
		: t("value.between", { least: number(min), most: withUnit(max) });
}
