import { describe, expect, it } from "vitest";
import type { Sample } from "../../../backend/alert/engine/observe";
import { rehearse } from "../../../backend/alert/engine/rehearse";
import { packState, unpackState } from "../../../backend/alert/engine/run-state";
import { watchedRules } from "../../../backend/alert/engine/watched-rule";
import type { AlertCondition } from "../../../shared/alert/conditions/registry";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import type { DerivedDefinition } from "../../../shared/device/derived/definition";
import { rate, repeated, statistic, stuck, threshold } from "../../conditions";
import * as fc from "../../properties";
import { channelId, runLive } from "./live-engine";
import { falseZeros, type OracleRule, type SentUpload, settledEvents } from "./settled-oracle";

const rain = { quantity: "other" as const, unit: "mm", name: null };
const device = {
	clock: { timezoneOffset: 0, timeZoneRule: 0 as const },
	metadata: {},
	loggingIntervalSeconds: 300,
	uploadIntervalSeconds: 900,
	offlineAfterSeconds: 2_700,
	channels: [{ id: channelId, name: "Rain total", quantity: "other" as const, unit: "mm", min: null, max: null }],
};

function watchedBy(condition: AlertCondition, use?: DerivedDefinition) {
	const [channel] = device.channels;
	const ofRain = { ...condition, channels: rain } as AlertCondition;
	return watchedRules(
		{
			id: "alr_1",
			version: 1,
			severity: "warning",
			forSeconds: 0,
			schedule: null,
			condition: ofRain,
			clear: { by: "opposite", hysteresis: null, clearForSeconds: 0 },
		},
		use && channel ? { ...device, channels: [{ ...channel, use }] } : device,
	);
}

const start = Date.UTC(2026, 4, 1);
const never = { kind: "use" as const, driver: channelId, toleranceSeconds: 0, options: { resets: "never" } };
const useOfRain: DerivedDefinition = { ...never, sources: [{ role: "counter", channelId }] };
const tenInAnHour = rate("either", 10, 3_600);

/** Every hour a little more, from `days` before the start until then. */
function monthBefore(days: number, last = 214): Sample[] {
	return Array.from({ length: days * 24 }, (_, hour) => {
		const left = days * 24 - hour;
		return { at: start - left * hourMs, value: last - left * 0.1 };
	});
}

const every5 = (values: number[], from = start): Sample[] =>
	values.map((value, index) => ({ at: from + index * 5 * minuteMs, value }));

/** One upload for each reading after the first, which holds all before. */
function oneByOne(before: Sample[], samples: Sample[]): SentUpload[] {
	const uploads = samples.map((reading) => ({ receivedAt: reading.at + 1_000, readings: [reading] }));
	return [{ receivedAt: (before.at(-1)?.at ?? start) + 1_000, readings: before }, ...uploads];
}

const eventsOf = (uploads: SentUpload[], condition = tenInAnHour) => runLive(watchedBy(condition), uploads).events;

