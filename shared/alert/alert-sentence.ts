import { countDigits, specifiedFormats, type ValueStyle } from "../formats/display-formats";
import { formatDuration } from "../formats/duration-format";
import { formatValue, inUnit, quantities, readUnit } from "../formats/units";
import type { AlertRule } from "./alert-rule";
import type { AlertCondition } from "./conditions/registry";
import { conditionModuleOf } from "./conditions/registry";
import type { LimitLine, Shown, Unit } from "./conditions/words";

/** A rule's condition as one English sentence: the only place that puts it in words. It is never stored as the rule's. */
export function ruleSentence(
	{ condition, forSeconds }: Pick<AlertRule, "condition" | "forSeconds">,
	style: ValueStyle = specifiedFormats,
): string {
	const lasting = forSeconds > 0 ? ` for ${formatDuration(forSeconds * 1000)}` : "";
	return `${conditionModuleOf(condition).sentence(condition, shownIn(condition, style))}${lasting}.`;
}

/** What an event's value is compared with, such as `above 8 °C`; null: its sentence says all. */
export function limitText(condition: AlertCondition, style: ValueStyle = specifiedFormats): string | null {
	return conditionModuleOf(condition).limit(condition, shownIn(condition, style));
}

/** Lines of a chart of the readings themselves; none for what compares something else, or reads its limit from a device. */
export function limitLines(condition: AlertCondition, style: ValueStyle = specifiedFormats): LimitLine[] {
	return conditionModuleOf(condition).lines(condition, shownIn(condition, style));
}

/** What a condition's numbers are in the unit of its channel; null: what has no equal in another unit, or none. */
export function comparedAs(condition: AlertCondition): "value" | "difference" | null {
	const measure = conditionModuleOf(condition).measure(condition);
	// It is the value of readings whose times are counted.
	if (measure === "times") return "value";
	return measure === "value" || measure === "difference" ? measure : null;
}

/** What is said of an event that stands for several of one upload. */
export function crossingsText(crossings: number, style: ValueStyle = specifiedFormats): string {
	return `crossed the limit ${countDigits(crossings, style)} times`;
}

/** Whether an event's value is how long something lasts: its end is no value that a user could compare otherwise. */
export function comparesDuration(condition: AlertCondition): boolean {
	return conditionModuleOf(condition).measure(condition) === "seconds";
}

/** What a user must know of its evaluation; undefined: nothing. */
export function conditionNote({ kind }: Pick<AlertCondition, "kind">): string | undefined {
	return conditionModuleOf({ kind }).note;
}

/** Of what a person typed in another unit, without the digits that are only noise. */
const readDecimals = 5;

function shownIn(condition: AlertCondition, { temperatureUnit, decimalSign }: ValueStyle): Shown {
	const { quantity, unit } = conditionModuleOf(condition).channels(condition) ?? unitless;
	const compared = comparedAs(condition);
	const shown = compared === null ? unit : readUnit(unit, temperatureUnit);
	if (shown === unit) return { quantity, unit, decimalSign, read: (value) => value };
	const read = (value: number) => inUnit(value, unit, shown, compared === "difference");
	return { quantity, unit: shown, decimalSign, read: (value) => Number(read(value).toFixed(readDecimals)) };
}

const unitless: Unit = { quantity: "other", unit: "" };

/** The value of an event with the unit of what its rule compares. */
export function eventValueText(
	condition: AlertCondition,
	value: number,
	channel: Unit | null,
	style: ValueStyle = specifiedFormats,
): string {
	const measure = conditionModuleOf(condition).measure(condition);
	if (measure === "seconds") return formatDuration(value * 1000);
	if (measure === "times") return `${countDigits(value, style)} times`;
	const { quantity, unit } = channel ?? unitless;
	const shown = measure === "unconverted" ? unit : readUnit(unit, style.temperatureUnit);
	const read = inUnit(value, unit, shown, measure === "difference");
	const { decimals } = quantities[quantity];
	return formatValue(read, { quantity, unit: shown, decimals }, { ...style, temperatureUnit: "stored" });
}
