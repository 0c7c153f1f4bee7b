import { describe, expect, it } from "vitest";
import { evaluateUpload } from "../../../backend/alert/engine/evaluate-upload";
import type { Sample } from "../../../backend/alert/engine/observe";
import { createPastExcursions, reachOf, spanAround } from "../../../backend/alert/engine/past-excursions";
import {
	type EngineEvent,
	type EngineState,
	eventOf,
	newState,
	packState,
	unpackState,
	usualIntervalMs,
} from "../../../backend/alert/engine/run-state";
import { type EngineRule, type Watched, watchedRules } from "../../../backend/alert/engine/watched-rule";
import type { TakenReadings } from "../../../backend/base/reading-store";
import type { ComputedChannel, CountedChannel } from "../../../backend/store/derived/computed-channels";
import { withDerived } from "../../../backend/store/derived/derived-taken";
import type { Alert, AlertEventDetail, CreateAlert } from "../../../shared/alert/alert";
import type { Rehearsal } from "../../../shared/alert/rehearsal";
import { hourMs, minuteMs } from "../../../shared/base/durations";
import { type Counter, CounterRises } from "../../../shared/device/derived/counter-rises";
import type { Device } from "../../../shared/device/device";
import { statistic } from "../../conditions";
import * as fc from "../../properties";
import { createAlerted, eventsSeen } from "../fixtures/alert-account";
import { addAlert, warmAlert, warmRule } from "../fixtures/alert-rules";
import { calibrate } from "../fixtures/calibrate";
import { accountStub, addDevice, createOwner } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";
import { uploadAt } from "../fixtures/uploads";
import { type OracleRule, type OracleWatch, type SettledEvent, settledEvents } from "./settled-oracle";

const [first, second, derivedId] = ["chn_a", "chn_b", "chn_d"] as const;
const channelIds = [first, second, derivedId];
const start = Date.UTC(2026, 5, 1);
const settingMs = 5 * minuteMs;

type Sent = { channelId: string; at: number; value: number };
type SentUpload = { receivedAt: number; readings: Sent[] };

function pairedBy(toleranceMs: number): ComputedChannel {
	const value = ([one = 0, other = 0]: readonly number[]) => one - other;
	const derivation = { value, enclosure: () => null, isExact: false };
	const of = { channelId: derivedId, deviceId: "dev_1", sources: [first, second], driver: 0, toleranceMs };
	return { ...of, derivation };
}

/** Written apart from the pairing of the product: for each time of the driver the nearest, of equal ones the earlier. */
function pairedNaively(readings: Sent[], toleranceMs: number): Sample[] {
	const of = (channelId: string) => readings.filter((one) => one.channelId === channelId);
	const nearest = (at: number) =>
		of(second)
			.filter((other) => Math.abs(other.at - at) <= toleranceMs)
			.sort((one, other) => Math.abs(one.at - at) - Math.abs(other.at - at) || one.at - other.at)[0];
	return of(first)
		.sort((one, other) => one.at - other.at)
		.flatMap(({ at, value }) => {
			const partner = nearest(at);
			return partner ? [{ at, value: value - partner.value }] : [];
		});
}

function watchedBy(
	condition: EngineRule["condition"],
	[forSeconds, clearForSeconds]: [number, number],
	toleranceMs: number,
) {
	const of = { min: null, max: null };
	const definition = {
		kind: "difference" as const,
		sources: [first, second].map((channelId) => ({ role: "source", channelId })),
		driver: first,
		toleranceSeconds: toleranceMs / 1000,
		options: {},
	};
	const clear = { by: "opposite" as const, hysteresis: null, clearForSeconds };
	const rule = { id: "alr_1", version: 1, severity: "warning" as const, schedule: null, condition, clear, forSeconds };
	return watchedRules(rule, {
		clock: { timezoneOffset: 0, timeZoneRule: 0 },
		metadata: {},
		loggingIntervalSeconds: settingMs / 1000,
		uploadIntervalSeconds: 900,
		offlineAfterSeconds: 2_700,
		channels: [
			{ id: first, name: "In", quantity: "other", unit: "x", ...of },
			{ id: second, name: "Out", quantity: "other", unit: "x", ...of },
			{ id: derivedId, name: "Difference", quantity: "temperature", unit: "°C", ...of, derived: definition },
		],
	});
}

