import { describe, expect, it } from "vitest";
import { nextDeadline, passDeadlines } from "../../../backend/alert/engine/deadlines";
import { evaluateUpload } from "../../../backend/alert/engine/evaluate-upload";
import type { EngineDevice } from "../../../backend/alert/engine/observe";
import { newState } from "../../../backend/alert/engine/run-state";
import { type EngineRule, watchedRules } from "../../../backend/alert/engine/watched-rule";
import type { AlertRule } from "../../../shared/alert/alert-rule";
import type { AlertCondition } from "../../../shared/alert/conditions/registry";
import type { ChannelChoice } from "../../../shared/alert/conditions/terms";
import { minuteMs } from "../../../shared/base/durations";
import * as of from "../../conditions";

const above = of.threshold(">", 8);

const device: EngineDevice = {
	clock: { timezoneOffset: 0, timeZoneRule: 0 },
	metadata: { maxTemp: "7,5", note: "warm" },
	loggingIntervalSeconds: 300,
	uploadIntervalSeconds: 900,
	offlineAfterSeconds: 2_700,
	channels: [{ id: "chn_t", name: "Room", quantity: "temperature", unit: "°C", min: 2, max: 8 }],
};

function ruleOf(condition: AlertCondition, change: Partial<EngineRule> = {}): EngineRule {
	const clear: AlertRule["clear"] = { by: "opposite", hysteresis: null, clearForSeconds: 0 };
	return { id: "alr_1", version: 1, severity: "warning", forSeconds: 0, schedule: null, condition, clear, ...change };
}

/** Sends a value every five minutes; returns at which of them the events opened, moved and ended. */
function changesOf(rule: EngineRule, values: number[], perUpload = 1): string[] {
	const watched = watchedRules(rule, device);
	const samples = values.map((one, position) => ({ at: (position + 1) * 5 * minuteMs, value: one }));
	let state = newState();
	const lines: string[] = [];
	let ids = 0;
	for (let position = 0; position < samples.length; position += perUpload) {
		const sent = samples.slice(position, position + perUpload);
		const history = (_: string, from: number, to: number) => samples.filter(({ at }) => at >= from && at < to);
		const parts = { watched, history, newEventId: () => `evt_${++ids}` };
		const upload = { receivedAt: sent.at(-1)?.at ?? 0, channels: new Map([["chn_t", sent]]) };
		const evaluation = evaluateUpload(parts, state, upload);
		state = evaluation.state;
		const last = position + sent.length;
		for (const { kind, event } of evaluation.changes) lines.push(`${last} ${kind} ${event.severity} ${event.peak}`);
	}
	return lines;
}

