import {
	type AlertCondition,
	type AlertLimit,
	type AlertRule,
	type AlertStatistic,
	type ChannelChoice,
	type Comparison,
	isBeyond,
} from "./alert-rule";
import { formatDuration } from "./duration-format";
import { quantityTitles } from "./quantity-titles";
import { formatValue, inUnit, type Quantity, quantities, readUnit, type TemperatureUnit } from "./units";

/** A rule's condition as one English sentence: the only place that puts it in words. It is never stored as the rule's. */
export function ruleSentence(
	{ condition, forSeconds }: Pick<AlertRule, "condition" | "forSeconds">,
	temperatures: TemperatureUnit = "stored",
): string {
	const lasting = forSeconds > 0 ? ` for ${formatDuration(forSeconds * 1000)}` : "";
	return `${conditionText(asRead(condition, temperatures))}${lasting}.`;
}

/** What an event's value is compared with, such as `above 8 °C`; null: its sentence says all. */
export function limitText(stored: AlertCondition, temperatures: TemperatureUnit = "stored"): string | null {
	const condition = asRead(stored, temperatures);
	switch (condition.kind) {
		case "threshold":
		case "statistic":
		case "repeated":
			return comparisonText(condition.comparison, condition.limit, condition.channels);
		case "range":
			return `${condition.is} ${rangeText(condition.low, condition.high, condition.channels)}`;
		case "levels": {
			const { channels, comparison, levels } = condition;
			return levels.map(({ limit }) => comparisonText(comparison, limit, channels)).join(" or ");
		}
		case "rate":
			return `more than ${valueText(condition.by, condition.channels)} within ${spanText(condition.withinSeconds)}`;
		case "stuck":
			return `longer than ${spanText(condition.afterSeconds)}`;
		case "noData":
			return condition.afterSeconds === null ? null : `longer than ${spanText(condition.afterSeconds)}`;
		case "battery":
			return `below ${valueText(condition.below, { quantity: "battery", unit: "%" })}`;
		case "signal":
			return `below ${valueText(condition.below, { quantity: "signal", unit: "dBm" })}`;
		case "clockDrift":
			return `more than ${spanText(condition.overSeconds)}`;
	}
}

export type LimitLine = { value: number; kind: "min" | "max"; text: string };

/** Lines of a chart of the readings themselves; none for what compares something else, or reads its limit from a device. */
export function limitLines(stored: AlertCondition, temperatures: TemperatureUnit = "stored"): LimitLine[] {
	const condition = asRead(stored, temperatures);
	if (condition.kind === "battery" || condition.kind === "signal") {
		const unit = { quantity: condition.kind, unit: condition.kind === "battery" ? "%" : "dBm" };
		return [{ value: condition.below, kind: "min", text: `Limit ${valueText(condition.below, unit)}` }];
	}
	if (condition.kind === "range") {
		const { low, high, channels } = condition;
		return [...limitLine(low, "min", channels), ...limitLine(high, "max", channels)];
	}
	if (condition.kind === "levels") {
		const { levels, comparison, channels } = condition;
		return levels.flatMap(({ limit }) => limitLine(limit, sideOf(comparison), channels));
	}
	const isOfReadings =
		condition.kind === "threshold" ||
		(condition.kind === "repeated" && condition.withinSeconds === null) ||
		(condition.kind === "statistic" && condition.statistic !== "sum" && condition.statistic !== "change");
	return isOfReadings ? limitLine(condition.limit, sideOf(condition.comparison), condition.channels) : [];
}

function limitLine(limit: AlertLimit, kind: LimitLine["kind"], unit: Unit): LimitLine[] {
	if (limit.from !== "value" || unit.quantity === "door") return [];
	return [{ value: limit.value, kind, text: `Limit ${valueText(limit.value, unit)}` }];
}

function sideOf(comparison: Comparison): LimitLine["kind"] {
	return comparison === "<" || comparison === "≤" ? "min" : "max";
}

type Unit = { quantity: Quantity; unit: string };

function conditionText(condition: AlertCondition): string {
	switch (condition.kind) {
		case "threshold":
			return `${subjectOf(condition.channels)} is ${comparisonText(condition.comparison, condition.limit, condition.channels)}`;
		case "range": {
			const { channels, is, low, high } = condition;
			return `${subjectOf(channels)} is ${is} ${rangeText(low, high, channels)}`;
		}
		case "levels": {
			const { channels, comparison, levels } = condition;
			const words = levels.map(({ severity, limit }) => `${comparisonText(comparison, limit, channels)} (${severity})`);
			return `${subjectOf(channels)} is ${words.join(" or ")}`;
		}
		case "rate": {
			const { channels, direction, by, withinSeconds } = condition;
			const verb = { rise: "rises", fall: "falls", either: "changes" }[direction];
			return `${subjectOf(channels)} ${verb} by more than ${valueText(by, channels)} within ${spanText(withinSeconds)}`;
		}
		case "stuck":
			return `${subjectOf(condition.channels)} has not changed for ${spanText(condition.afterSeconds)}`;
		case "statistic": {
			const { channels, statistic, windowMinutes, comparison, limit } = condition;
			const subject = `${statisticText[statistic]} ${subjectOf(channels)} over ${spanText(windowMinutes * 60)}`;
			return `${subject} is ${comparisonText(comparison, limit, channels)}`;
		}
		case "repeated": {
			const { channels, comparison, limit, count, withinSeconds } = condition;
			const often =
				withinSeconds === null ? `${count} times in a row` : `${count} times within ${spanText(withinSeconds)}`;
			return `${subjectOf(channels)} is ${comparisonText(comparison, limit, channels)} ${often}`;
		}
		case "noData":
			return silenceText(condition);
		case "battery":
			return `Battery is below ${valueText(condition.below, { quantity: "battery", unit: "%" })}`;
		case "signal":
			return `Signal is below ${valueText(condition.below, { quantity: "signal", unit: "dBm" })}`;
		case "clockDrift":
			return `Clock is wrong by more than ${spanText(condition.overSeconds)}`;
	}
}