const channels = { quantity: "temperature" as const, unit: "°C", name: null };
const limit = 8;
const above = { comparison: ">" as const, limit: { from: "value" as const, value: limit } };
const conditions: [EngineRule["condition"], OracleWatch][] = [
	[
		{ kind: "threshold", channels, ...above },
		{ kind: "above", limit },
	],
	[
		{ kind: "statistic", channels, statistic: "mean", windowMinutes: 30, ...above },
		{ kind: "statistic", statistic: "mean", windowMs: 30 * minuteMs, limit },
	],
	[
		{ kind: "rate", channels, direction: "either", by: 3, withinSeconds: 900 },
		{ kind: "rate", by: 3, withinMs: 15 * minuteMs },
	],
	[
		{ kind: "stuck", channels, afterSeconds: 900 },
		{ kind: "stuck", seconds: 900 },
	],
];

/** Keeps what an account's object keeps between uploads, packed. */
function createLive(watched: Watched[], channel: ComputedChannel) {
	const stored = new Map<string, Map<number, number>>(channelIds.map((id) => [id, new Map()]));
	const events = new Map<string, EngineEvent>();
	const seen = new Map<number, number>();
	let watch: string | null = null;
	let receivedBefore: number | null = null;
	let late: { from: number; to: number } | null = null;
	let ids = 0;
	const newEventId = () => `evt_${++ids}`;
	const between = (channelId: string, from: number, to: number) =>
		[...(stored.get(channelId) ?? [])]
			.filter(([at]) => at >= from && at < to)
			.map(([at, value]) => ({ at, value }))
			.sort((one, other) => one.at - other.at);

	function send({ receivedAt, readings }: SentUpload): void {
		const taken: TakenReadings = withDerived(
			{
				channelIds,
				channel: readings.map(({ channelId }) => channelIds.indexOf(channelId as typeof first)),
				at: readings.map(({ at }) => at),
				value: readings.map(({ value }) => value),
				receivedAt,
				receivedBefore,
				watch,
				newestBefore: (channelId) => between(channelId, 0, Number.POSITIVE_INFINITY).at(-1)?.at ?? null,
				history: between,
				derivedSince: () => [],
			},
			(id) => (id === derivedId ? channel : null),
		);
		const before = watch === null ? newState() : unpackState(watch, channelIds);
		const own = (id: string) => readings.filter(({ channelId }) => channelId === id);
		const added = taken.derivedSince(derivedId, before.frontiers.get(derivedId) ?? null);
		for (const { at, value } of added) seen.set(at, value);
		const { state, changes, behind } = evaluateUpload({ watched, history: taken.history, newEventId }, before, {
			receivedAt,
			receivedBefore,
			channels: new Map([first, second].flatMap((id) => (own(id).length > 0 ? [[id, own(id)]] : []))),
			derived: new Map([[derivedId, added]]),
		});
		for (const { event } of changes) events.set(event.id, event);
		for (const { channelId, at, value } of readings) stored.get(channelId)?.set(at, value);
		if (behind)
			late = { from: Math.min(late?.from ?? behind.from, behind.from), to: Math.max(late?.to ?? behind.to, behind.to) };
		watch = packState(state, channelIds);
		receivedBefore = receivedAt;
	}

	return {
		send,
		/** The last value of each time that the engine was given, by time. */
		seen: (): Sample[] => Array.from(seen, ([at, value]) => ({ at, value })).sort((one, other) => one.at - other.at),
		stored: (): Sent[] =>
			[first, second].flatMap((channelId) =>
				Array.from(stored.get(channelId) ?? [], ([at, value]) => ({ channelId, at, value })),
			),
		state: (): EngineState => unpackState(watch, channelIds),
		events(): EngineEvent[] {
			for (const run of watch === null ? [] : unpackState(watch, channelIds).runs) {
				const event = eventOf(run, null);
				if (event) events.set(event.id, event);
			}
			return [...events.values()];
		},
		late: () => late,
		/** Evaluates late readings as the job does, from what is stored then. */
		catchUp(paired: Sample[]): void {
			for (const rule of watched) {
				if (!late) return;
				const span = reachOf(rule, late);
				const around = spanAround(rule, span, usualIntervalMs(unpackState(watch, channelIds), rule));
				if (!around) continue;
				const excursions = createPastExcursions(rule, newEventId);
				excursions.add(
					paired.filter(({ at }) => at >= around.from && at < around.to),
					around.to,
				);
				for (const { event } of excursions.unknownWithin(span, events.values())) events.set(event.id, event);
			}
		},
	};
}

