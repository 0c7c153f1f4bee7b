import {
	type AlertClear,
	type AlertCondition,
	type AlertLimit,
	type AlertRule,
	type AlertSeverity,
	type ChannelChoice,
	type Comparison,
	channelsOf,
	type Hysteresis,
	isBeyond,
	severityRank,
} from "../../../shared/alert-rule";
import { minuteMs } from "../../../shared/durations";
import { isInside, type TimeWindows, windowsOnClock } from "../../../shared/time-windows";
import type { DeviceClock } from "../../../shared/time-zones";
import type { Quantity } from "../../../shared/units";

/** A rule on one channel of one device (or on the device), with its limits known: all that the engine asks of it. */

export type EngineRule = Omit<AlertRule, "schedule"> & {
	/** The hours in which an event may open; null: always. */
	schedule: TimeWindows | null;
	id: string;
	/** Raised by each change of what the rule evaluates. */
	version: number;
	severity: AlertSeverity;
};

export type EngineChannel = {
	id: string;
	name: string;
	quantity: Quantity;
	unit: string;
	min: number | null;
	max: number | null;
};

export type EngineDevice = {
	clock: DeviceClock;
	metadata: Record<string, string>;
	loggingIntervalSeconds: number;
	uploadIntervalSeconds: number;
	/** Applied: own or derived. */
	offlineAfterSeconds: number;
	channels: EngineChannel[];
};

/** `isClear` is checked only where `isTrue` is not the case. */
export type WatchedLevel = {
	severity: AlertSeverity;
	isTrue(observed: number): boolean;
	isClear(observed: number): boolean;
};

/** What is observed of each reading; `lookbackMs`: how much before it must be known. */
export type Observed =
	| { of: "value"; lookbackMs: 0 }
	| { of: "unchanged"; lookbackMs: 0 }
	| { of: "move"; direction: "rise" | "fall" | "either"; lookbackMs: number }
	| { of: "statistic"; statistic: "min" | "max" | "mean" | "sum" | "change"; lookbackMs: number }
	| { of: "times"; isHit(value: number): boolean; lookbackMs: number }
	/** Nothing of readings: the silence, or the clock at an upload. */
	| { of: "silence"; afterMs: number }
	| { of: "clock" };

export type Watched = {
	ruleId: string;
	version: number;
	/** Null: the device. */
	channelId: string | null;
	observed: Observed;
	/** From the mildest on. */
	levels: WatchedLevel[];
	forMs: number;
	/** Hits in a row that it takes. */
	times: number;
	clearForMs: number;
	/** How often the device is set to read: what counts until it is known how often it does. */
	settingMs: number;
	/** Larger is worse. */
	excess(observed: number): number;
	/** Null: always. */
	isOpenAt: ((at: number) => boolean) | null;
};

/** Empty: the rule has nothing to evaluate here, as where the device lacks a limit's field. */
export function watchedRules(rule: EngineRule, device: EngineDevice): Watched[] {
	const { condition } = rule;
	const choice = channelsOf(condition);
	if (choice) {
		return device.channels
			.filter((channel) => isChosen(choice, channel))
			.flatMap((channel) => watchedRule(rule, device, channel) ?? []);
	}
	return [watchedRule(rule, device, null)].flatMap((watched) => watched ?? []);
}

export function isChosen(
	{ quantity, unit, name }: ChannelChoice,
	channel: Omit<EngineChannel, "id" | "min" | "max">,
): boolean {
	if (channel.quantity !== quantity || channel.unit !== unit) return false;
	return name === null || channel.name.toLowerCase() === name.toLowerCase();
}

function watchedRule(rule: EngineRule, device: EngineDevice, channel: EngineChannel | null): Watched | null {
	const { condition, clear, schedule } = rule;
	const limits = { device, channel };
	const criteria = criteriaOf(rule, limits);
	if (!criteria) return null;
	const windows = schedule && windowsOnClock(schedule, device.clock);
	return {
		ruleId: rule.id,
		version: rule.version,
		channelId: channel?.id ?? null,
		observed: observedOf(condition, limits),
		...criteria,
		forMs: condition.kind === "noData" ? 0 : rule.forSeconds * 1000,
		times: condition.kind === "repeated" && condition.withinSeconds === null ? condition.count : 1,
		clearForMs: clear.by === "person" ? 0 : clear.clearForSeconds * 1000,
		settingMs: device.loggingIntervalSeconds * 1000,
		isOpenAt: windows && ((at) => isInside(windows, at)),
	};
}

type LimitSource = { device: EngineDevice; channel: EngineChannel | null };

/** Null: the device has no such number. */
export function limitValue(limit: AlertLimit, { device, channel }: LimitSource): number | null {
	if (limit.from === "value") return limit.value;
	if (limit.from === "range") return channel?.[limit.end] ?? null;
	const text = device.metadata[limit.field]?.trim().replace(",", ".") ?? "";
	return text === "" || !Number.isFinite(Number(text)) ? null : Number(text);
}

type Criteria = Pick<Watched, "levels" | "excess">;

