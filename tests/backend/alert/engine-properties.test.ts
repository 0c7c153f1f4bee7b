import { describe, expect, it } from "vitest";
import type { Sample } from "../../../backend/alert/engine/observe";
import { rehearse, type StoredReadings } from "../../../backend/alert/engine/rehearse";
import { type EngineEvent, isCalm, packState } from "../../../backend/alert/engine/run-state";
import { type EngineRule, type Watched, watchedRules } from "../../../backend/alert/engine/watched-rule";
import { hourMs, minuteMs } from "../../../shared/base/durations";
import { isInside, type TimeWindows } from "../../../shared/time/time-windows";
import * as fc from "../../properties";
import { channelId, runLive } from "./live-engine";
import {
	boundedEvents,
	countedReadings,
	type OracleRule,
	type OracleWatch,
	type SentUpload,
	type SettledEvent,
	settledEvents,
	settledLevels,
} from "./settled-oracle";

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

/** Includes both changes of the clock in a zone whose hours the rule follows. */
const starts = [Date.UTC(2026, 2, 28, 18), Date.UTC(2026, 9, 24, 18), Date.UTC(2026, 5, 1)] as const;
const nights: TimeWindows = {
	zone: "Europe/Lisbon",
	weekly: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "22:15", to: "03:30" }],
	spans: [],
};

const settings = fc.record({
	forSeconds: fc.constantFrom(0, 300, 1_200, 6 * 3_600),
	clearForSeconds: fc.constantFrom(0, 600, 3 * 3_600),
	band: fc.constantFrom(0, 1, 1.5),
	times: fc.constantFrom(1, 3),
	kind: fc.constantFrom("above", "below", "outside", "inside", "rate", "stuck", "min", "max", "mean", "sum", "change"),
	schedule: fc.constantFrom(null, nights),
});
type Settings = typeof settings extends fc.Arbitrary<infer Value> ? Value : never;

const plain: Settings = { forSeconds: 0, clearForSeconds: 0, band: 0, times: 1, kind: "above", schedule: null };
const backTogether = [
	{ minute: 0, value: 11 },
	{ minute: 3, value: 7 },
	{ minute: 6, value: 5 },
	{ minute: 11, value: 5 },
	{ minute: 16, value: 5 },
].map(({ minute, value }) => ({ at: starts[0] + minute * minuteMs, value }));

const range = { low: 6, high: 10 };
const moved = { by: 3, withinSeconds: 900 };
const stuckSeconds = 900;
const windowMinutes = 30;
const statisticLimits = { min: 7, max: 9, mean: limit, sum: 40, change: 2 };

function isStatistic(kind: string): kind is keyof typeof statisticLimits {
	return Object.hasOwn(statisticLimits, kind);
}

function watchOf({ kind, times }: Pick<Settings, "kind" | "times">): { watch: OracleWatch; times: number } {
	if (kind === "above" || kind === "below") return { watch: { kind, limit }, times };
	if (kind === "outside" || kind === "inside") return { watch: { kind, ...range }, times: 1 };
	if (kind === "stuck") return { watch: { kind, seconds: stuckSeconds }, times: 1 };
	if (isStatistic(kind)) {
		const of = { statistic: kind, windowMs: windowMinutes * minuteMs, limit: statisticLimits[kind] };
		return { watch: { kind: "statistic", ...of }, times: 1 };
	}
	return { watch: { kind, by: moved.by, withinMs: moved.withinSeconds * 1000 }, times: 1 };
}

function conditionOf({ kind, times }: Pick<Settings, "kind" | "times">): EngineRule["condition"] {
	const channels = { quantity: "temperature" as const, unit: "°C", name: null };
	const of = (value: number) => ({ from: "value" as const, value });
	if (kind === "outside" || kind === "inside") {
		return { kind: "range", channels, is: kind, low: of(range.low), high: of(range.high) };
	}
	if (kind === "rate") return { kind, channels, direction: "either", ...moved };
	if (kind === "stuck") return { kind, channels, afterSeconds: stuckSeconds };
	if (isStatistic(kind)) {
		const above = { comparison: ">" as const, limit: of(statisticLimits[kind]) };
		return { kind: "statistic", channels, statistic: kind, windowMinutes, ...above };
	}
	const compared = { channels, comparison: kind === "above" ? (">" as const) : ("<" as const), limit: of(limit) };
	return times === 1
		? { kind: "threshold", ...compared }
		: { kind: "repeated", ...compared, count: times, withinSeconds: null };
}