describe("a single zero of a running total", () => {
	const faulty = every5([214.2, 214.6, 214.8, 0, 214.8, 215]);

	it.each([
		["a change within an hour", tenInAnHour],
		["a change of a window", statistic("change", 60, ">", 10)],
		["a lowest value", statistic("min", 60, "<", 100)],
		["a limit", threshold("<", 100)],
		["several readings", repeated(2, 3_600, "<", 100)],
	])("opens nothing for %s, in one upload or several", (_, condition) => {
		const later = every5([215, 215, 215.2], start + 30 * minuteMs);
		expect(eventsOf(oneByOne(monthBefore(31), [...faulty, ...later]), condition)).toEqual([]);
		const whole = [...monthBefore(31), ...faulty, ...later];
		expect(eventsOf([{ receivedAt: start + hourMs, readings: whole }], condition)).toEqual([]);
	});

	it("waits for the reading after it, also while the state is packed", () => {
		const live = (count: number) =>
			runLive(watchedBy(threshold("<", 100)), oneByOne(monthBefore(31), faulty.slice(0, count)));
		const { state, events } = live(4);
		expect(events).toEqual([]);
		expect(state.zeros.get(channelId)).toEqual({ at: faulty[3]?.at, before: 214.8 });
		expect(unpackState(packState(state, [channelId]), [channelId]).zeros).toEqual(state.zeros);
		expect(live(5).state.zeros.size).toBe(0);
	});

	it("counts with the reading after it if the total was reset", () => {
		const reset = every5([214.6, 214.8, 0, 0.2]);
		const [event] = eventsOf(oneByOne(monthBefore(31), reset), threshold("<", 100));
		expect(event).toMatchObject({ startedAt: reset[2]?.at, firedAt: reset[2]?.at, count: 2, peak: 0 });
		const twice = every5([214.6, 214.8, 0, 0]);
		expect(eventsOf(oneByOne(monthBefore(31), twice), threshold("<", 100))).toMatchObject([{ count: 2 }]);
	});

	it.each([
		["is younger than 30 days", monthBefore(29)],
		["has fallen within 30 days", [...monthBefore(31).slice(0, -200), { at: start - 199 * hourMs, value: 3 }]],
		["is a constant", monthBefore(31).map(({ at }) => ({ at, value: 214 }))],
	])("waits for nothing if the channel %s", (_, before) => {
		const event = eventsOf(oneByOne(before, every5([214, 0])), threshold("<", 100)).at(-1);
		expect(event).toMatchObject({ startedAt: start + 5 * minuteMs });
	});

	it("waits for nothing at the midnight reset of a daily total", () => {
		const days = Array.from({ length: 31 * 24 }, (_, hour) => {
			return { at: start - (31 * 24 - hour) * hourMs, value: 0.2 * (hour % 24) };
		});
		const today = every5([3.4, 3.6, 3.8, 0, 0.2]);
		const event = eventsOf(oneByOne(days, today.slice(0, 4)), threshold("<", 0.1)).at(-1);
		expect(event).toMatchObject({ endedAt: null, firedAt: today[3]?.at });
	});

	it("opens nothing at a second single zero of the same month", () => {
		const again = every5([215.2, 0, 215.2], start + dayMs);
		expect(eventsOf(oneByOne(monthBefore(31), [...faulty, ...again]))).toEqual([]);
	});

	it("leaves the event of a value that is stuck alone", () => {
		const samples = every5([214, 214, 214, 214, 0, 214, 214]);
		expect(eventsOf(oneByOne(monthBefore(31), samples), stuck(900))).toMatchObject([
			{ endedAt: null, firedAt: start + 15 * minuteMs },
		]);
	});

	it("opens nothing in a rehearsal that knows the month before", () => {
		const all = [...monthBefore(31), ...faulty];
		const readings = {
			channelIds: [channelId],
			channel: all.map(() => 0),
			at: all.map(({ at }) => at),
			receivedAt: all.map(({ at }) => at + 1_000),
			value: all.map(({ value }) => value),
		};
		const watched = watchedBy(tenInAnHour);
		const of = { offlineAfterMs: hourMs, uploadIntervalMs: hourMs, lastReceivedAt: null, until: start + hourMs };
		expect(rehearse({ ...of, watched, readings, from: start - hourMs })).toEqual([]);
	});

	it("changes no event but those of single zeros, however uploads are cut", () => {
		const warmUp = every5(
			Array.from({ length: 12 }, () => 214),
			start - hourMs,
		);
		const before = [...monthBefore(31).filter(({ at }) => at < start - hourMs), ...warmUp];
		const of = { band: 0, forMs: 0, clearForMs: 0, settingMs: 300_000, times: 1, isOpenAt: () => true };
		const rules: [AlertCondition, OracleRule["watch"]][] = [
			[tenInAnHour, { kind: "rate", by: 10, withinMs: hourMs }],
			[threshold("<", 100), { kind: "below", limit: 100 }],
			[threshold(">", 216), { kind: "above", limit: 216 }],
			[statistic("max", 60, ">", 216), { kind: "statistic", statistic: "max", windowMs: hourMs, limit: 216 }],
		];
		const rises = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 20 });
		const zerosAt = fc.array(fc.integer({ min: 0, max: 19 }), { maxLength: 3 });
		fc.assert(
			fc.property(
				rises,
				zerosAt,
				fc.integer({ min: 1, max: 5 }),
				fc.constantFrom(...rules),
				(steps, at, size, rule) => {
					const [condition, watch] = rule;
					let total = 214;
					const samples = every5(
						steps.map((step, index) => {
							total += step / 2;
							return at.includes(index) ? 0 : total;
						}),
					);
					const uploads = [{ receivedAt: start, readings: before }];
					for (let from = 0; from < samples.length; from += size) {
						const readings = samples.slice(from, from + size);
						uploads.push({ receivedAt: (readings.at(-1)?.at ?? 0) + 1_000, readings });
					}
					const all = [...before, ...samples];
					const expected = settledEvents(all, { ...of, watch, zeros: falseZeros(all) });
					const settled = eventsOf(uploads, condition).map(({ startedAt, firedAt, endedAt, count, peak, unread }) => {
						return { startedAt, firedAt, endedAt, count, peak, unread, crossings: null };
					});
					expect(settled).toEqual(expected);
				},
			),
			{ numRuns: 40 },
		);
	});
});

