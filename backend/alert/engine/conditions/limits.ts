import type { AlertClear, Hysteresis } from "../../../../shared/alert/alert-rule";
import type { ConditionOf } from "../../../../shared/alert/conditions/registry";
import {
	type AlertLimit,
	type AlertSeverity,
	type Comparison,
	isBeyond,
	severityRank,
} from "../../../../shared/alert/conditions/terms";
import { ownValue } from "../../../../shared/base/own-value";
import type { EngineChannel, EngineDevice } from "../observe";

/** `isClear` is called only if `isTrue` returned false. */
export type WatchedLevel = {
	severity: AlertSeverity;
	isTrue(observed: number): boolean;
	isClear(observed: number): boolean;
};

export type Criteria = {
	/** From the mildest to the severest. */
	levels: WatchedLevel[];
	/** Larger is worse. */
	excess(observed: number): number;
};

export type WatchedThing = {
	severity: AlertSeverity;
	clear: AlertClear;
	device: EngineDevice;
	channel: EngineChannel | null;
};

type LimitOwner = {
	device: Pick<EngineDevice, "metadata">;
	channel: Pick<EngineChannel, "min" | "max"> | null;
};

/** Returns null if the device has no such number. */
export function limitValue(limit: AlertLimit, { device, channel }: LimitOwner): number | null {
	if (limit.from === "value") return limit.value;
	if (limit.from === "range") return channel?.[limit.end] ?? null;
	const text = ownValue(device.metadata, limit.field)?.trim().replace(",", ".") ?? "";
	return text === "" || !Number.isFinite(Number(text)) ? null : Number(text);
}

export function comparedWith(
	comparison: Comparison,
	limit: number | AlertLimit,
	watched: WatchedThing,
): Criteria | null {
	const known = typeof limit === "number" ? { from: "value" as const, value: limit } : limit;
	return comparedWithLevels(comparison, [{ severity: watched.severity, limit: known }], watched);
}

export function comparedWithLevels(
	comparison: Comparison,
	submitted: { severity: AlertSeverity; limit: AlertLimit }[],
	thing: WatchedThing,
): Criteria | null {
	const levels: WatchedLevel[] = [];
	let first: number | null = null;
	for (const { severity, limit: of } of submitted) {
		const limit = limitValue(of, thing);
		if (limit === null) continue;
		first ??= limit;
		const isTrue = (observed: number) => isBeyond(observed, comparison, limit);
		const isBack = backOf(comparison, limit, thing.clear);
		levels.push({ severity, isTrue, isClear: clearOf(thing, isBack) });
	}
	if (first === null) return null;
	levels.sort((one, other) => severityRank[one.severity] - severityRank[other.severity]);
	return { levels, excess: excessOf(comparison, first) };
}

function excessOf(comparison: Comparison, limit: number): (observed: number) => number {
	if (comparison === ">" || comparison === "≥") return (observed) => observed;
	if (comparison === "<" || comparison === "≤") return (observed) => -observed;
	return (observed) => Math.abs(observed - limit);
}

export function comparedWithRange(
	{ is, low: lowOf, high: highOf }: ConditionOf<"range">,
	thing: WatchedThing,
): Criteria | null {
	const { severity, clear } = thing;
	const low = limitValue(lowOf, thing) ?? Number.NEGATIVE_INFINITY;
	const high = limitValue(highOf, thing) ?? Number.POSITIVE_INFINITY;
	if (low >= high || (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY)) return null;
	const outside = (observed: number) => Math.max(low - observed, observed - high);
	if (is === "outside") {
		const isBack = (observed: number) => observed >= low + band(clear, low) && observed <= high - band(clear, high);
		const isTrue = (observed: number) => observed < low || observed > high;
		return { levels: [{ severity, isTrue, isClear: clearOf(thing, isBack) }], excess: outside };
	}
	const isBack = (observed: number) => observed < low - band(clear, low) || observed > high + band(clear, high);
	const isTrue = (observed: number) => observed >= low && observed <= high;
	return { levels: [{ severity, isTrue, isClear: clearOf(thing, isBack) }], excess: (value) => -outside(value) };
}

function backOf(comparison: Comparison, limit: number, clear: AlertClear): (observed: number) => boolean {
	const by = band(clear, limit);
	if (comparison === ">") return (observed) => observed <= limit - by;
	if (comparison === "≥") return (observed) => (by === 0 ? observed < limit : observed <= limit - by);
	if (comparison === "<") return (observed) => observed >= limit + by;
	if (comparison === "≤") return (observed) => (by === 0 ? observed > limit : observed >= limit + by);
	if (comparison === "=") return (observed) => Math.abs(observed - limit) > by;
	return (observed) => observed === limit;
}

function clearOf(thing: WatchedThing, isBack: (observed: number) => boolean): (observed: number) => boolean {
	const { clear } = thing;
	if (clear.by === "person") return () => false;
	if (clear.by === "opposite") return isBack;
	const limit = limitValue(clear.limit, thing);
	return limit === null ? isBack : (observed: number) => isBeyond(observed, clear.comparison, limit);
}

function band(clear: AlertClear, limit: number): number {
	const hysteresis: Hysteresis | null = clear.by === "opposite" ? clear.hysteresis : null;
	if (!hysteresis || !Number.isFinite(limit)) return 0;
	return hysteresis.kind === "absolute" ? hysteresis.value : (Math.abs(limit) * hysteresis.value) / 100;
}
