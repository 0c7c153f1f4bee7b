import { describe, expect, it } from "vitest";
import {
	gapLimitMs,
	intervalsOf,
	knownTypicalMs,
	measuredMs,
	typicalMs,
} from "../../../backend/alert/engine/intervals";
import type { EngineDevice } from "../../../backend/alert/engine/observe";
import { isCalm, packState, unpackState } from "../../../backend/alert/engine/run-state";
import { type EngineRule, watchedRules } from "../../../backend/alert/engine/watched-rule";
import type { AlertClear } from "../../../shared/alert/alert-rule";
import type { AlertCondition } from "../../../shared/alert/conditions/registry";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import { channelId, runLive } from "./live-engine";
import type { SentUpload } from "./settled-oracle";

const start = Date.UTC(2026, 5, 1);

const device: EngineDevice = {
	clock: { timezoneOffset: 0, timeZoneRule: 0 },
	metadata: {},
	loggingIntervalSeconds: 60,
	uploadIntervalSeconds: 900,
	offlineAfterSeconds: 2_700,
	channels: [{ id: channelId, name: "Air", quantity: "temperature", unit: "°C", min: null, max: null }],
};

const channels = { quantity: "temperature" as const, unit: "°C", name: null };
const above8 = { channels, comparison: ">" as const, limit: { from: "value" as const, value: 8 } };
const threshold: AlertCondition = { kind: "threshold", ...above8 };

type Durations = { forSeconds?: number; clearForSeconds?: number };

function ruleOf(condition: AlertCondition, { forSeconds = 0, clearForSeconds = 0 }: Durations = {}): EngineRule {
	const clear: AlertClear = { by: "opposite", hysteresis: null, clearForSeconds };
	return { id: "alr_1", version: 1, severity: "warning", forSeconds, schedule: null, condition, clear };
}

type Reading = { at: number; value: number };

function readingsEvery(intervalMs: number, values: number[], from = start): Reading[] {
	return values.map((value, position) => ({ at: from + position * intervalMs, value }));
}

function eventsOf(rule: EngineRule, readings: Reading[], { isAtOnce = false } = {}) {
	const upload = (some: Reading[]): SentUpload => ({ receivedAt: some.at(-1)?.at ?? 0, readings: some });
	const uploads = isAtOnce ? [upload(readings)] : readings.map((reading) => upload([reading]));
	return runLive(watchedRules(rule, device), uploads).events.map(({ startedAt, firedAt, endedAt, unread }) => {
		const of = (at: number | null) => (at === null ? null : readings.findIndex((reading) => reading.at === at));
		return { started: of(startedAt), fired: of(firedAt), ended: of(endedAt), ...(unread && { unread }) };
	});
}

describe("the measured interval of a channel", () => {
	const seconds = (...intervals: number[]) => {
		const until = (count: number) => intervals.slice(0, count).reduce((sum, interval) => sum + interval * 1000, 0);
		return intervalsOf([0, ...intervals.keys()].map((_, count) => ({ at: until(count) })));
	};
	const table: [what: string, intervals: number[], knownSeconds: number | null][] = [
		["is not known from three intervals", [60, 60, 60], null],
		["is known from four", [60, 60, 60, 60], 60],
		["is not what one pause was", [60, 60, 60, 36_000, 60, 60], 60],
		["is the longer of two that alternate", [5, 3_600, 5, 3_600, 5, 3_600], 3_600],
		["jitters with it", [3_590, 3_611, 3_602, 3_607, 3_595], 3_607],
		["follows a change after two", [60, 60, 60, 60, 60, 3_600, 3_600], 3_600],
		["forgets what is long ago", [3_600, 3_600, 3_600, 10, 10, 10, 10, 10, 10, 10, 10], 10],
		["does not count two readings of one second", [60, 0.2, 60, 0.2, 60, 0.2, 60], 60],
	];
	it.each(table)("measures the interval: %s", (_, intervals, knownSeconds) => {
		const known = knownTypicalMs(seconds(...intervals));
		expect(known).toBe(knownSeconds === null ? null : knownSeconds * 1000);
	});

	const measured: [what: string, intervals: number[], seconds: number][] = [
		["where every third is lost", [3_600, 7_200, 3_600, 3_600, 7_200, 3_600, 3_600, 7_200], 3_600],
		[
			"where two pauses were long, which are no other than what comes by turns until they are forgotten",
			[60, 60, 36_000, 60, 60, 7_200, 60, 60],
			7_200,
		],
		["where several come together each hour", [5, 5, 3_600, 5, 5, 3_600, 5, 5], 3_600],
		["where it is exact", [600, 600, 600, 600], 600],
	];
	it.each(measured)("measures an interval %s", (_, intervals, expected) => {
		expect(measuredMs(seconds(...intervals))).toBe(expected * 1000);
	});

	it("uses the setting until an interval is measured, unless no interval was that short", () => {
		expect(typicalMs([], minuteMs)).toBe(minuteMs);
		expect(typicalMs(seconds(3_600, 7_200), minuteMs)).toBe(hourMs);
		expect(typicalMs(seconds(3_600, 20), minuteMs)).toBe(minuteMs);
	});

	it("makes a pause of three intervals and more a gap, but none under a quarter of an hour", () => {
		expect([10 * minuteMs, minuteMs].map(gapLimitMs)).toEqual([30 * minuteMs, 15 * minuteMs]);
	});
});