function settledOf(event: EngineEvent): SettledEvent {
	const { startedAt, firedAt, endedAt, count, peak, unread, crossings } = event;
	return { startedAt, firedAt, endedAt, count, peak, unread, crossings };
}

const toleranceMs = fc.constantFrom(0, 20_000, 2 * minuteMs);

/** Cycles of a device: its second sensor is read before or after the first one, at once, several times, or not at all. */
const cycles = fc.array(
	fc.record({
		waitMs: fc.oneof(
			{ weight: 8, arbitrary: fc.constantFrom(270_000, 300_000, 331_000) },
			{ weight: 1, arbitrary: fc.integer({ min: 14 * minuteMs, max: 26 * 60 * minuteMs }) },
		),
		apart: fc.constantFrom(
			[0],
			[0],
			[1_000],
			[-1_000],
			[90_000],
			[-90_000],
			[-90_000, 20_000],
			[-2_000, 1_000, 9_000],
			[],
		),
		value: fc.integer({ min: 5, max: 12 }),
		stays: fc.integer({ min: 1, max: 5 }),
	}),
	{ minLength: 1, maxLength: 25 },
);

type Cycles = typeof cycles extends fc.Arbitrary<infer Value> ? Value : never;

function readingsOf(all: Cycles): Sent[][] {
	let at = start;
	return all.flatMap(({ waitMs, apart, value, stays }) =>
		Array.from({ length: stays }, (_, position): Sent[] => {
			at += position === 0 ? waitMs : 285_000 + position * 1_000;
			const other = (position % 3) / 4;
			const others = apart.map((ms, index) => ({ channelId: second, at: at + ms, value: other + index }));
			return [{ channelId: first, at, value: value + other }, ...others];
		}),
	);
}

const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });

function cut<Value>(all: Value[], sized: number[]): Value[][] {
	const parts: Value[][] = [];
	for (let from = 0, index = 0; from < all.length; index += 1) {
		const size = sized[index % sized.length] ?? 1;
		parts.push(all.slice(from, from + size));
		from += size;
	}
	return parts;
}

function byTime(readings: Sent[]): Sent[] {
	return [...readings].sort((one, other) => one.at - other.at);
}

/** How uploads bring the readings: whole cycles, each sensor by itself, cut anywhere, or each reading by itself. */
const ways = fc.constantFrom("cycles", "firstSensorFirst", "secondSensorFirst", "anywhere");

function uploadsOf(all: Sent[][], way: string, sized: number[]): SentUpload[] {
	const upload = (readings: Sent[], afterMs = 0): SentUpload[] =>
		readings.length === 0
			? []
			: [{ receivedAt: Math.max(...readings.map(({ at }) => at)) + 2_000 + afterMs, readings }];
	if (way === "anywhere") return cut(byTime(all.flat()), sized).flatMap((readings) => upload(readings));
	return cut(all, sized).flatMap((some) => {
		const readings = some.flat();
		if (way === "cycles") return upload(readings.reverse());
		const order = way === "firstSensorFirst" ? [first, second] : [second, first];
		const receivedAt = upload(readings)[0]?.receivedAt ?? 0;
		return order.flatMap((id, position) => {
			const own = readings.filter(({ channelId }) => channelId === id);
			return own.length === 0 ? [] : [{ receivedAt: receivedAt + position, readings: own }];
		});
	});
}

const lasting = fc.constantFrom<[number, number]>([0, 0], [300, 0], [1_200, 600]);

