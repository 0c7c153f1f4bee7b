import { type ConditionKind, type ConditionOf, ofKind } from "../../../../shared/alert/conditions/registry";
import type { AlertStatistic } from "../../../../shared/alert/conditions/statistic";
import { isBeyond } from "../../../../shared/alert/conditions/terms";
import { minuteMs } from "../../../../shared/base/durations";
import { counterOf } from "../../../../shared/device/derived/kinds/use";
import type { Observed, ObservedReadings } from "../observe";
import {
	type Criteria,
	comparedWith,
	comparedWithLevels,
	comparedWithRange,
	limitValue,
	type WatchedThing,
} from "./limits";
import { hitsWithin, kineticOver, movedWithin, statisticOver, usedWithin } from "./windows";

export type Watch = Criteria & {
	observed: Observed;
	times: number;
};

type Conditions = {
	/** Returns null if the device lacks a limit. Called once per rule and channel, not per reading. */
	[Kind in ConditionKind]: (condition: ConditionOf<Kind>, thing: WatchedThing) => Watch | null;
};

const conditions: Conditions = {
	threshold: ({ comparison, limit }, thing) => watching(value, comparedWith(comparison, limit, thing)),
	range: (condition, thing) => watching(value, comparedWithRange(condition, thing)),
	levels: ({ comparison, levels }, thing) => watching(value, comparedWithLevels(comparison, levels, thing)),
	rate: ({ direction, by, withinSeconds }, thing) => {
		const withinMs = withinSeconds * 1000;
		const isOfUse = direction !== "fall" && thing.channel?.use !== undefined;
		const moved = isOfUse ? usedWithin(withinMs, usesOf(thing, "window")) : movedWithin(direction, withinMs);
		return watching(moved, comparedWith(">", by, thing));
	},
	stuck: ({ afterSeconds }, thing) => watching(unchanged, comparedWith("≥", afterSeconds, thing)),
	statistic: ({ statistic, windowMinutes, comparison, limit }, thing) =>
		watching(statisticOf(statistic, windowMinutes * minuteMs, thing), comparedWith(comparison, limit, thing)),
	repeated: ({ comparison, limit, count, withinSeconds }, thing) => {
		if (withinSeconds === null) return watching(value, comparedWith(comparison, limit, thing), count);
		const known = limitValue(limit, thing);
		if (known === null) return null;
		const isHit = (one: number) => isBeyond(one, comparison, known);
		return watching(hitsWithin(isHit, withinSeconds * 1000), comparedWith("≥", count, thing));
	},
	noData: ({ afterSeconds }, { severity, device }) => {
		const level = { severity, isTrue: () => true, isClear: () => true };
		const afterMs = (afterSeconds ?? device.offlineAfterSeconds) * 1000;
		return watching(() => ({ of: "silence", afterMs }), { levels: [level], excess: (seconds) => seconds });
	},
	battery: ({ below }, thing) => watching(value, comparedWith("<", below, thing)),
	signal: ({ below }, thing) => watching(value, comparedWith("<", below, thing)),
	clockDrift: ({ overSeconds }, thing) => watching(() => ({ of: "clock" }), comparedWith(">", overSeconds, thing)),
};

/** The sum and the change of a counter's values are its use. */
function statisticOf(statistic: AlertStatistic, windowMs: number, thing: WatchedThing) {
	const isOfUse = thing.channel?.use !== undefined && (statistic === "sum" || statistic === "change");
	if (statistic === "use" || isOfUse) return usedWithin(windowMs, usesOf(thing, "window"));
	if (statistic === "usePerHour") return usedWithin(windowMs, usesOf(thing, "hour"));
	if (statistic === "kinetic") return kineticOver(windowMs, thing.channel?.unit ?? "");
	return statisticOver(statistic, windowMs);
}

function usesOf({ channel, device }: WatchedThing, per: "hour" | "window") {
	const counter = channel?.use && counterOf(channel.use, device.clock);
	return { counter, intervalMs: device.loggingIntervalSeconds * 1000, per };
}

export function watchOf<Kind extends ConditionKind>(condition: ConditionOf<Kind>, thing: WatchedThing): Watch | null {
	return ofKind<Kind, Conditions[Kind]>(conditions, condition.kind as Kind)(condition, thing);
}

function watching(observing: (criteria: Criteria) => Observed, criteria: Criteria | null, times = 1): Watch | null {
	return criteria && { ...criteria, observed: observing(criteria), times };
}

const valueOfReading: ObservedReadings = {
	of: "readings",
	lookbackMs: 0,
	see: ({ samples, place: position }) => samples[position]?.value ?? null,
};
const value = () => valueOfReading;

const secondsUnchanged: ObservedReadings = {
	of: "readings",
	lookbackMs: 0,
	see({ samples, place: position }, run) {
		const sample = samples[position];
		if (!sample) return null;
		if (run.unchanged?.value !== sample.value) run.unchanged = { value: sample.value, since: sample.at };
		return Math.max(0, sample.at - run.unchanged.since) / 1000;
	},
};
const unchanged = () => secondsUnchanged;
