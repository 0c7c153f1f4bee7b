import { describe, expect, it } from "vitest";
import { evaluateUpload } from "../../../backend/alert/engine/evaluate-upload";
import type { Sample } from "../../../backend/alert/engine/observe";
import {
	type EngineEvent,
	type EngineState,
	newState,
	packState,
	unpackState,
} from "../../../backend/alert/engine/run-state";
import { type EngineRule, gapMsOf, type Watched, watchedRules } from "../../../backend/alert/engine/watched-rule";
import { isInside, type TimeWindows } from "../../../shared/time-windows";
import * as fc from "../../properties";
import { countedReadings, type OracleRule, type SentUpload, type SettledEvent, settledEvents } from "./settled-oracle";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const channelId = "chn_1";
const limit = 8;

const device = {
	clock: { timezoneOffset: 0, timeZoneRule: 0 as const },
	metadata: {},
	loggingIntervalSeconds: 300,
	uploadIntervalSeconds: 900,
	offlineAfterSeconds: 2_700,
	channels: [
		{ id: channelId, name: "Temperature", quantity: "temperature" as const, unit: "°C", min: null, max: null },
	],
};

/** Over both changes of the clock in a zone whose hours the rule follows. */
const starts = [Date.UTC(2026, 2, 28, 18), Date.UTC(2026, 9, 24, 18), Date.UTC(2026, 5, 1)];
const nights: TimeWindows = {
	zone: "Europe/Lisbon",
	weekly: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "22:15", to: "03:30" }],
	spans: [],
};

const settings = fc.record({
	forSeconds: fc.constantFrom(0, 300, 1_200),
	clearForSeconds: fc.constantFrom(0, 600),
	band: fc.constantFrom(0, 1.5),
	times: fc.constantFrom(1, 3),
	schedule: fc.constantFrom(null, nights),
});
type Settings = typeof settings extends fc.Arbitrary<infer Value> ? Value : never;

function ruleOf({ forSeconds, clearForSeconds, band, times, schedule }: Settings): EngineRule {
	const channels = { quantity: "temperature" as const, unit: "°C", name: null };
	const above = { channels, comparison: ">" as const, limit: { from: "value" as const, value: limit } };
	return {
		...{ id: "alr_1", version: 1, severity: "warning", forSeconds, schedule },
		condition:
			times === 1 ? { kind: "threshold", ...above } : { kind: "repeated", ...above, count: times, withinSeconds: null },
		clear: { by: "opposite", hysteresis: { kind: "absolute", value: band }, clearForSeconds },
	};
}

function oracleRuleOf({ forSeconds, clearForSeconds, band, times, schedule }: Settings): OracleRule {
	const isOpenAt = (at: number) => schedule === null || isInside({ ...schedule, zone: "Europe/Lisbon" }, at);
	const durations = { forMs: forSeconds * 1000, clearForMs: clearForSeconds * 1000, gapMs: gapMsOf(device) };
	return { limit, band, times, ...durations, isOpenAt };
}

/** A course around the limit, with jitter and gaps. */
const course = fc
	.record({
		start: fc.constantFrom(...starts),
		steps: fc.array(
			fc.record({
				wait: fc.oneof(
					{ weight: 8, arbitrary: fc.integer({ min: 3 * minuteMs, max: 6 * minuteMs }) },
					{ weight: 1, arbitrary: fc.integer({ min: 14 * minuteMs, max: 3 * hourMs }) },
				),
				value: fc.oneof(
					{ weight: 2, arbitrary: fc.integer({ min: 9, max: 12 }) },
					{ weight: 2, arbitrary: fc.integer({ min: 5, max: 8 }) },
				),
				stays: fc.integer({ min: 1, max: 5 }),
			}),
			{ minLength: 1, maxLength: 30 },
		),
	})
	.map(({ start, steps }) => {
		let at = start;
		return steps.flatMap(({ wait, value, stays }) =>
			Array.from({ length: stays }, (_, place): Sample => {
				at += place === 0 ? wait : 4 * minuteMs + ((wait * (place + 1)) % (2 * minuteMs));
				return { at, value };
			}),
		);
	});

/** Cuts a course into uploads of these sizes, each shuffled by its seed. */
function cut(samples: Sample[], sizes: number[], seed: number): SentUpload[] {
	const uploads: SentUpload[] = [];
	for (let place = 0, index = 0; place < samples.length; index += 1) {
		const size = sizes[index % sizes.length] ?? 1;
		const readings = samples.slice(place, place + size);
		uploads.push({ receivedAt: (readings.at(-1)?.at ?? 0) + 2_000, readings: shuffled(readings, seed + index) });
		place += size;
	}
	return uploads;
}

function shuffled<Value>(values: Value[], seed: number): Value[] {
	return values
		.map((value, place) => ({ value, order: Math.sin((place + 1) * (seed + 1) * 12.9898) }))
		.sort((one, other) => one.order - other.order)
		.map(({ value }) => value);
}

