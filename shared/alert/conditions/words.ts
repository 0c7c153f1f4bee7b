import type * as z from "zod/mini";
import type { NumberStyle } from "../../formats/display-formats";
import { formatDuration } from "../../formats/duration-format";
import { quantityTitles } from "../../formats/quantity-titles";
import { formatValue, type Quantity } from "../../formats/units";
import { type AlertLimit, type AlertSeverity, type ChannelChoice, type Comparison, isBeyond } from "./terms";

export type ConditionModule<Schema extends z.ZodMiniType, Condition = z.output<Schema>> = {
	schema: Schema;
	channels(condition: Condition): ChannelChoice | null;
	measure(condition: Condition): Measure;
	sentence(condition: Condition, shown: Shown): string;
	limit(condition: Condition, shown: Shown): string | null;
	lines(condition: Condition, shown: Shown): LimitLine[];
	severities?(condition: Condition): AlertSeverity[];
	note?: string;
};

export function conditionModule<Schema extends z.ZodMiniType>(
	subject: ConditionModule<Schema>,
): ConditionModule<Schema> {
	return subject;
}

/** `unconverted`: a number that no other unit has; `perHour`: a difference in an hour; `times`: a count of readings. */
export type Measure = "value" | "difference" | "perHour" | "unconverted" | "seconds" | "times";

export type LimitLine = { value: number; kind: "min" | "max"; text: string };

export type Unit = { quantity: Quantity; unit: string };

/** The reader's unit. `read` converts a number of the condition to it. */
export type Shown = Unit & NumberStyle & { read(value: number): number };

export function subjectOf({ name, quantity }: ChannelChoice): string {
	return name ?? quantityTitles[quantity];
}

export const comparisonLabels: Record<Comparison, string> = {
	">": "above",
	"≥": "at least",
	"<": "below",
	"≤": "at most",
	"=": "exactly",
	"≠": "anything but",
};

type Compared = { comparison: Comparison; limit: AlertLimit };

export function comparedText({ comparison, limit }: Compared, shown: Shown): string {
	if (shown.quantity === "door" && limit.from === "value") return doorWords(comparison, limit.value);
	return `${comparisonLabels[comparison]} ${limitText(limit, shown)}`;
}

function doorWords(comparison: Comparison, value: number): string {
	const isMeantWhen = (state: number) => isBeyond(state, comparison, value);
	return isMeantWhen(1) && !isMeantWhen(0) ? "open" : "closed";
}

export function limitText(limit: AlertLimit, shown: Shown): string {
	if (limit.from === "value") return valueText(limit.value, shown);
	if (limit.from === "field") return `the device's ${limit.field}`;
	return `the ${limit.end === "min" ? "lower" : "upper"} end of its expected range`;
}

/** Keeps the decimals that the user entered, at most six. */
export function valueText(value: number, { quantity, unit, read, decimalSign }: Shown): string {
	const number = read(value);
	const written = String(Math.abs(number)).split(".")[1]?.length ?? 0;
	const format = {
		quantity: quantity === "door" ? ("other" as const) : quantity,
		unit,
		decimals: Math.min(written, 6),
	};
	return formatValue(number, format, { decimalSign, units: null });
}

export function spanText(seconds: number): string {
	return formatDuration(seconds * 1000);
}

export function comparedLines({ comparison, limit }: Compared, shown: Shown): LimitLine[] {
	return limitLine(limit, comparison === "<" || comparison === "≤" ? "min" : "max", shown);
}

export function limitLine(limit: AlertLimit, kind: LimitLine["kind"], shown: Shown): LimitLine[] {
	if (limit.from !== "value" || shown.quantity === "door") return [];
	return [{ value: shown.read(limit.value), kind, text: `Limit ${valueText(limit.value, shown)}` }];
}