function ruleOf({ forSeconds, clearForSeconds, band, schedule, ...of }: Settings): EngineRule {
	return {
		id: "alr_1",
		version: 1,
		severity: "warning",
		forSeconds,
		schedule,
		condition: conditionOf(of),
		clear: { by: "opposite", hysteresis: { kind: "absolute", value: band }, clearForSeconds },
	};
}

function oracleRuleOf({ forSeconds, clearForSeconds, band, schedule, ...of }: Settings): OracleRule {
	const isOpenAt = (at: number) => schedule === null || isInside({ ...schedule, zone: "Europe/Lisbon" }, at);
	const settingMs = device.loggingIntervalSeconds * 1000;
	const durations = { forMs: forSeconds * 1000, clearForMs: clearForSeconds * 1000, settingMs };
	return { ...watchOf(of), band, ...durations, isOpenAt };
}

/** Factors of an interval of four to five minutes: from seconds to more than a day. */
const scales = fc.constantFrom(1 / 24, 1, 1, 1, 4, 15, 80, 330);

const trend = fc
	.record({
		start: fc.constantFrom(...starts),
		scales: fc.array(scales, { minLength: 1, maxLength: 2 }),
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
	.map(({ start, scales: of, steps }) => {
		let at = start;
		return steps.flatMap(({ wait, value, stays }, step) => {
			const scale = of[Math.floor((step * of.length) / steps.length)] ?? 1;
			return Array.from({ length: stays }, (_, position): Sample => {
				const interval = position === 0 ? wait : 4 * minuteMs + ((wait * (position + 1)) % (2 * minuteMs));
				at += Math.round(interval * scale);
				return { at, value };
			});
		});
	});

/** Cuts a trend into uploads of these sizes, each shuffled by its seed. */
function cut(samples: Sample[], sizes: number[], seed: number): SentUpload[] {
	const uploads: SentUpload[] = [];
	for (let position = 0, index = 0; position < samples.length; index += 1) {
		const size = sizes[index % sizes.length] ?? 1;
		const readings = samples.slice(position, position + size);
		uploads.push({ receivedAt: (readings.at(-1)?.at ?? 0) + 2_000, readings: shuffled(readings, seed + index) });
		position += size;
	}
	return uploads;
}

function shuffled<Value>(values: Value[], seed: number): Value[] {
	return values
		.map((value, position) => ({ value, order: Math.sin((position + 1) * (seed + 1) * 12.9898) }))
		.sort((one, other) => one.order - other.order)
		.map(({ value }) => value);
}

function run(watched: Watched[], uploads: SentUpload[]) {
	const { events, state } = runLive(watched, uploads);
	return { events: events.map(settledOf), state };
}

function settledOf(event: Omit<EngineEvent, "id">): SettledEvent {
	const { startedAt, firedAt, endedAt, count, peak, unread, crossings } = event;
	return { startedAt, firedAt, endedAt, count, peak, unread, crossings };
}

const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 });

describe("values outside any measurement", () => {
	const odd = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1e308, 1e308, 1.7e308, 2e100);

	it("change no event and leave no null in the packed state", () => {
		fc.assert(
			fc.property(trend, settings, sizes, fc.array(odd, { minLength: 1 }), (samples, chosen, sized, values) => {
				const watched = watchedRules(ruleOf(chosen), device);
				const mixed = samples.flatMap(({ at, value }, position) => {
					const other = values[position % (2 * values.length)];
					return other === undefined
						? [{ at, value }]
						: [
								{ at, value },
								{ at: at + 1, value: other },
							];
				});
				const uploads = cut(mixed, sized, 0);
				const measured = uploads.map(({ receivedAt, readings }) => {
					return { receivedAt, readings: readings.filter(({ value }) => Math.abs(value) <= 1e100) };
				});
				const [whole, expected] = [run(watched, uploads), run(watched, measured)];
				expect(whole.events).toEqual(expected.events);
				expect(packState({ ...whole.state, frontiers: new Map() }, [channelId])).toBe(
					packState({ ...expected.state, frontiers: new Map() }, [channelId]),
				);
			}),
			{ numRuns: 300 },
		);
	});
});