describe("events of a rule", () => {
	const opened = (at: number, peak: number) => `${at} opened warning ${peak}`;
	const ended = (at: number, peak: number) => `${at} ended warning ${peak}`;
	const otherChannel = (change: Partial<ChannelChoice>) => of.threshold(">", 8, { ...of.temperature, ...change });
	const table: [string, AlertCondition, number[], string[]][] = [
		["above", above, [8, 9, 8], [opened(2, 9), ended(3, 9)]],
		["at least", of.threshold("≥", 8), [7, 8, 7], [opened(2, 8), ended(3, 8)]],
		["below", of.threshold("<", 2), [2, 1, 0, 2], [opened(2, 1), ended(4, 0)]],
		["at most", of.threshold("≤", 2), [3, 2, 3], [opened(2, 2), ended(3, 2)]],
		["exactly", of.threshold("=", 1), [0, 1, 0], [opened(2, 1), ended(3, 1)]],
		["anything but", of.threshold("≠", 1), [1, 3, 1], [opened(2, 3), ended(3, 3)]],
		["outside", of.range("outside", 2, 8), [5, 1, 9, 11, 8], [opened(2, 1), ended(5, 11)]],
		["inside", of.range("inside", 2, 8), [1, 5, 9], [opened(2, 5), ended(3, 5)]],
		["its expected range", of.range("outside", of.end("min"), of.end("max")), [5, 9, 8], [opened(2, 9), ended(3, 9)]],
		["a field of the device", of.threshold(">", of.field("maxTemp")), [7.5, 7.6], [opened(2, 7.6)]],
		["a field that is no number", of.threshold(">", of.field("note")), [99], []],
		["a field that is missing, often", of.repeated(2, 600, "≠", of.field("none")), [1, 2, 3], []],
		["a channel of another unit", otherChannel({ unit: "°F" }), [99], []],
		["a channel of another name", otherChannel({ name: "Freezer" }), [99], []],
		[
			"levels",
			of.levels(">", ["info", 5], ["critical", 8]),
			[6, 9, 7, 9, 5],
			["1 opened info 6", "2 rose critical 9", "3 fell info 9", "4 rose critical 9", "5 ended critical 9"],
		],
		["a rise", of.rate("rise", 3, 600), [1, 2, 5, 9, 9, 9, 9], [opened(3, 4), ended(6, 7)]],
		["a fall", of.rate("fall", 3, 300), [9, 7, 3, 3], [opened(3, 4), ended(4, 4)]],
		["a change", of.rate("either", 3, 300), [1, 5, 5], [opened(2, 4), ended(3, 4)]],
		["a stuck value", of.stuck(600), [4, 5, 5, 5, 5, 6], [opened(4, 600), ended(6, 900)]],
		["a mean", of.statistic("mean", 15, ">", 5), [3, 6, 9, 3, 3], [opened(3, 6), ended(5, 6)]],
		["a sum", of.statistic("sum", 15, ">", 9), [4, 5, 1, 1], [opened(3, 10), ended(4, 10)]],
		// The first reading alone states nothing: such a window usually has three.
		["a lowest", of.statistic("min", 15, "≥", 5), [5, 6, 1, 6, 6, 6], [opened(2, 5), ended(3, 5), opened(6, 6)]],
		["a highest", of.statistic("max", 15, ">", 8), [9, 1, 1, 1], [opened(2, 9), ended(4, 9)]],
		["a change over a window", of.statistic("change", 15, ">", 5), [1, 2, 7], [opened(3, 6)]],
		["three in a row", of.repeated(3, null, ">", 8), [9, 9, 1, 9, 9, 10, 1], [opened(6, 10), ended(7, 10)]],
		["three within a time", of.repeated(3, 1_500, ">", 8), [9, 9, 1, 9, 1, 1], [opened(4, 3), ended(6, 3)]],
	];

	it.each(table)("opens and ends an event of %s, reading by reading", (_, condition, values, expected) => {
		expect(changesOf(ruleOf(condition), values)).toEqual(expected);
	});

	it.each(table)("opens and ends an event of %s the same in one upload", (_, condition, values, expected) => {
		const ends = (lines: string[]) =>
			lines.filter((line) => line.includes("ended")).map((line) => line.replace(/^\d+/, ""));
		expect(ends(changesOf(ruleOf(condition), values, values.length))).toEqual(ends(expected));
	});

	it("ignores conditions of an unknown kind", () => {
		expect(() => changesOf(ruleOf(of.unknownCondition), [99])).toThrow("Unknown kind of condition: unheardOf");
	});

	const opposite = { by: "opposite", clearForSeconds: 0 } as const;
	it.each<[string, AlertRule["clear"], number[], string[]]>([
		[
			"once it is back by a band",
			{ ...opposite, hysteresis: { kind: "absolute", value: 1 } },
			[9, 8, 7.5, 7],
			[ended(4, 9)],
		],
		[
			"once it is back by a share",
			{ ...opposite, hysteresis: { kind: "percent", value: 25 } },
			[9, 7, 6],
			[ended(3, 9)],
		],
		[
			"once it was back for a time",
			{ ...opposite, hysteresis: null, clearForSeconds: 600 },
			[9, 7, 9, 7, 7, 7],
			[ended(6, 9)],
		],
		[
			"by a condition of its own",
			{ by: "condition", comparison: "<", limit: { from: "value", value: 4 }, clearForSeconds: 0 },
			[9, 5, 3],
			[ended(3, 9)],
		],
		["by a person alone", { by: "person" }, [9, 1, 1, 1], []],
	])("ends an event %s", (_, clear, values, expected) => {
		expect(changesOf(ruleOf(above, { clear }), values).slice(1)).toEqual(expected);
	});
});

describe("silence", () => {
	const silence = of.noData(null, null);
	const watched = watchedRules(ruleOf(silence), device);
	const facts = { watched, lastReceivedAt: 0, offlineAfterMs: 2_700_000, uploadIntervalMs: 900_000 };
	const parts = { watched, history: () => [], newEventId: () => "evt_1" };

	it("opens an event at its deadline and the next upload ends it", () => {
		expect(nextDeadline(newState(), facts)).toBe(2_700_000);
		const passed = passDeadlines(newState(), facts, { now: 2_700_000, newEventId: () => "evt_1" });
		expect(passed.changes).toMatchObject([{ kind: "opened", event: { firedAt: 2_700_000, peak: 2_700 } }]);
		expect(nextDeadline(passed.state, facts)).toBeNull();
		const received = evaluateUpload(parts, passed.state, { receivedAt: 4_000_000, channels: new Map() });
		expect(received.changes).toMatchObject([{ kind: "ended", event: { id: "evt_1", endedAt: 4_000_000 } }]);
	});

	it("restarts an upload interval from now if the backend was away", () => {
		const now = 2_700_000 + 2 * minuteMs + 1;
		const passed = passDeadlines(newState(), facts, { now, newEventId: () => "evt_1" });
		expect(passed.changes).toEqual([]);
		expect(nextDeadline(passed.state, facts)).toBe(now + 900_000);
		expect(passDeadlines(passed.state, facts, { now: now + 900_000, newEventId: () => "evt_1" }).changes).toHaveLength(
			1,
		);
	});

	it("finds a silent channel of a device that still sends", () => {
		const ofChannel = watchedRules(ruleOf(of.noData(of.temperature, 600)), device);
		const received = evaluateUpload({ ...parts, watched: ofChannel }, newState(), {
			receivedAt: 0,
			channels: new Map([["chn_t", [{ at: 0, value: 1 }]]]),
		});
		const later = evaluateUpload({ ...parts, watched: ofChannel }, received.state, {
			receivedAt: 300_000,
			channels: new Map([["chn_other", [{ at: 300_000, value: 1 }]]]),
		});
		expect(nextDeadline(later.state, { ...facts, watched: ofChannel, lastReceivedAt: 300_000 })).toBe(600_000);
	});

	it("waits for the rule's hours", () => {
		const schedule = { zone: "device" as const, weekly: [{ days: [4], from: "08:00", to: "09:00" }], spans: [] };
		const atEight = watchedRules(ruleOf(silence, { schedule }), device);
		expect(nextDeadline(newState(), { ...facts, watched: atEight })).toBe(8 * 60 * minuteMs);
	});

	it("leaves an open event open and makes it stale", () => {
		const rules = watchedRules(ruleOf(above), device);
		const { state } = evaluateUpload({ ...parts, watched: rules }, newState(), {
			receivedAt: 0,
			channels: new Map([["chn_t", [{ at: 0, value: 9 }]]]),
		});
		const silent = { ...facts, watched: rules };
		const passed = passDeadlines(state, silent, { now: 2_700_000, newEventId: () => "evt_2" });
		expect(passed).toMatchObject({
			changes: [],
			isNewlyStale: true,
			state: { isStale: true, runs: [{ event: { id: "evt_1" } }] },
		});
		expect(nextDeadline(passed.state, silent)).toBeNull();
	});
});