describe("a rule on a derived channel", () => {
	it("opens the events of an oracle that pairs the whole history, however uploads bring it", () => {
		let [events, waited] = [0, 0];
		fc.assert(
			fc.property(
				cycles,
				toleranceMs,
				ways,
				sizes,
				fc.constantFrom(...conditions),
				lasting,
				(...[all, reach, way, sized, [condition, watch], lasts]) => {
					const sent = readingsOf(all);
					const live = createLive(watchedBy(condition, lasts, reach), pairedBy(reach));
					const uploads = uploadsOf(sent, way, sized);
					for (const upload of uploads) live.send(upload);
					// Time has passed: nothing waits for a nearer partner any more.
					const end = Math.max(...sent.flat().map(({ at }) => at)) + reach + 1;
					live.send({ receivedAt: end, readings: [] });
					const [forMs, clearForMs] = [lasts[0] * 1000, lasts[1] * 1000];
					const rule: OracleRule = { watch, band: 0, forMs, clearForMs, settingMs, times: 1, isOpenAt: () => true };
					const paired = pairedNaively(sent.flat(), reach);
					expect(live.events().map(settledOf)).toEqual(settledEvents(paired, rule));
					expect(live.late()).toBeNull();
					events += live.events().length;
					waited += way === "firstSensorFirst" ? 1 : 0;
				},
			),
			{ numRuns: 600 },
		);
		expect(Math.min(events, waited)).toBeGreaterThan(100);
	});

	it("misses no past excursion, in whatever order the readings come", () => {
		let [late, past] = [0, 0];
		fc.assert(
			fc.property(cycles, toleranceMs, sizes, fc.nat(1_000), lasting, (all, reach, sized, seed, lasts) => {
				const sent = readingsOf(all);
				const [condition, watch] = conditions[0] ?? [];
				if (!condition || !watch) throw new Error("No condition");
				const live = createLive(watchedBy(condition, lasts, reach), pairedBy(reach));
				const order = (index: number) => Math.sin((index + 1) * (seed + 1) * 12.9898);
				const mixed = byTime(sent.flat())
					.map((reading, index) => ({ reading, index }))
					.sort((one, other) => order(one.index) - order(other.index));
				// Receipts of one time: no clock counts as reset.
				const receivedAt = Math.max(...sent.flat().map(({ at }) => at)) + reach + 1;
				for (const readings of cut(mixed, sized))
					live.send({ receivedAt, readings: readings.map(({ reading }) => reading) });
				live.send({ receivedAt, readings: [] });
				const paired = pairedNaively(sent.flat(), reach);
				live.catchUp(paired);
				const [forMs, clearForMs] = [lasts[0] * 1000, lasts[1] * 1000];
				const rule: OracleRule = { watch, band: 0, forMs, clearForMs, settingMs, times: 1, isOpenAt: () => true };
				for (const { startedAt, endedAt } of settledEvents(paired, rule)) {
					if (endedAt === null) continue;
					const isKnown = (event: EngineEvent) =>
						event.startedAt <= endedAt && (event.endedAt ?? Number.POSITIVE_INFINITY) >= startedAt;
					expect(live.events().some(isKnown)).toBe(true);
					past += 1;
				}
				late += live.late() ? 1 : 0;
			}),
			{ numRuns: 300 },
		);
		expect(Math.min(late, past)).toBeGreaterThan(100);
	});

	it("follows a clock that is set back, whose times come again with other values", () => {
		let [replaced, past] = [0, 0];
		fc.assert(
			fc.property(cycles, toleranceMs, sizes, fc.nat(30), lasting, (all, reach, sized, fall, lasts) => {
				const sent = readingsOf(all);
				const [condition, watch] = conditions[0] ?? [];
				if (!condition || !watch) throw new Error("No condition");
				const live = createLive(watchedBy(condition, lasts, reach), pairedBy(reach));
				const before = sent.slice(0, (fall % sent.length) + 1);
				const setBackAt = Math.max(...before.flat().map(({ at }) => at));
				const again = before
					.map((cycle) => cycle.filter(({ at }) => at > setBackAt - hourMs))
					.map((cycle) => cycle.map((one) => ({ ...one, value: (one.value * 7) % 13 })));
				let receivedAt = start;
				const sendAll = (some: Sent[][]) => {
					for (const readings of cut(some.flat(), sized)) {
						receivedAt = Math.max(receivedAt + 1_000, ...readings.map(({ at }) => at));
						live.send({ receivedAt, readings });
					}
				};
				for (const some of [before, again, sent.slice(before.length)]) sendAll(some);
				live.send({ receivedAt: receivedAt + reach + hourMs, readings: [] });
				const paired = pairedNaively(live.stored(), reach);
				expect(live.seen()).toEqual(paired);
				live.catchUp(paired);
				const [forMs, clearForMs] = [lasts[0] * 1000, lasts[1] * 1000];
				const rule: OracleRule = { watch, band: 0, forMs, clearForMs, settingMs, times: 1, isOpenAt: () => true };
				for (const { startedAt, endedAt } of settledEvents(paired, rule)) {
					if (endedAt === null) continue;
					const isKnown = (event: EngineEvent) =>
						event.startedAt <= endedAt && (event.endedAt ?? Number.POSITIVE_INFINITY) >= startedAt;
					expect(live.events().some(isKnown)).toBe(true);
					past += 1;
				}
				replaced += again.flat().length > 0 ? 1 : 0;
			}),
			{ numRuns: 400 },
		);
		expect(Math.min(replaced, past)).toBeGreaterThan(100);
	});

	it("reads a source that sends each second around the readings of a driver that sends daily only", () => {
		const [secondMs, perUpload, uploads] = [1_000, 600, 150];
		const drives = [start + 3 * hourMs + 400, start + 24 * hourMs + 300];
		const channel = pairedBy(60_000);
		const sent: Sent[] = drives.map((at) => ({ channelId: first, at, value: 50 }));
		for (let position = 0; position < perUpload * uploads; position += 1)
			sent.push({ channelId: second, at: start + position * secondMs, value: position % 7 });
		const stored: Sent[] = [];
		const seen = new Map<number, number>();
		let read = 0;
		for (const readings of cut(byTime(sent), [perUpload])) {
			const newestOf = (channelId: string) => stored.findLast((one) => one.channelId === channelId)?.at ?? null;
			const newest = new Map([first, second].map((id) => [id as string, newestOf(id)]));
			const taken: TakenReadings = {
				channelIds,
				channel: readings.map(({ channelId }) => channelIds.indexOf(channelId as typeof first)),
				at: readings.map(({ at }) => at),
				value: readings.map(({ value }) => value),
				receivedAt: readings.at(-1)?.at ?? 0,
				receivedBefore: null,
				watch: null,
				newestBefore: (channelId) => newest.get(channelId) ?? null,
				history: (channelId, from, to) => {
					const found = stored.filter((one) => one.channelId === channelId && one.at >= from && one.at < to);
					read += found.length;
					return found;
				},
				derivedSince: () => [],
			};
			const last = [...seen.keys()].at(-1) ?? null;
			const found = withDerived(taken, (id) => (id === derivedId ? channel : null)).derivedSince(derivedId, last);
			for (const { at, value } of found) seen.set(at, value);
			for (const one of readings) stored.push(one);
		}
		expect([...seen].map(([at, value]) => ({ at, value }))).toEqual(pairedNaively(sent, 60_000));
		expect(read).toBeLessThan(10 * perUpload);
	});

	it("sees the use of a counter as one who reads its whole history, whatever it falls to", () => {
		let [events, falls] = [0, 0];
		const counts = fc.array(
			fc.record({
				waitMs: fc.constantFrom(60_000, 300_000, 300_000, 301_000, 40 * minuteMs, 9 * 24 * 60 * minuteMs),
				step: fc.constantFrom(0, 1, 1, 2, 3, 12, "false", "reset", "dip"),
				stays: fc.integer({ min: 1, max: 5 }),
			}),
			{ minLength: 2, maxLength: 25 },
		);
		const counter: Counter = { resets: "never", rollsOverAt: null, mostPerHour: 400, dayStart: () => start };
		const use: CountedChannel = {
			...{ channelId: derivedId, deviceId: "dev_1", sources: [first], driver: 0, toleranceMs: 0 },
			use: {
				source: { deviceId: "dev_1", channelId: first },
				counter,
				calibrations: [{ from: start, scale: 2, offset: 7 }],
			},
		};
		fc.assert(
			fc.property(counts, sizes, fc.constantFrom(0, 1), lasting, (steps, sized, which, lasts) => {
				let [at, total] = [start, 100];
				const sent = steps.flatMap(({ waitMs, step, stays }) =>
					Array.from({ length: stays }, (): Sent => {
						at += waitMs;
						if (typeof step === "number") total += step;
						if (step === "reset") total = 1;
						if (typeof step !== "number") falls += 1;
						const value = step === "false" ? 0 : step === "dip" ? total * 0.98 : total;
						return { channelId: first, at, value };
					}),
				);
				const [condition, watch] = conditions[which] ?? [];
				if (!condition || !watch) throw new Error("No condition");
				const live = createLive(watchedBy(condition, lasts, 0), use);
				for (const readings of cut(sent, sized))
					live.send({ receivedAt: (readings.at(-1)?.at ?? 0) + 2_000, readings });
				const uses: Sample[] = [];
				const rises = new CounterRises(counter, (time, used) => uses.push({ at: time, value: used * 2 }));
				for (const { at: time, value } of sent) rises.add(time, value);
				const [forMs, clearForMs] = [lasts[0] * 1000, lasts[1] * 1000];
				const rule: OracleRule = { watch, band: 0, forMs, clearForMs, settingMs, times: 1, isOpenAt: () => true };
				expect(live.events().map(settledOf)).toEqual(settledEvents(uses, rule));
				expect(live.late()).toBeNull();
				events += live.events().length;
			}),
			{ numRuns: 400 },
		);
		expect(Math.min(events, falls)).toBeGreaterThan(100);
	});
});