describe("rules on a counter", () => {
	const counted = (uploads: SentUpload[], condition: AlertCondition) =>
		runLive(watchedBy(condition, useOfRain), uploads).events;
	const rise = rate("rise", 10, 3_600);

	it.each([
		["a rise within an hour", rise],
		["a change within an hour", tenInAnHour],
		["a change of a window", statistic("change", 60, ">", 10)],
		["a sum of a window", statistic("sum", 60, ">", 10)],
		["a use of a window", statistic("use", 60, ">", 10)],
		["a use per hour", statistic("usePerHour", 30, ">", 10)],
		["a limit", threshold("<", 100)],
	])("open nothing at a single false zero of its first day: %s", (_, condition) => {
		const faulty = every5([214.2, 214.6, 214.8, 214.8, 214.8, 0, 215, 215, 215.2, 0, 215.2, 215.2]);
		expect(counted(oneByOne([], faulty), condition)).toEqual([]);
		expect(counted([{ receivedAt: start + hourMs, readings: faulty }], condition)).toEqual([]);
	});

	it("opens nothing at a single false value that is not zero, or at a reset", () => {
		expect(counted(oneByOne([], every5([214, 214, 214, 3, 214.2, 214.2, 0, 0.2, 0.4])), rise)).toEqual([]);
	});

	it("opens an event of what was used across a reset", () => {
		const values = [90, 90, 90, 94, 98, 1, 3, 9, 9];
		const [event] = counted(oneByOne([], every5(values)), statistic("use", 30, ">", 12));
		// 4 + 4 + 1 + 2 + 6 of the last half hour.
		expect(event).toMatchObject({ startedAt: start + 35 * minuteMs, peak: 17 });
	});

	it("opens an event of a use per hour that is high for a quarter of an hour", () => {
		const [event] = counted(oneByOne([], every5([0, 0, 0, 0, 2, 4, 6, 6])), statistic("usePerHour", 15, ">", 20));
		expect(event).toMatchObject({ startedAt: start + 30 * minuteMs, peak: 24 });
	});

	it("counts no use of a pause that is longer than the window", () => {
		const later = every5([99, 99, 99, 99], start + 5 * hourMs);
		expect(counted(oneByOne([], [...every5([0, 0, 0, 0]), ...later]), statistic("use", 60, ">", 10))).toEqual([]);
	});

	it("opens the same events, however uploads are cut", () => {
		const value = fc.oneof(
			{ weight: 5, arbitrary: fc.constantFrom(0, 0.5, 2, 6).map((by) => (before: number) => before + by) },
			{ weight: 1, arbitrary: fc.constantFrom(0, 3, 20, 214).map((other) => () => other) },
		);
		const conditions = [
			statistic("use", 60, ">", 10),
			statistic("usePerHour", 15, ">", 12),
			rise,
			statistic("change", 30, "≥", 6),
		];
		fc.assert(
			fc.property(
				fc.array(value, { minLength: 1, maxLength: 30 }),
				fc.integer({ min: 1, max: 7 }),
				fc.constantFrom(...conditions),
				(moves, size, condition) => {
					let total = 210;
					const samples = every5(
						moves.map((move) => {
							total = move(total);
							return total;
						}),
					);
					const before = every5(Array(12).fill(210), start - hourMs);
					const uploads = [{ receivedAt: start, readings: before }];
					for (let from = 0; from < samples.length; from += size) {
						const readings = samples.slice(from, from + size);
						uploads.push({ receivedAt: (readings.at(-1)?.at ?? 0) + 1_000, readings });
					}
					const shown = (events: ReturnType<typeof counted>) =>
						events.map(({ startedAt, firedAt, endedAt, count, peak }) => ({
							startedAt,
							firedAt,
							endedAt,
							count,
							peak,
						}));
					expect(shown(counted(uploads, condition))).toEqual(
						shown(counted([{ receivedAt: start + 3 * hourMs, readings: [...before, ...samples] }], condition)),
					);
				},
			),
		);
	});
});