describe("a device that reads far less often than it is set to", () => {
	const intervals = [10_000, minuteMs, 15 * minuteMs + 7_000, 20 * minuteMs, hourMs, 6 * hourMs, dayMs];
	const lasts = (intervalMs: number, count: number) => Math.round((count * intervalMs) / 1000);
	const warm = Array.from({ length: 21 }, () => 15);

	it.each(intervals)(
		"evaluates durations, counts in a row and stuck values every %i ms, and clears again",
		(intervalMs) => {
			const forThree = ruleOf(threshold, { forSeconds: lasts(intervalMs, 3) });
			const threeInARow = ruleOf({ kind: "repeated", ...above8, count: 3, withinSeconds: null });
			const stuck = ruleOf({ kind: "stuck", channels, afterSeconds: lasts(intervalMs, 4) });
			const readings = readingsEvery(intervalMs, warm);
			expect(eventsOf(forThree, readings)).toMatchObject([{ started: 0, fired: 3, ended: null }]);
			expect(eventsOf(threeInARow, readings)).toMatchObject([{ started: 0, fired: 2, ended: null }]);
			expect(eventsOf(stuck, readings)).toMatchObject([{ started: 4, fired: 4, ended: null }]);
			const clearForTwo = ruleOf(threshold, { clearForSeconds: lasts(intervalMs, 2) });
			const cooled = readingsEvery(intervalMs, [15, 15, 15, 15, 15, 5, 5, 5, 5]);
			expect(eventsOf(clearForTwo, cooled)).toMatchObject([{ started: 0, fired: 0, ended: 5 }]);
			const shaken = cooled.map(({ at, value }, position) => ({
				at: at + Math.round((position % 3) * 0.02 * intervalMs),
				value,
			}));
			const clearForOne = ruleOf(threshold, { clearForSeconds: lasts(intervalMs, 1) });
			expect(eventsOf(clearForOne, shaken)).toMatchObject([{ started: 0, fired: 0 }]);
			expect(eventsOf(clearForOne, shaken)[0]?.ended).not.toBeNull();
		},
	);

	it("needs one reading more every day and a little, as the first pause of over a day is a gap", () => {
		const rule = ruleOf(threshold, { forSeconds: lasts(dayMs, 3) });
		const readings = readingsEvery(dayMs + 9_000, warm);
		expect(eventsOf(rule, readings)).toMatchObject([{ started: 1, fired: 4, ended: null }]);
	});

	it("keeps the same events if it sends a whole day at once", () => {
		const rule = ruleOf(threshold, { forSeconds: 2 * 3_600, clearForSeconds: 3_600 });
		const readings = readingsEvery(hourMs, [4, 4, 15, 15, 15, 15, 5, 5, 5, 5, 15, 15, 5, 5, 15, 15, 15]);
		const expected = [
			{ started: 2, fired: 4, ended: 6 },
			{ started: 14, fired: 16, ended: null },
		];
		expect(eventsOf(rule, readings)).toEqual(expected);
		expect(eventsOf(rule, readings, { isAtOnce: true })).toEqual(expected);
	});

	it("uses the stored interval if no rule was evaluated before", () => {
		const readings = readingsEvery(hourMs, [5, 5, 5, 5, 5, 5, 15]);
		const before = runLive([], [{ receivedAt: start + 5 * hourMs, readings: readings.slice(0, 6) }]).state;
		const old = unpackState(packState({ ...before, intervals: new Map(), uploadIntervals: [] }, [channelId]), [
			channelId,
		]);
		expect(old.intervals.size).toBe(0);
		const uploads = [{ receivedAt: start + 6 * hourMs, readings: readings.slice(6) }];
		const stored = readings.slice(0, 6);
		const { state } = runLive(watchedRules(ruleOf(threshold), device), uploads, { before: { state: old, stored } });
		expect(knownTypicalMs(state.intervals.get(channelId) ?? [])).toBe(hourMs);
	});
});