async function createDifference(rule: Partial<CreateAlert> = {}, startsAt = Date.now() + hourMs) {
	const { id, owner } = await createOwner();
	const channels = ["Inside", "Outside"].map((name) => ({ name, quantity: "other" as const, unit: "x" }));
	const { device, key } = await addDevice(owner, { channels });
	const sources = device.channels.map((channel, index) => ({
		role: index === 0 ? "first" : "second",
		channelId: channel.id,
	}));
	const definition = {
		kind: "difference" as const,
		sources,
		driver: sources[0]?.channelId ?? "",
		toleranceSeconds: 60,
		options: {},
	};
	const changed = dataOf<Device>(
		await owner.mutate("device.addDerivedChannel", {
			deviceId: device.id,
			version: device.version,
			name: "Gap",
			definition,
		}),
	);
	const channelId = changed.channels.find(({ name }) => name === "Gap")?.id ?? "";
	const condition = {
		kind: "threshold" as const,
		channels: { quantity: "other" as const, unit: "x", name: "Gap" },
		...above,
	};
	await addAlert(owner, { rule: { ...warmRule, condition }, ...rule });
	const first = Math.ceil(startsAt / minuteMs) * minuteMs;
	const at = (minutes: number) => first + minutes * minuteMs;
	return {
		...{ id, owner, device, at, definition, channelId, inside: device.channels[0]?.id ?? "" },
		send: (minute: number, values: Record<string, number>, received = minute) => {
			const entries = Object.entries(values).map(([channel, value]) => ({ channel, at: at(minute), value }));
			return uploadAt(key, at(received), entries);
		},
		events: () => eventsSeen(owner),
		async story() {
			const [event] = await eventsSeen(owner);
			const { timeline } = dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId: event?.id }));
			return timeline.map(({ text }) => text);
		},
	};
}

