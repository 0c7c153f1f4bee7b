import type { AlertCondition, ConditionKind, ConditionOf } from "../shared/alert/conditions/registry";
import type { AlertLimit, ChannelChoice } from "../shared/alert/conditions/terms";

/** Conditions of each kind in one line each, for a temperature in °C. */

export const temperature: ChannelChoice = { quantity: "temperature", unit: "°C", name: null };
export const door: ChannelChoice = { quantity: "door", unit: "", name: null };

export const field = (name: string): AlertLimit => ({ from: "field", field: name });
export const end = (subject: "min" | "max"): AlertLimit => ({ from: "range", end: subject });
const limitOf = (limit: number | AlertLimit): AlertLimit =>
	typeof limit === "number" ? { from: "value", value: limit } : limit;

type Compared = [comparison: ConditionOf<"threshold">["comparison"], limit: number | AlertLimit];
const compared = ([comparison, limit]: Compared) => ({ comparison, limit: limitOf(limit) });

export function threshold(comparison: Compared[0], limit: Compared[1], channels = temperature): AlertCondition {
	return { kind: "threshold", channels, ...compared([comparison, limit]) };
}

export function range(is: "outside" | "inside", low: number | AlertLimit, high: number | AlertLimit): AlertCondition {
	return { kind: "range", channels: temperature, is, low: limitOf(low), high: limitOf(high) };
}

type Level = [ConditionOf<"levels">["levels"][number]["severity"], number];

export function levels(comparison: ConditionOf<"levels">["comparison"], ...all: Level[]): AlertCondition {
	const each = all.map(([severity, limit]) => ({ severity, limit: limitOf(limit) }));
	return { kind: "levels", channels: temperature, comparison, levels: each };
}

export function rate(
	direction: ConditionOf<"rate">["direction"],
	amount: number,
	withinSeconds: number,
): AlertCondition {
	return { kind: "rate", channels: temperature, direction, by: amount, withinSeconds };
}

export function stuck(afterSeconds: number): AlertCondition {
	return { kind: "stuck", channels: temperature, afterSeconds };
}

type Windowed = Pick<ConditionOf<"statistic">, "statistic" | "windowMinutes">;

export function statistic(subject: Windowed["statistic"], windowMinutes: number, ...limit: Compared): AlertCondition {
	return { kind: "statistic", channels: temperature, statistic: subject, windowMinutes, ...compared(limit) };
}

export function repeated(count: number, withinSeconds: number | null, ...limit: Compared): AlertCondition {
	return { kind: "repeated", channels: temperature, count, withinSeconds, ...compared(limit) };
}

export function noData(channels: ChannelChoice | null, afterSeconds: number | null): AlertCondition {
	return { kind: "noData", channels, afterSeconds };
}

/** At least one of each kind: a new kind does not compile without. */
const byKind: { [Kind in ConditionKind]: AlertCondition[] } = {
	threshold: [threshold("<", -15.5), threshold("≠", field("Target"))],
	range: [range("inside", end("min"), 8)],
	levels: [levels("≥", ["info", 5], ["warning", 8], ["critical", 12])],
	rate: [rate("either", 2.5, 900)],
	stuck: [stuck(7_200)],
	statistic: [statistic("sum", 75, "<", -15.5), statistic("max", 60, ">", 8)],
	repeated: [repeated(4, null, "<", -15.5), repeated(4, 3_600, ">", 8)],
	noData: [noData(null, null), noData(temperature, null), noData(temperature, 90)],
	battery: [{ kind: "battery", below: 12 }],
	signal: [{ kind: "signal", below: -110 }],
	clockDrift: [{ kind: "clockDrift", overSeconds: 600 }],
};

export const conditions = Object.values(byKind).flat();

export const unknownCondition = { ...threshold(">", 8), kind: "unheardOf" } as never;