describe("a gap", () => {
	const everyMinute = (values: number[], from: number) => readingsEvery(minuteMs, values, from);
	const resumed = (pauseMs: number, ...values: number[]) => everyMinute(values, start + 9 * minuteMs + pauseMs);
	const nine = [5, 5, 5, 5, 5, 5, 5, 15, 15, 15];

	it("under a day is gone over by what lasts, and the event says that nothing was read in between", () => {
		const rule = ruleOf(threshold, { forSeconds: 1_200 });
		const readings = [...everyMinute(nine, start), ...resumed(5 * hourMs, 15, 15)];
		const unread = { from: start + 9 * minuteMs, to: start + 9 * minuteMs + 5 * hourMs };
		expect(eventsOf(rule, readings)).toEqual([{ started: 7, fired: 10, ended: null, unread }]);
		const cooled = [...everyMinute(nine, start), ...resumed(5 * hourMs, 5, 15)];
		expect(eventsOf(rule, cooled)).toEqual([]);
	});

	it("interrupts durations and counts in a row after more than a day", () => {
		const readings = [...everyMinute(nine, start), ...resumed(25 * hourMs, 15, 15)];
		expect(eventsOf(ruleOf(threshold, { forSeconds: 1_200 }), readings)).toEqual([]);
		const inARow = ruleOf({ kind: "repeated", ...above8, count: 4, withinSeconds: null });
		expect(eventsOf(inARow, readings)).toEqual([]);
		const soon = [...everyMinute(nine, start), ...resumed(23 * hourMs, 15, 15)];
		expect(eventsOf(inARow, soon)).toMatchObject([{ started: 7, fired: 10 }]);
	});

	it("gives no credit to being back", () => {
		const rule = ruleOf(threshold, { clearForSeconds: 600 });
		const values = [15, 15, 15, 15, 15, 15, 15, 15, 15, 5];
		const readings = [...everyMinute(values, start), ...resumed(hourMs, 5, 5, 5)];
		expect(eventsOf(rule, readings)).toMatchObject([{ started: 0, ended: null }]);
		const back = [...everyMinute(values, start), ...resumed(hourMs, ...Array.from({ length: 12 }, () => 5))];
		expect(eventsOf(rule, back)).toMatchObject([{ started: 0, ended: 10 }]);
	});
});

describe("a window with few readings", () => {
	const mean = (windowMinutes: number): EngineRule =>
		ruleOf({ kind: "statistic", statistic: "mean", windowMinutes, ...above8 });

	it("opens and ends no event", () => {
		const readings = readingsEvery(minuteMs, [...Array.from({ length: 20 }, () => 15)]);
		expect(eventsOf(mean(30), readings)).toMatchObject([{ started: 14, fired: 14, ended: null }]);
		const pause = start + 19 * minuteMs + 2 * hourMs;
		const few = [...readings, ...readingsEvery(minuteMs, [1, 1, 1], pause)];
		expect(eventsOf(mean(30), few)).toMatchObject([{ ended: null }]);
		const many = [...readings, ...readingsEvery(minuteMs, [...Array.from({ length: 15 }, () => 1)], pause)];
		expect(eventsOf(mean(30), many)).toMatchObject([{ ended: 34 }]);
	});

	it("uses the measured interval of the device", () => {
		// By its setting an hour has sixty readings, by its measured interval two.
		const readings = readingsEvery(30 * minuteMs, [15, 15, 15, 15]);
		expect(eventsOf(mean(60), readings)).toMatchObject([{ started: 2 }]);
		expect(eventsOf(mean(15), readingsEvery(hourMs, [5, 5, 15, 15]))).toMatchObject([{ started: 2 }]);
	});

	it("still detects a change that the readings prove", () => {
		const rise = ruleOf({ kind: "rate", channels, direction: "rise", by: 3, withinSeconds: 3_600 });
		const readings = [...readingsEvery(minuteMs, [5, 5, 5, 5, 5, 5]), { at: start + 40 * minuteMs, value: 15 }];
		expect(eventsOf(rise, readings)).toMatchObject([{ started: 6, ended: null }]);
		// A value counts as stuck only with readings; one after hours is not enough.
		const after = [...readings, { at: start + 300 * minuteMs, value: 15 }];
		expect(eventsOf(rise, after)).toMatchObject([{ started: 6, ended: null }]);
	});
});

describe("a packed state", () => {
	it("stays calm for a healthy device, with and without known intervals", () => {
		const uploads = readingsEvery(hourMs, [5, 5, 5, 5, 5, 5]).map((reading) => ({
			receivedAt: reading.at,
			readings: [reading],
		}));
		const { state } = runLive(watchedRules(ruleOf(threshold), device), uploads);
		const text = packState(state, [channelId]);
		expect([state.intervals.size, isCalm(text)]).toEqual([1, true]);
		expect(unpackState(text, [channelId])).toEqual(state);
		const before = "[[1767225600000],[],[0,null,0]]";
		expect([isCalm(before), unpackState(before, [channelId]).uploadIntervals]).toEqual([true, []]);
	});
});