describe("an open event on a derived channel", () => {
	it("opens and ends with readings of the sources, and ends by a calibration of one", async () => {
		const { owner, send, events, story, device, inside, at } = await createDifference();
		await send(0, { Inside: 10, Outside: 5 });
		await send(5, { Inside: 20, Outside: 5 });
		expect(await events()).toMatchObject([{ state: "open", startedAt: at(5), peak: 15 }]);
		await send(10, { Inside: 12, Outside: 5 });
		expect(await events()).toMatchObject([{ state: "ended", endReason: "recovered" }]);
		await send(15, { Inside: 15, Outside: 5 });
		const calibration = { from: Date.UTC(2026, 0, 1), scale: 1, offset: -4 };
		dataOf(await calibrate(owner, { deviceId: device.id, channelId: inside }, calibration));
		const [event] = await events();
		expect(event).toMatchObject({ state: "ended", endReason: "calibrationChanged", startedAt: at(15) });
		expect((await story()).find((text) => text.startsWith("over,"))).toMatch(
			/^over, as a calibration was changed: Calibration of Inside from .* − 4 x\. Last reading: 6(\.0+)? x, /,
		);
	});

	it("goes on or ends by a changed definition", async () => {
		const { owner, send, events, story, definition, channelId, device } = await createDifference();
		await send(0, { Inside: 20, Outside: 5 });
		const change = async (sources: (typeof definition)["sources"], toleranceSeconds = 60) => {
			const { version } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
			dataOf(
				await owner.mutate("device.changeDerivedChannel", {
					channelId,
					version,
					definition: { ...definition, sources, toleranceSeconds },
				}),
			);
		};
		await change(definition.sources, 30);
		expect(await events()).toMatchObject([{ state: "open" }]);
		expect(await story()).toContainEqual(expect.stringContaining("The event goes on. Last reading: 15"));
		const swapped = definition.sources.map(({ role }, index) => {
			return { role, channelId: definition.sources[1 - index]?.channelId ?? "" };
		});
		await change(swapped);
		expect(await events()).toMatchObject([{ state: "ended", endReason: "definitionChanged" }]);
		expect((await story()).find((text) => text.startsWith("over,"))).toMatch(
			/^over, as its channel is computed otherwise: derived channel Gap: .* → .*\. Last reading: −15(\.0+)? x, /,
		);
	});

	it("goes on to the next reading after a late partner, with one line in its story", async () => {
		const { send, events, story, at } = await createDifference();
		await send(0, { Inside: 20 });
		await send(-0.9, { Outside: 5 }, 1);
		await send(5, { Inside: 20, Outside: 5 });
		expect(await events()).toMatchObject([{ state: "open", startedAt: at(0) }]);
		await send(0.2, { Outside: 19 }, 6);
		await send(0.1, { Outside: 18 }, 7);
		expect(await events()).toMatchObject([{ state: "open", startedAt: at(0) }]);
		const lines = (await story()).filter((text) => text.startsWith("A late reading of a source"));
		expect(lines).toEqual(["A late reading of a source changed earlier values. The event goes on."]);
		await send(10, { Inside: 6, Outside: 5 });
		expect(await events()).toMatchObject([{ state: "ended", endReason: "recovered" }]);
	});

	it("opens in a rehearsal as it opened live, though each sensor uploads by itself", async () => {
		const { owner, send, events } = await createDifference({}, Date.now() - 48 * hourMs);
		for (const [index, value] of [10, 15, 16, 10, 9, 20, 9].entries()) {
			await send(5 * index, { Inside: value }, 5 * index + 0.1);
			await send(5 * index + 0.5, { Outside: 5 }, 5 * index + 0.6);
		}
		const live = await events();
		const { rule, severity } = dataOf<Alert>(await owner.query("alert.getAlert", { alertId: live[0]?.alertId }));
		const draft = { rule, severity, scope: "all", contactIds: [], contactGroupIds: [], days: 7 };
		const { devices } = dataOf<Rehearsal>(await owner.query("alert.rehearse", draft));
		const found = live.map(({ startedAt, endedAt, peak, channelId }) => ({
			from: startedAt,
			to: endedAt,
			peak,
			channelId,
		}));
		expect(found).toHaveLength(2);
		expect(devices[0]?.excursions).toMatchObject(found);
	});

	it("counts as no sign of life of its own: no rule on missing data watches it, and no interval is its", async () => {
		const condition = {
			kind: "noData" as const,
			channels: { quantity: "other" as const, unit: "x", name: "Gap" },
			afterSeconds: 600,
		};
		const { id, owner, send, events, device } = await createDifference({ rule: { ...warmRule, condition } });
		await addAlert(owner, {
			name: "Gap",
			rule: { ...warmRule, condition: { kind: "threshold", channels: condition.channels, ...above } },
		});
		for (let minute = 0; minute < 60; minute += 5)
			await send(minute, { Inside: 10, ...(minute % 15 === 0 && { Outside: 5 }) });
		const { loggingIntervalSeconds } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		expect(loggingIntervalSeconds).toBe(300);
		await accountStub(id).runOverdue(Date.now() + 4 * hourMs);
		expect(await events()).toEqual([]);
	});
});