function subjectOf({ name, quantity }: ChannelChoice): string {
	return name ?? quantityTitles[quantity];
}

const statisticText: Record<AlertStatistic, string> = {
	min: "Lowest",
	max: "Highest",
	mean: "Mean",
	sum: "Sum of",
	change: "Change of",
};

export const comparisonLabels: Record<Comparison, string> = {
	">": "above",
	"≥": "at least",
	"<": "below",
	"≤": "at most",
	"=": "exactly",
	"≠": "anything but",
};

function comparisonText(comparison: Comparison, limit: AlertLimit, unit: Unit): string {
	if (unit.quantity === "door" && limit.from === "value") return doorWords(comparison, limit.value);
	return `${comparisonLabels[comparison]} ${formatLimits(limit, unit)}`;
}

function doorWords(comparison: Comparison, value: number): string {
	const isMeantWhen = (state: number) => isBeyond(state, comparison, value);
	return isMeantWhen(1) && !isMeantWhen(0) ? "open" : "closed";
}

function rangeText(low: AlertLimit, high: AlertLimit, unit: Unit): string {
	if (low.from === "range" && high.from === "range") return "its expected range";
	if (low.from === "value" && high.from === "value") {
		return `${valueText(low.value, { ...unit, unit: "" })} to ${valueText(high.value, unit)}`;
	}
	return `${formatLimits(low, unit)} to ${formatLimits(high, unit)}`;
}

function formatLimits(limit: AlertLimit, unit: Unit): string {
	if (limit.from === "value") return valueText(limit.value, unit);
	if (limit.from === "field") return `the device's ${limit.field}`;
	return `the ${limit.end === "min" ? "lower" : "upper"} end of its expected range`;
}

/** As many decimals as the number has, as it is the limit that somebody entered. */
function valueText(value: number, { quantity, unit }: Unit): string {
	const written = String(Math.abs(value)).split(".")[1]?.length ?? 0;
	return formatValue(value, {
		quantity: quantity === "door" ? "other" : quantity,
		unit,
		decimals: Math.min(written, 6),
	});
}

function spanText(seconds: number): string {
	return formatDuration(seconds * 1000);
}

function silenceText({ channels, afterSeconds }: Extract<AlertCondition, { kind: "noData" }>): string {
	const what = channels ? `No reading of ${subjectOf(channels)} came` : "No upload came";
	return afterSeconds === null
		? `${what} for three upload intervals, and for 15 minutes at least`
		: `${what} for ${spanText(afterSeconds)}`;
}

type Comparing = { kind: AlertCondition["kind"]; statistic?: AlertStatistic };

/** What a condition's numbers are in the unit of its channel; null: a sum, which has no equal in another unit, or none. */
export function comparedAs({ kind, statistic }: Comparing): "value" | "difference" | null {
	switch (kind) {
		case "threshold":
		case "repeated":
		case "range":
		case "levels":
			return "value";
		case "rate":
			return "difference";
		case "statistic":
			return statistic === "sum" ? null : statistic === "change" ? "difference" : "value";
		default:
			return null;
	}
}

/** Of what a person typed in another unit, without the digits that are only noise. */
const readDecimals = 5;

/** For its words and lines alone: it is neither evaluated nor saved so. */
function asRead(condition: AlertCondition, temperatures: TemperatureUnit): AlertCondition {
	const compared = comparedAs(condition);
	if (compared === null || !("channels" in condition) || condition.channels === null) return condition;
	const { unit } = condition.channels;
	const shown = readUnit(unit, temperatures);
	if (shown === unit) return condition;
	const channels = { ...condition.channels, unit: shown };
	const number = (value: number) => Number(inUnit(value, unit, shown, compared === "difference").toFixed(readDecimals));
	const read = (limit: AlertLimit) => (limit.from === "value" ? { ...limit, value: number(limit.value) } : limit);
	switch (condition.kind) {
		case "threshold":
		case "repeated":
		case "statistic":
			return { ...condition, channels, limit: read(condition.limit) };
		case "range":
			return { ...condition, channels, low: read(condition.low), high: read(condition.high) };
		case "levels":
			return {
				...condition,
				channels,
				levels: condition.levels.map((level) => ({ ...level, limit: read(level.limit) })),
			};
		case "rate":
			return { ...condition, channels, by: number(condition.by) };
		default:
			return condition;
	}
}

/** The value of an event with the unit of what its rule compares. */
export function eventValueText(
	condition: AlertCondition,
	value: number,
	channel: Unit | null,
	temperatures: TemperatureUnit = "stored",
): string {
	if (condition.kind === "noData" || condition.kind === "stuck" || condition.kind === "clockDrift")
		return formatDuration(value * 1000);
	if (condition.kind === "repeated" && condition.withinSeconds !== null) return `${value} times`;
	const { quantity, unit } = channel ?? { quantity: "other" as const, unit: "" };
	const compared = comparedAs(condition);
	const shown = compared === null ? unit : readUnit(unit, temperatures);
	const read = inUnit(value, unit, shown, compared === "difference");
	return formatValue(read, { quantity, unit: shown, decimals: quantities[quantity].decimals });
}
