import { countDigits, specifiedStyle, type ValueStyle } from "../formats/display-formats";
import { formatDuration } from "../formats/duration-format";
import { shownNumber } from "../formats/shown-numbers";
import { decimalsOf, formatValue, quantities, readIn } from "../formats/units";
import { type SentencesTranslate, t } from "../words/made/sentences";
import type { EventCondition } from "./conditions/registry";
import { conditionModuleOf } from "./conditions/registry";
import type { LimitLine, Shown, Unit } from "./conditions/words";

/** A rule's condition as one sentence. It is derived, never stored as the rule's. */
export function ruleSentence(
	{ condition, forSeconds }: { condition: EventCondition; forSeconds: number },
	style: ValueStyle = specifiedStyle,
): string {
	const { say = t } = style;
	const sentence = conditionModuleOf(condition).sentence(condition, shownIn(condition, style));
	if (forSeconds === 0) return say("rule", { sentence });
	return say("rule.lasting", { sentence, duration: formatDuration(forSeconds * 1000, say) });
}

/** The limit of an event's value, such as `above 8 °C`. Null: the sentence contains it. */
export function limitText(condition: EventCondition, style: ValueStyle = specifiedStyle): string | null {
	return conditionModuleOf(condition).limit(condition, shownIn(condition, style));
}

/** Limits to draw in a chart of the readings. Empty if something else is compared, or the limit is a device's field. */
export function limitLines(condition: EventCondition, style: ValueStyle = specifiedStyle): LimitLine[] {
	return conditionModuleOf(condition).lines(condition, shownIn(condition, style));
}

/** How to convert the condition's numbers to another unit. Null: not convertible. */
export function comparedAs(condition: EventCondition): "value" | "difference" | null {
	const measure = conditionModuleOf(condition).measure(condition);
	if (measure === "times") return "value";
	if (measure === "perHour") return "difference";
	return measure === "value" || measure === "difference" ? measure : null;
}

export function crossingsText(crossings: number, style: ValueStyle = specifiedStyle): string {
	const { say = t } = style;
	return say("crossings", { count: crossings, shown: countDigits(crossings, style) });
}

export function comparesDuration(condition: EventCondition): boolean {
	return conditionModuleOf(condition).measure(condition) === "seconds";
}

function shownIn(condition: EventCondition, style: ValueStyle): Shown {
	const { decimalSign, say = t } = style;
	const [{ quantity, unit } = unitless] = conditionModuleOf(condition).channels(condition);
	const compared = comparedAs(condition);
	const shown = readIn({ quantity, unit }, compared === null ? specifiedStyle : style);
	const written = writtenUnit(condition, shown.unit, say);
	if (shown.unit === unit) return { quantity, unit: written, decimalSign, say, read: (value) => value };
	const read = (value: number) => {
		const typed = Math.max(quantities[quantity].decimals, String(value).split(".")[1]?.length ?? 0);
		const decimals = decimalsOf(typed + 1, shown.moreDecimals);
		return Number(shownNumber(value, shown, compared === "difference").toFixed(decimals));
	};
	return { quantity, unit: written, decimalSign, say, read };
}

function writtenUnit(condition: EventCondition, unit: string, say: SentencesTranslate): string {
	if (conditionModuleOf(condition).measure(condition) !== "perHour") return unit;
	return unit === "" ? say("unit.perHour") : `${unit}/h`;
}

const unitless: Unit = { quantity: "other", unit: "" };

export function eventValueText(condition: EventCondition, value: number, style: ValueStyle = specifiedStyle): string {
	const { say = t } = style;
	const measure = conditionModuleOf(condition).measure(condition);
	if (measure === "seconds") return formatDuration(value * 1000, say);
	if (measure === "times") return say("times", { count: value, shown: countDigits(value, style) });
	const [{ quantity, unit } = unitless] = conditionModuleOf(condition).channels(condition);
	const shown = readIn({ quantity, unit }, measure === "unconverted" ? specifiedStyle : style);
	const read = shown.read(value, measure === "difference" || measure === "perHour");
	const decimals = decimalsOf(quantities[quantity].decimals, shown.moreDecimals);
	const format = { quantity, unit: writtenUnit(condition, shown.unit, say), decimals };
	return formatValue(read, format, { ...style, units: null });
}