describe("settled events", () => {
	it("equal those of an oracle that reads the whole history at once", () => {
		fc.assert(
			fc.property(trend, settings, sizes, fc.nat(1_000), (samples, chosen, sized, seed) => {
				const uploads = cut(samples, sized, seed);
				const expected = settledEvents(samples, oracleRuleOf(chosen));
				expect(run(watchedRules(ruleOf(chosen), device), uploads).events).toEqual(expected);
			}),
			{ numRuns: 1_500 },
		);
	});

	it("equal those of the lower limit for a rule with two, with the oracle's severity", () => {
		let [all, worse] = [0, 0];
		fc.assert(
			fc.property(trend, settings, sizes, fc.nat(1_000), (samples, chosen, sized, seed) => {
				const above = { ...chosen, kind: "above" as const, times: 1 as const };
				const rule = ruleOf(above);
				const channels = { quantity: "temperature" as const, unit: "°C", name: null };
				const levels = [
					{ severity: "warning" as const, limit: { from: "value" as const, value: limit } },
					{ severity: "critical" as const, limit: { from: "value" as const, value: limit + 2 } },
				];
				const watched = watchedRules(
					{ ...rule, condition: { kind: "levels", channels, comparison: ">", levels } },
					device,
				);
				const found = runLive(watched, cut(samples, sized, seed)).events.map((event) => {
					return { ...settledOf(event), isWorse: event.worstSeverity === "critical" };
				});
				const higher: OracleRule = { ...oracleRuleOf(above), watch: { kind: "above", limit: limit + 2 } };
				expect(found).toEqual(settledLevels(samples, oracleRuleOf(above), higher));
				all += found.length;
				worse += found.filter(({ isWorse }) => isWorse).length;
			}),
			{
				numRuns: 1_500,
				// Both levels cleared with the same reading, the higher one since an earlier one.
				examples: [[backTogether, { ...plain, clearForSeconds: 600, band: 1.5 }, [1], 0]],
			},
		);
		expect(Math.min(worse, all - worse)).toBeGreaterThan(200);
	});

	it("do not depend on the order within an upload, nor on where the history is cut into uploads", () => {
		fc.assert(
			fc.property(trend, settings, sizes, sizes, (samples, chosen, one, other) => {
				const watched = watchedRules(ruleOf(chosen), device);
				const first = run(watched, cut(samples, one, 1));
				const second = run(watched, cut(samples, other, 2));
				expect(first.events).toEqual(second.events);
				expect(first.state.frontiers).toEqual(second.state.frontiers);
			}),
			{ numRuns: 500 },
		);
	});

	it("stay the same when everything is sent again", () => {
		fc.assert(
			fc.property(trend, settings, sizes, (samples, chosen, sized) => {
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
				trend,
				// Windows read stored values, late ones included.
				settings.filter(({ kind }) => kind !== "rate" && !isStatistic(kind)),
				sizes,
				fc.array(fate, { minLength: 3, maxLength: 12 }),
				fc.constantFrom(1_000, 10 * minuteMs, 40 * minuteMs),
				(samples, chosen, sized, fates, apart) => {
					const sent = cut(samples, sized, 4).map((upload, index) => ({
						upload,
						fate: fates[index % fates.length] ?? "live",
					}));
					const inTime = sent.flatMap(({ upload: { receivedAt, readings }, fate: of }, index): SentUpload[] => {
						if (of === "late") return [];
						if (of === "live") return [{ receivedAt, readings }];
						// The clock is ahead by most of a day, or back in 2020.
						const shift = of === "ahead" ? 20 * hourMs : Date.UTC(2020, 0, 1) - (samples[0]?.at ?? 0);
						return [{ receivedAt, readings: readings.map(({ at, value }) => ({ at: at + shift + index, value })) }];
					});
					const end = inTime.at(-1)?.receivedAt ?? 0;
					const held = sent.flatMap(({ upload, fate: of }) => (of === "late" ? [upload] : []));
					const uploads = [
						...inTime,
						...held.map(({ readings }, index) => ({ receivedAt: end + (index + 1) * apart, readings })),
					];
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

/** The fate of each upload: late, by a clock ahead or reset, or in a backlog of several. */
const fates = fc.array(
	fc.record({ fate: fc.constantFrom("live", "live", "live", "late", "ahead", "reset"), wait: fc.nat(20) }),
	{ minLength: 3, maxLength: 12 },
);
type Fates = typeof fates extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns uploads in the order of receipt. Omits repeated instants, as the store keeps the last value alone. */
function sentBy(samples: Sample[], sized: number[], chosen: Fates): SentUpload[] {
	const taken = new Set<number>();
	const uploads = cut(samples, sized, 5).map(({ receivedAt, readings }, index): SentUpload => {
		const { fate, wait } = chosen[index % chosen.length] ?? { fate: "live", wait: 0 };
		if (fate === "late") return { receivedAt: receivedAt + wait * 7 * minuteMs, readings };
		if (fate === "live") return { receivedAt, readings };
		const shift = fate === "ahead" ? 20 * hourMs : Date.UTC(2020, 0, 1) - (samples[0]?.at ?? 0);
		return { receivedAt, readings: readings.map(({ at, value }) => ({ at: at + shift, value })) };
	});
	const received = new Set<number>();
	return uploads
		.sort((one, other) => one.receivedAt - other.receivedAt)
		.flatMap(({ receivedAt, readings }) => {
			const fresh = readings.filter(({ at }) => !taken.has(at) && taken.add(at));
			if (fresh.length === 0 || received.has(receivedAt)) return [];
			received.add(receivedAt);
			return [{ receivedAt, readings: fresh }];
		});
}

describe("a packed state", () => {
	it("counts as calm only if it holds nothing about silence", () => {
		let calm = 0;
		const silence = ruleOf({ kind: "above", forSeconds: 0, clearForSeconds: 600, band: 1.5, times: 1, schedule: null });
		const channels = { quantity: "temperature" as const, unit: "°C", name: null };
		const rules: EngineRule[] = [
			silence,
			{ ...silence, condition: { kind: "stuck", channels, afterSeconds: 900 } },
			{ ...silence, condition: { kind: "noData", channels, afterSeconds: 900 } },
		];
		fc.assert(
			fc.property(
				trend,
				fc.constantFrom(...rules),
				sizes,
				fates,
				fc.boolean(),
				(samples, rule, sized, submitted, isLate) => {
					const { state } = runLive(watchedRules(rule, device), sentBy(samples, sized, submitted));
					const known = { ...state, silentFrom: isLate ? 1 : null };
					const text = packState(known, [channelId]);
					const isOpen = known.runs.some(({ event }) => event !== null);
					expect(isCalm(text)).toBe(!isOpen && known.lastSeenAt.size === 0 && known.silentFrom === null);
					calm += isCalm(text) ? 1 : 0;
				},
			),
			{ numRuns: 300 },
		);
		expect(calm).toBeGreaterThan(20);
	});
});

describe("a rehearsal", () => {
	const silence = { offlineAfterMs: 2_700_000, uploadIntervalMs: 900_000 };
	const ofDevice = (condition: EngineRule["condition"]): EngineRule => ({
		id: "alr_1",
		version: 1,
		severity: "warning",
		forSeconds: 0,
		schedule: null,
		condition,
		clear: { by: "opposite", hysteresis: null, clearForSeconds: 0 },
	});
	const temperature = { quantity: "temperature" as const, unit: "°C", name: null };
	const rules = fc.oneof(
		settings.map(ruleOf),
		fc.constantFrom(
			ofDevice({ kind: "noData", channels: null, afterSeconds: null }),
			ofDevice({ kind: "noData", channels: temperature, afterSeconds: 1_800 }),
			ofDevice({ kind: "clockDrift", overSeconds: 600 }),
			ofDevice({ kind: "rate", channels: temperature, direction: "either", by: 4, withinSeconds: 1_200 }),
			ofDevice({ kind: "stuck", channels: temperature, afterSeconds: 900 }),
			ofDevice({
				kind: "statistic",
				channels: temperature,
				statistic: "mean",
				windowMinutes: 60,
				comparison: ">",
				limit: { from: "value", value: limit },
			}),
		),
	);

	it("finds the events that the uploads of a history made one by one", () => {
		let [late, past, events] = [0, 0, 0];
		fc.assert(
			fc.property(trend, rules, sizes, fates, (samples, rule, sized, chosen) => {
				const watched = watchedRules(rule, device);
				const uploads = sentBy(samples, sized, chosen);
				const until = (uploads.at(-1)?.receivedAt ?? 0) + hourMs;
				const live = runLive(watched, uploads, { isCaughtUp: true, silence: { ...silence, until } });
				const readings = storedAs(uploads);
				const from = Number.NEGATIVE_INFINITY;
				const found = rehearse({ ...silence, watched, readings, from, until, lastReceivedAt: null });
				expect(inTime(found.map(({ sentAt: _, ...event }) => event))).toEqual(inTime(live.events));
				late += chosen.filter(({ fate }) => fate === "late").length;
				past += live.events.filter(({ endedAt }) => endedAt !== null).length;
				events += live.events.length;
			}),
			{ numRuns: 1_500 },
		);
		expect(Math.min(late, past, events)).toBeGreaterThan(500);
	});
});

describe("readings that flutter about a limit", () => {
	const flutter = fc
		.array(fc.tuple(fc.constantFrom(5, 5, 5, 7, 11), fc.constantFrom(9, 11, 12)), { minLength: 60, maxLength: 90 })
		.map((pairs) =>
			pairs.flat().map((value, position): Sample => ({ at: starts[2] + position * 5 * minuteMs, value })),
		);
	const largeUploads = fc.array(fc.integer({ min: 20, max: 180 }), { minLength: 1, maxLength: 3 });
	const quick = fc
		.record({
			kind: fc.constantFrom("above", "below", "outside", "inside", "change"),
			schedule: fc.constantFrom(null, nights),
		})
		.map((chosen): Settings => ({ ...plain, ...chosen }));

	it("make at most 21 events of an upload, those of an oracle, and so they do in a rehearsal", () => {
		let merged = 0;
		fc.assert(
			fc.property(flutter, quick, largeUploads, (samples, chosen, sized) => {
				const watched = watchedRules(ruleOf(chosen), device);
				const uploads = cut(samples, sized, 5);
				const expected = boundedEvents(uploads, oracleRuleOf(chosen));
				const { events } = runLive(watched, uploads);
				expect(inTime(events).map(settledOf)).toEqual(expected);
				expect(events.length).toBeLessThanOrEqual(21 * uploads.length);
				const readings = storedAs(uploads);
				const span = { from: Number.NEGATIVE_INFINITY, until: uploads.at(-1)?.receivedAt ?? 0, lastReceivedAt: null };
				const silence = { offlineAfterMs: 2_700_000, uploadIntervalMs: 900_000 };
				const rehearsed = rehearse({ ...silence, ...span, watched, readings });
				expect(inTime(rehearsed.map(({ sentAt: _, ...event }) => event))).toEqual(inTime(events));
				merged += events.filter(({ crossings }) => crossings !== null).length;
			}),
			{ numRuns: 300 },
		);
		expect(merged).toBeGreaterThan(100);
	});

	it("leave an event that is open at the end its true beginning", () => {
		const values = [...Array.from({ length: 1_000 }, (_, position) => (position % 2 === 0 ? 5 : 9)), 5, 12, 12];
		const readings = values.map((value, position) => ({ at: starts[2] + position * minuteMs, value }));
		const watched = watchedRules(ruleOf(plain), device);
		const { events } = runLive(watched, [{ receivedAt: starts[2] + 2_000 * minuteMs, readings }]);
		expect(events).toHaveLength(21);
		expect(events.at(-2)).toMatchObject({ crossings: 500 - 19, count: 500 - 19, endedAt: readings[1_000]?.at });
		const open = { startedAt: readings[1_001]?.at, endedAt: null, count: 2, peak: 12, crossings: null };
		expect(events.at(-1)).toMatchObject(open);
	});
});

function storedAs(uploads: SentUpload[]): StoredReadings {
	const stored = uploads
		.flatMap(({ receivedAt, readings }) => readings.map((reading) => ({ ...reading, receivedAt })))
		.sort((one, other) => one.at - other.at);
	return {
		channelIds: [channelId],
		channel: stored.map(() => 0),
		at: stored.map(({ at }) => at),
		receivedAt: stored.map(({ receivedAt }) => receivedAt),
		value: stored.map(({ value }) => value),
	};
}

/** Sorts by time, without ids, which follow the order in which events were found. */
function inTime(events: EngineEvent[]): Omit<EngineEvent, "id">[] {
	return events
		.map(({ id: _, ...event }) => event)
		.sort((one, other) => one.startedAt - other.startedAt || one.firedAt - other.firedAt);
}