it("keeps the order of times if a clock jumps within an upload", () => {
	const watched = watchedRules(ruleOf(above), device);
	const parts = { watched, history: () => [], newEventId: () => "evt_1" };
	const samples = [
		{ at: 4 * minuteMs, value: 5 },
		{ at: 60 * minuteMs, value: 9 },
	];
	const upload = { receivedAt: 0, channels: new Map([["chn_t", samples]]) };
	const { state, changes } = evaluateUpload(parts, newState(), upload);
	expect(changes).toMatchObject([{ event: { startedAt: 4 * minuteMs, isClockWrong: true } }]);
	expect(state.frontiers.get("chn_t")).toBe(4 * minuteMs);
});

describe("uploads of the past in a row", () => {
	const watched = watchedRules(ruleOf(above), device);
	const parts = { watched, history: () => [], newEventId: () => "evt_1" };
	const day = 24 * 60 * minuteMs;

	function wrongClocks(uploads: [received: number, minutes: number[]][]): boolean[] {
		let state = newState();
		return [[day, [day / minuteMs]] as [number, number[]], ...uploads].map(([receivedAt, minutes]) => {
			const samples = minutes.map((minute) => ({ at: minute * minuteMs, value: 9 }));
			const evaluation = evaluateUpload(parts, state, { receivedAt, channels: new Map([["chn_t", samples]]) });
			state = evaluation.state;
			return evaluation.isClockWrong;
		});
	}

	it.each<[string, [number, number[]][]]>([
		["at once", [1, 2, 3].map((hour) => [day + hour * 1_000, [hour * 60, hour * 60 + 30]])],
		["a reading each", [1, 2, 3].map((minute) => [day + minute * 1_000, [minute]])],
		["newest first", [3, 2, 1].map((hour) => [day + hour * minuteMs, [hour * 60, hour * 60 + 30]])],
		["a channel after the other", [1, 2, 3].map((minute) => [day + minute * minuteMs, [5, 10, 15]])],
	])("shows no wrong clock if a gateway sends late: %s", (_, uploads) => {
		expect(wrongClocks(uploads)).toEqual([false, false, false, false]);
	});

	it("shows a reset clock if its times advance as real time does, also across a late upload", () => {
		const reset = [0, 15, 30, 47].map((minute): [number, number[]] => [day + minute * minuteMs, [minute, minute + 5]]);
		expect(wrongClocks(reset)).toEqual([false, false, true, true, true]);
		reset.splice(2, 0, [day + 20 * minuteMs, [900]]);
		expect(wrongClocks(reset)).toEqual([false, false, true, false, false, true]);
	});
});

it("opens and ends the event of a wrong clock by its uploads", () => {
	const watched = watchedRules(ruleOf({ kind: "clockDrift", overSeconds: 600 }), device);
	const parts = { watched, history: () => [], newEventId: () => "evt_1" };
	const send = (state: ReturnType<typeof newState>, receivedAt: number, at: number) =>
		evaluateUpload(parts, state, { receivedAt, channels: new Map([["chn_t", [{ at, value: 1 }]]]) });
	const ahead = send(newState(), 0, 20 * 60 * minuteMs);
	expect(ahead).toMatchObject({ isClockWrong: true, changes: [{ kind: "opened", event: { peak: 72_000 } }] });
	expect(send(ahead.state, minuteMs, minuteMs)).toMatchObject({ isClockWrong: false, changes: [{ kind: "ended" }] });
});