function criteriaOf({ condition, clear, severity }: EngineRule, source: LimitSource): Criteria | null {
	switch (condition.kind) {
		case "threshold":
		case "statistic":
			return compared([{ severity, limit: condition.limit }], condition.comparison, { clear, source });
		case "repeated":
			if (limitValue(condition.limit, source) === null) return null;
			if (condition.withinSeconds !== null) return atLeast(condition.count, { severity, clear, source });
			return compared([{ severity, limit: condition.limit }], condition.comparison, { clear, source });
		case "levels":
			return compared(condition.levels, condition.comparison, { clear, source });
		case "battery":
		case "signal":
			return compared([{ severity, limit: { from: "value", value: condition.below } }], "<", { clear, source });
		case "rate":
			return compared([{ severity, limit: { from: "value", value: condition.by } }], ">", { clear, source });
		case "stuck":
			return atLeast(condition.afterSeconds, { severity, clear, source });
		case "clockDrift":
			return compared([{ severity, limit: { from: "value", value: condition.overSeconds } }], ">", { clear, source });
		case "noData":
			return { levels: [{ severity, isTrue: () => true, isClear: () => true }], excess: (seconds) => seconds };
		case "range":
			return ranged(condition, { severity, clear, source });
	}
}

type Clearing = { clear: AlertClear; source: LimitSource };

function atLeast(least: number, { severity, ...clearing }: Clearing & { severity: AlertSeverity }): Criteria | null {
	return compared([{ severity, limit: { from: "value", value: least } }], "≥", clearing);
}

function compared(
	sent: { severity: AlertSeverity; limit: AlertLimit }[],
	comparison: Comparison,
	{ clear, source }: Clearing,
): Criteria | null {
	const levels: WatchedLevel[] = [];
	let first: number | null = null;
	for (const { severity, limit: of } of sent) {
		const limit = limitValue(of, source);
		if (limit === null) continue;
		first ??= limit;
		const isTrue = (observed: number) => isBeyond(observed, comparison, limit);
		const isBack = backOf(comparison, limit, clear);
		levels.push({ severity, isTrue, isClear: clearOf(clear, source, isBack) });
	}
	if (first === null) return null;
	levels.sort((one, other) => severityRank[one.severity] - severityRank[other.severity]);
	const limit = first;
	return { levels, excess: excessOf(comparison, limit) };
}

function excessOf(comparison: Comparison, limit: number): (observed: number) => number {
	if (comparison === ">" || comparison === "≥") return (observed) => observed;
	if (comparison === "<" || comparison === "≤") return (observed) => -observed;
	return (observed) => Math.abs(observed - limit);
}

function ranged(
	{ is, low: lowOf, high: highOf }: Extract<AlertCondition, { kind: "range" }>,
	{ severity, clear, source }: Clearing & { severity: AlertSeverity },
): Criteria | null {
	const low = limitValue(lowOf, source) ?? Number.NEGATIVE_INFINITY;
	const high = limitValue(highOf, source) ?? Number.POSITIVE_INFINITY;
	if (low >= high || (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY)) return null;
	const outside = (observed: number) => Math.max(low - observed, observed - high);
	if (is === "outside") {
		const isBack = (observed: number) => observed >= low + band(clear, low) && observed <= high - band(clear, high);
		const isTrue = (observed: number) => observed < low || observed > high;
		return { levels: [{ severity, isTrue, isClear: clearOf(clear, source, isBack) }], excess: outside };
	}
	const isBack = (observed: number) => observed < low - band(clear, low) || observed > high + band(clear, high);
	const isTrue = (observed: number) => observed >= low && observed <= high;
	return {
		levels: [{ severity, isTrue, isClear: clearOf(clear, source, isBack) }],
		excess: (value) => -outside(value),
	};
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

function clearOf(clear: AlertClear, source: LimitSource, isBack: (observed: number) => boolean) {
	if (clear.by === "person") return () => false;
	if (clear.by === "opposite") return isBack;
	const limit = limitValue(clear.limit, source);
	return limit === null ? isBack : (observed: number) => isBeyond(observed, clear.comparison, limit);
}

function band(clear: AlertClear, limit: number): number {
	const hysteresis: Hysteresis | null = clear.by === "opposite" ? clear.hysteresis : null;
	if (!hysteresis || !Number.isFinite(limit)) return 0;
	return hysteresis.kind === "absolute" ? hysteresis.value : (Math.abs(limit) * hysteresis.value) / 100;
}

function observedOf(condition: AlertCondition, source: LimitSource): Observed {
	switch (condition.kind) {
		case "rate":
			return { of: "move", direction: condition.direction, lookbackMs: condition.withinSeconds * 1000 };
		case "stuck":
			return { of: "unchanged", lookbackMs: 0 };
		case "statistic":
			return { of: "statistic", statistic: condition.statistic, lookbackMs: condition.windowMinutes * minuteMs };
		case "repeated": {
			const { withinSeconds, comparison } = condition;
			if (withinSeconds === null) return { of: "value", lookbackMs: 0 };
			const limit = limitValue(condition.limit, source) ?? Number.NaN;
			return { of: "times", isHit: (value) => isBeyond(value, comparison, limit), lookbackMs: withinSeconds * 1000 };
		}
		case "noData": {
			const { offlineAfterSeconds } = source.device;
			return { of: "silence", afterMs: (condition.afterSeconds ?? offlineAfterSeconds) * 1000 };
		}
		case "clockDrift":
			return { of: "clock" };
		default:
			return { of: "value", lookbackMs: 0 };
	}
}