/** As the store hands them over: what is known already is no news. */
function run(watched: Watched[], uploads: SentUpload[]): { events: SettledEvent[]; state: EngineState } {
	let state = newState();
	let ids = 0;
	const events = new Map<string, EngineEvent>();
	const stored = new Map<number, number>();
	for (const { receivedAt, readings } of uploads) {
		const fresh = readings.filter(({ at }) => !stored.has(at));
		const parts = {
			watched,
			history: (_: string, from: number, to: number) =>
				[...stored].filter(([at]) => at >= from && at < to).map(([at, value]) => ({ at, value })),
			newEventId: () => `evt_${++ids}`,
		};
		const evaluation = evaluateUpload(parts, state, { receivedAt, channels: new Map([[channelId, fresh]]) });
		for (const { at, value } of fresh) stored.set(at, value);
		for (const { event } of evaluation.changes) events.set(event.id, event);
		// As an upload's row keeps it.
		state = unpackState(packState(evaluation.state, [channelId]), [channelId]);
	}
	for (const { event, hits } of state.runs) {
		const open = event && events.get(event.id);
		if (open && hits) events.set(open.id, { ...open, ...hits });
	}
	return { events: [...events.values()].map(settledOf), state };
}

function settledOf({ startedAt, firedAt, endedAt, count, peak }: EngineEvent): SettledEvent {
	return { startedAt, firedAt, endedAt, count, peak };
}

const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 });

describe("settled events", () => {
	it("are those of an oracle that reads the whole history at once", () => {
		fc.assert(
			fc.property(course, settings, sizes, fc.nat(1_000), (samples, chosen, sized, seed) => {
				const uploads = cut(samples, sized, seed);
				const expected = settledEvents(samples, oracleRuleOf(chosen));
				expect(run(watchedRules(ruleOf(chosen), device), uploads).events).toEqual(expected);
			}),
			{ numRuns: 1_500 },
		);
	});

	it("do not depend on the order within an upload, nor on where the history is cut into uploads", () => {
		fc.assert(
			fc.property(course, settings, sizes, sizes, (samples, chosen, one, other) => {
				const watched = watchedRules(ruleOf(chosen), device);
				const first = run(watched, cut(samples, one, 1));
				const second = run(watched, cut(samples, other, 2));
				expect(first.events).toEqual(second.events);
				expect(first.state.frontiers).toEqual(second.state.frontiers);
			}),
			{ numRuns: 500 },
		);
	});

	it("stay as they are when everything is sent again", () => {
		fc.assert(
			fc.property(course, settings, sizes, (samples, chosen, sized) => {
				const watched = watchedRules(ruleOf(chosen), device);
				const uploads = cut(samples, sized, 3);
				const again = uploads.flatMap((upload) => [upload, { ...upload, receivedAt: upload.receivedAt + 1 }]);
				expect(run(watched, [...again, ...uploads]).events).toEqual(run(watched, uploads).events);
			}),
			{ numRuns: 300 },
		);
	});

	it("count late batches not at all, and a clock ahead or reset as at receipt", () => {
		let [late, ahead, reset, events] = [0, 0, 0, 0];
		const fate = fc.constantFrom("live", "live", "live", "late", "ahead", "reset");
		fc.assert(
			fc.property(
				course,
				settings,
				sizes,
				fc.array(fate, { minLength: 3, maxLength: 12 }),
				(samples, chosen, sized, fates) => {
					const sent = cut(samples, sized, 4).map((upload, index) => ({
						upload,
						fate: fates[index % fates.length] ?? "live",
					}));
					const inTime = sent.flatMap(({ upload: { receivedAt, readings }, fate: of }, index): SentUpload[] => {
						if (of === "late") return [];
						if (of === "live") return [{ receivedAt, readings }];
						// Ahead by most of a day, or back in 2020, each upload at instants of its own.
						const shift = of === "ahead" ? 20 * hourMs : Date.UTC(2020, 0, 1) - (samples[0]?.at ?? 0);
						return [{ receivedAt, readings: readings.map(({ at, value }) => ({ at: at + shift + index, value })) }];
					});
					const end = inTime.at(-1)?.receivedAt ?? 0;
					const held = sent.flatMap(({ upload, fate: of }) => (of === "late" ? [upload] : []));
					const uploads = [...inTime, ...held.map(({ readings }) => ({ receivedAt: end + minuteMs, readings }))];
					const found = run(watchedRules(ruleOf(chosen), device), uploads).events;
					expect(found).toEqual(settledEvents(countedReadings(uploads), oracleRuleOf(chosen)));
					late += held.length;
					ahead += sent.filter(({ fate: of }) => of === "ahead").length;
					reset += sent.filter(({ fate: of }) => of === "reset").length;
					events += found.length;
				},
			),
			{ numRuns: 1_500 },
		);
		expect(Math.min(late, ahead, reset, events)).toBeGreaterThan(500);
	});
});
