import type * as z from "zod/mini";
import type { NumberStyle } from "../../formats/display-formats";
import { formatDuration } from "../../formats/duration-format";
import { quantityTitle } from "../../formats/quantity-titles";
import { formatValue, type Quantity } from "../../formats/units";
import { type SentencesTranslate, t } from "../../words/made/sentences";
import { type AlertLimit, type AlertSeverity, type ChannelChoice, type Comparison, isBeyond } from "./terms";

export type ConditionModule<Schema extends z.ZodMiniType, Condition = z.output<Schema>> = {
	schema: Schema;
	/** All that it reads, first the one whose events they are. None: the device. */
	channels(condition: Condition): ChannelChoice[];
	measure(condition: Condition): Measure;
	sentence(condition: Condition, shown: Shown): string;
	limit(condition: Condition, shown: Shown): string | null;
	lines(condition: Condition, shown: Shown): LimitLine[];
	severities?(condition: Condition): AlertSeverity[];
};

export function conditionModule<Schema extends z.ZodMiniType>(
	subject: ConditionModule<Schema>,
): ConditionModule<Schema> {
	return subject;
}

/** `unconverted`: a number that no other unit has; `perHour`: a difference in an hour; `times`: a count of readings. */
export type Measure = "value" | "difference" | "perHour" | "unconverted" | "seconds" | "times";

/** `limit`: with its unit, such as `8 °C`. */
export type LimitLine = { value: number; kind: "min" | "max"; limit: string; text: string };

export type Unit = { quantity: Quantity; unit: string };

/** The reader's unit. `read` converts a number of the condition to it. */
export type Shown = Unit & NumberStyle & { say: SentencesTranslate; read(value: number): number };

export function subjectOf({ name, quantity }: ChannelChoice, { say }: Pick<Shown, "say">): string {
	return name ?? quantityTitle(quantity, say);
}

const comparisons = {
	">": "above",
	"≥": "atLeast",
	"<": "below",
	"≤": "atMost",
	"=": "exactly",
	"≠": "not",
} as const satisfies Record<Comparison, string>;

export const comparisonLabels: Record<Comparison, string> = {
	">": t("comparison.above"),
	"≥": t("comparison.atLeast"),
	"<": t("comparison.below"),
	"≤": t("comparison.atMost"),
	"=": t("comparison.exactly"),
	"≠": t("comparison.not"),
};

type Compared = { comparison: Comparison; limit: AlertLimit };

export function comparedText({ comparison, limit }: Compared, shown: Shown): string {
	const { say, quantity } = shown;
	const how = comparisons[comparison];
	if (limit.from === "range") return say(`compared.${how}.${limit.end}`);
	if (limit.from === "field") return say(`compared.${how}.field`, { field: limit.field });
	if (quantity === "door") return say(isOpenDoor(comparison, limit.value) ? "compared.open" : "compared.closed");
	return say(`compared.${how}.value`, { limit: valueText(limit.value, shown) });
}

function isOpenDoor(comparison: Comparison, value: number): boolean {
	const isMeantWhen = (state: number) => isBeyond(state, comparison, value);
	return isMeantWhen(1) && !isMeantWhen(0);
}

export function limitText(limit: AlertLimit, shown: Shown): string {
	if (limit.from === "value") return valueText(limit.value, shown);
	if (limit.from === "field") return shown.say("limit.field", { field: limit.field });
	return shown.say(`limit.${limit.end}`);
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

export function spanText(seconds: number, { say }: Pick<Shown, "say">): string {
	return formatDuration(seconds * 1000, say);
}

export function comparedLines({ comparison, limit }: Compared, shown: Shown): LimitLine[] {
	return limitLine(limit, comparison === "<" || comparison === "≤" ? "min" : "max", shown);
}

export function limitLine(limit: AlertLimit, kind: LimitLine["kind"], shown: Shown): LimitLine[] {
	if (limit.from !== "value" || shown.quantity === "door") return [];
	const text = valueText(limit.value, shown);
	return [{ value: shown.read(limit.value), kind, limit: text, text: shown.say("limit.line", { value: text }) }];
}