describe("a rule on the mean kinetic temperature", () => {
	it("throws an error for what is no temperature", async () => {
		const { owner } = await createOwner();
		const humidity = {
			...statistic("kinetic", 60, ">", 8),
			channels: { quantity: "humidity" as const, unit: "%", name: null },
		};
		const rule = { ...warmRule, condition: humidity };
		const saved = await owner.mutate("alert.createAlert", { ...warmAlert, rule });
		const expected = { "rule.condition.statistic": "A mean kinetic temperature needs a temperature in °C, °F or K." };
		expect(saved).toMatchObject({ error: { data: { fields: expected } } });
	});

	it("opens at what the readings of its window come to, above their mean", async () => {
		const { owner, send, events, at } = await createAlerted({
			rule: { ...warmRule, condition: statistic("kinetic", 60, ">", 7.7) },
		});
		expect(owner).toBeDefined();
		// 23 readings of 5 °C and one of 25 °C come to 7.75 °C, and to a mean of 5.83 °C.
		await send(Array.from({ length: 24 }, (_, index) => [index * 2.5, index === 23 ? 25 : 5]));
		const [event] = await events();
		expect(event).toMatchObject({ state: "open", startedAt: at(57.5) });
		expect(event?.peak).toBeCloseTo(7.75, 1);
	});
});
