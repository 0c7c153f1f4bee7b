import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { Buckets, ChannelRef, ReadingStore, Span, SpanRequest } from "../../../backend/base/reading-store";
import { createCalibratedReadingStore } from "../../../backend/store/calibrated-reading-store";
import type { ComputedChannel, FindComputed, FindDriver } from "../../../backend/store/derived/computed-channels";
import { createDerivedReadingStore } from "../../../backend/store/derived/derived-reading-store";
import { driverOf, spansOfFew } from "../../../backend/store/derived/paired-series";
import { largestOf } from "../../../shared/base/lists";
import { type Calibration, calibrated, calibrationAt } from "../../../shared/device/calibration";
import { CounterRises } from "../../../shared/device/derived/counter-rises";
import type { DerivedDefinition } from "../../../shared/device/derived/definition";
import { derivationOf } from "../../../shared/device/derived/registry";
import type { ReadingMark } from "../../../shared/log/reading-marks";
import * as fc from "../../properties";
import { accountStub, newId } from "../fixtures/fleet";
import { dayMs, deviceIds, quarterMs, start } from "../fixtures/model-readings";
import { createModel, type Model, modelOptions, type Step, step, takeStep, time } from "../fixtures/model-steps";
import { openReadings, withReadings } from "../fixtures/reading-store";

type Value = {
	deviceId: string;
	channelId: string;
	at: number;
	value: number;
	receivedAt: number;
	mark?: ReadingMark | null;
};

const sentIds = ["a", "b", "c"];
const everything = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/** Readings lie 1 ms, a minute, or nearly a quarter of an hour apart, also across midnight. */
const tolerance = fc.constantFrom(0, 1, 59_999, 60_000, 900_000, 3_600_000);

const definition = (kind: DerivedDefinition["kind"], sources: string[], options = {}): DerivedDefinition => ({
	kind,
	sources: sources.map((channelId) => ({ role: "source", channelId })),
	driver: sources[0] ?? "",
	toleranceSeconds: 0,
	options,
});

type Derived = { id: string; definition: DerivedDefinition; units: string[]; driver: number };

const derived: Derived[] = [
	{ id: "p", definition: definition("difference", ["a", "b"]), units: ["m", "m"], driver: 1 },
	{ id: "q", definition: definition("dewPoint", ["b", "c"]), units: ["°C", "%"], driver: 0 },
	{ id: "r", definition: definition("mean", ["c", "b", "a"]), units: ["m", "m", "m"], driver: 2 },
	{
		id: "s",
		definition: definition("linear", ["a"], { factor: -2, addend: 5, quantity: "other", unit: "" }),
		units: ["m"],
		driver: 0,
	},
];
const counterId = "u";
const counter = { resets: "never", rollsOverAt: null, mostPerHour: null, dayStart: (at: number) => at } as const;
const derivedIdsOf = (deviceId: string) =>
	[...derived.map(({ id }) => id), counterId].map((id) => `${id} of ${deviceId}`);
const isDerived = ({ channelId }: ChannelRef) => !sentIds.includes(channelId);
const sentRefs = deviceIds.flatMap((deviceId) => sentIds.map((channelId) => ({ deviceId, channelId })));
const refs: ChannelRef[] = deviceIds.flatMap((deviceId) =>
	[...sentIds, ...derivedIdsOf(deviceId)].map((channelId) => ({ deviceId, channelId })),
);

type World = {
	tolerances: readonly number[];
	calibrations: ReadonlyMap<string, readonly Calibration[]>;
};

function computedIn({ tolerances, calibrations }: World, deviceId: string): ComputedChannel[] {
	const paired = derived.map(({ id, definition: one, units, driver }, index): ComputedChannel => {
		const toleranceMs = tolerances[index] ?? 0;
		return {
			channelId: `${id} of ${deviceId}`,
			deviceId,
			sources: one.sources.map(({ channelId }) => channelId),
			driver,
			toleranceMs,
			derivation: derivationOf(one, { units, altitude: null }),
		};
	});
	const use = { source: { deviceId, channelId: "c" }, counter, calibrations: calibrations.get("c") ?? [] };
	return [
		...paired,
		{ channelId: `${counterId} of ${deviceId}`, deviceId, sources: ["c"], driver: 0, toleranceMs: 0, use },
	];
}

/** Each channel's values in order: of each driver's reading all readings of the other sources are looked at. */
function naiveValues(model: Model, world: World): Map<string, Value[]> {
	const sent = model.list.within(sentRefs, ...everything);
	const of = (deviceId: string, channelId: string) =>
		sent.filter((one) => one.deviceId === deviceId && one.channelId === channelId);
	const all = new Map<string, Value[]>();
	for (const deviceId of deviceIds) {
		const read = (channelId: string) =>
			of(deviceId, channelId).map((one) => {
				const list = world.calibrations.get(channelId) ?? [];
				return { ...one, value: calibrated(one.value, calibrationAt(list, one.at)) };
			});
		for (const channelId of sentIds) all.set(`${deviceId} ${channelId}`, read(channelId));
		for (const channel of computedIn(world, deviceId)) {
			const { channelId, sources, toleranceMs } = channel;
			const key = `${deviceId} ${channelId}`;
			if ("use" in channel) {
				const values: Value[] = [];
				const counted = of(deviceId, "c");
				const rises = new CounterRises(counter, (at, rise) => {
					const value = rise * Math.abs(calibrationAt(channel.use.calibrations, at).scale);
					const receivedAt = counted.find((one) => one.at === at)?.receivedAt ?? Number.NaN;
					values.push({ deviceId, channelId, at, value, receivedAt });
				});
				for (const { at, value } of counted) rises.add(at, value);
				all.set(key, values);
				continue;
			}
			const readings = sources.map(read);
			const values = (readings[channel.driver] ?? []).flatMap((drive): Value[] => {
				const near = readings.map((ofSource, index) => {
					if (index === channel.driver) return drive;
					return ofSource
						.filter(({ at }) => Math.abs(at - drive.at) <= toleranceMs)
						.sort((one, other) => Math.abs(one.at - drive.at) - Math.abs(other.at - drive.at) || one.at - other.at)[0];
				});
				const partners = near.filter((one) => one !== undefined);
				if (partners.length < near.length) return [];
				const value = channel.derivation.value(partners.map((one) => one.value));
				const receivedAt = Math.max(...partners.map((one) => one.receivedAt));
				const isSaturated = channelId.startsWith("q ") && (partners[1]?.value ?? 0) > 100;
				const mark = isSaturated ? "saturated" : null;
				return value === null ? [] : [{ deviceId, channelId, at: drive.at, value, receivedAt, mark }];
			});
			all.set(key, values);
		}
	}
	return all;
}

async function readAll(readingStore: ReadingStore, request: Omit<SpanRequest, "cursor">) {
	const rows: Value[] = [];
	let pages = 0;
	let cursor: string | null | undefined;
	do {
		const page = await readingStore.readSpan({ ...request, ...(cursor && { cursor }) });
		for (const [index, at] of page.readingAt.entries()) {
			const ref = request.channels[page.channel[index] ?? -1] ?? { deviceId: "?", channelId: "?" };
			const [value = Number.NaN, receivedAt = Number.NaN] = [page.value[index], page.receivedAt[index]];
			rows.push({ ...ref, at, value, receivedAt, mark: page.mark?.[index] ?? null });
		}
		pages += 1;
		cursor = page.nextCursor;
	} while (cursor);
	return { rows, pages };
}

const inOneOrder = (rows: Value[]) =>
	rows
		.map(({ deviceId, channelId, at, value, receivedAt, mark }) =>
			[at, deviceId, channelId, value, receivedAt, mark ?? ""].join(" "),
		)
		.sort();

type Choice = { channels: ChannelRef[]; from: number; to: number; limit: number; edges: number[] };

/** Apart, the quarters of an hour in which readings lie. */
const nearEdges = [0, 1, 2, 3].flatMap((day) =>
	[0, 1, 2, 50, 51, 95].map((quarter) => start + (day * 96 + quarter) * quarterMs),
);
const farEdges = [start - 2_000 * quarterMs, ...nearEdges];

const choice: fc.Arbitrary<Choice> = fc
	.record({
		channels: fc.oneof(
			fc.shuffledSubarray(refs, { minLength: 1 }),
			fc.shuffledSubarray(refs.filter(isDerived), { minLength: 1 }),
		),
		ends: fc.tuple(time, time),
		limit: fc.integer({ min: 1, max: 7 }),
		edges: fc.oneof(fc.uniqueArray(time, { minLength: 2, maxLength: 8 }), fc.constantFrom(nearEdges, farEdges)),
	})
	.map(({ ends: [one, other], edges, ...rest }) => ({
		...rest,
		from: Math.min(one, other),
		to: Math.max(one, other),
		edges: edges.sort((a, b) => a - b),
	}));

async function compare(
	readingStore: ReadingStore,
	{ list }: Model,
	{ naive, choice: { channels, from, to, limit, edges } }: { naive: Map<string, Value[]>; choice: Choice },
): Promise<void> {
	const valuesOf = ({ deviceId, channelId }: ChannelRef) => naive.get(`${deviceId} ${channelId}`) ?? [];
	const within = (ref: ChannelRef, begin: number, end: number) =>
		valuesOf(ref).filter(({ at }) => at >= begin && at < end);
	const expected = channels.flatMap((ref) => within(ref, from, to)).sort((one, other) => one.at - other.at);
	const pages = Math.max(1, Math.ceil(expected.length / limit));
	const newest = await readAll(readingStore, { channels, from, to, limit, order: "newest-first" });
	expect(inOneOrder(newest.rows)).toEqual(inOneOrder(expected));
	expect(newest.rows.map(({ at }) => at)).toEqual(expected.map(({ at }) => at).reverse());
	expect(newest.pages).toBe(pages);
	const oldest = await readAll(readingStore, { channels, from, to, limit, order: "oldest-first" });
	expect(oldest).toEqual({ rows: newest.rows.toReversed(), pages });

	const sent = channels.filter((ref) => !isDerived(ref));
	const computed = channels.filter(isDerived);
	const marked: Value[] = list.marked(sent, from, to);
	for (const one of marked) {
		const own = valuesOf(one).find(({ at }) => at === one.at);
		if (one.mark === null && own) one.value = own.value;
	}
	const markedOfBoth = [...marked, ...computed.flatMap((ref) => within(ref, from, to))];
	for (const order of ["newest-first", "oldest-first"] as const) {
		const read = await readAll(readingStore, { channels, from, to, limit, order, isMarked: true });
		const times = (rows: Value[]) => inOneOrder(rows.map((row) => ({ ...row, value: 0 })));
		expect(times(read.rows)).toEqual(times(markedOfBoth));
		const ofComputed = read.rows.filter(isDerived);
		expect(inOneOrder(ofComputed)).toEqual(inOneOrder(computed.flatMap((ref) => within(ref, from, to))));
	}

	const series = await readingStore.readSeries({ channels, from, to });
	expect(series.map(({ at, value, isSaturated = at.map(() => 0) }) => [[...at], [...value], [...isSaturated]])).toEqual(
		channels.map((ref) => {
			const values = within(ref, from, to);
			const saturated = values.map(({ mark }) => Number(mark === "saturated"));
			return [values.map(({ at }) => at), values.map(({ value }) => value), saturated];
		}),
	);
	const estimates = await readingStore.estimate({ channels, from, to });
	expect(estimates.filter((count, index) => count < (series[index]?.at.length ?? 0))).toEqual([]);
	const most = readingStore.mostStored(deviceIds, { from, to });
	for (const [index, deviceId] of deviceIds.entries()) {
		const shown = channels.flatMap((ref) => (ref.deviceId === deviceId ? within(ref, from, to) : []));
		expect(most[index]).toBeGreaterThanOrEqual(shown.length);
	}

	const bounds = { min: -1, max: 2 };
	const judged = channels.map((channel) => ({ ...channel, bounds }));
	const summaries = await readingStore.summaries({ channels: judged, from, to, until: to });
	expect(summaries.map(({ readings, min, max }) => [readings, min, max])).toEqual(
		channels.map((ref) => {
			const values = within(ref, from, to).map(({ value }) => value);
			return values.length === 0 ? [0, null, null] : [values.length, Math.min(...values), Math.max(...values)];
		}),
	);

	for (const [index, read] of (await readingStore.readBuckets({ channels, edges })).entries()) {
		const ref = channels[index];
		if (ref) compareBuckets(read, { edges, valuesOf: (begin, end) => within(ref, begin, end) });
	}

	const before = channels.flatMap((ref) => within(ref, everything[0], from)).map(({ at }) => at);
	expect(await readingStore.newestBefore(channels, from)).toBe(before.length === 0 ? null : Math.max(...before));
	const latest = await readingStore.latest(deviceIds);
	for (const [deviceId, { values }] of latest) {
		const newestOfAll = [...sentIds, ...derivedIdsOf(deviceId)].flatMap((channelId) => {
			const last = valuesOf({ deviceId, channelId }).at(-1);
			const mark = last?.mark ? { mark: last.mark } : {};
			return last ? [[channelId, { at: last.at, value: last.value, ...mark }] as const] : [];
		});
		expect(values).toEqual(new Map(newestOfAll));
	}
}

type Expected = { edges: number[]; valuesOf(from: number, to: number): Value[] };

function compareBuckets(read: Buckets, { edges, valuesOf }: Expected): void {
	for (const [bucket, from] of edges.slice(0, -1).entries()) {
		const expected = valuesOf(from, edges[bucket + 1] ?? from);
		const values = expected.map(({ value }) => value);
		const row = read.bucket.indexOf(bucket);
		const { min, max, sum, count, first, last } = read;
		if (values.length === 0) {
			if (read.isOf !== "means") expect(row).toBe(-1);
			continue;
		}
		expect(row).not.toBe(-1);
		const isSaturated = expected.some(({ mark }) => mark === "saturated");
		if (read.isOf !== "means" || isSaturated) expect(read.isSaturated?.[row] ?? false).toBe(isSaturated);
		const mean = (sum[row] ?? 0) / (count[row] ?? 0);
		if (read.isOf === "means") {
			expect(min[row]).toBeLessThanOrEqual(Math.min(...values));
			expect(max[row]).toBeGreaterThanOrEqual(Math.max(...values));
			expect(count[row]).toBeGreaterThanOrEqual(values.length);
			for (const one of [mean, first[row] ?? 0, last[row] ?? 0]) {
				expect(one).toBeGreaterThanOrEqual((min[row] ?? 0) - 1e-9);
				expect(one).toBeLessThanOrEqual((max[row] ?? 0) + 1e-9);
			}
			continue;
		}
		expect(count[row]).toBe(values.length);
		expect(mean).toBeCloseTo(values.reduce((total, value) => total + value, 0) / values.length, 7);
		expect(min[row]).toBeLessThanOrEqual(Math.min(...values) + 1e-9);
		expect(max[row]).toBeGreaterThanOrEqual(Math.max(...values) - 1e-9);
	}
}

/** Some of them above 100 and above 110 % as a humidity. */
const measured = fc.oneof(fc.integer({ min: -3, max: 60 }), fc.integer({ min: 95, max: 112 }));

/** Readings of several channels at about one time, so that most have a partner. */
const together: fc.Arbitrary<Step> = fc
	.record({
		deviceId: fc.constantFrom(...deviceIds),
		at: time,
		readings: fc.array(fc.tuple(fc.nat({ max: 2 }), fc.constantFrom(0, 0, 1, 59_999, 60_000), measured), {
			minLength: 4,
			maxLength: 12,
		}),
	})
	.map(({ deviceId, at, readings }) => {
		const entries = readings.map(([channel, laterMs, value]) => ({ channel, at: at + laterMs, value }));
		return { kind: "append", deviceId, entries, lateBy: 0, keptFrom: null };
	});

const calibration = fc
	.uniqueArray(
		fc.record({
			from: fc.integer({ min: -50, max: 400 }).map((quarter) => start + quarter * quarterMs),
			scale: fc.constantFrom(1, -1, 2, 0.5),
			offset: fc.constantFrom(0, -3, 10),
		}),
		{ maxLength: 2, selector: ({ from }) => from },
	)
	.map((list) => list.sort((one, other) => one.from - other.from));

const worlds = fc.record({
	tolerances: fc.array(tolerance, { minLength: derived.length, maxLength: derived.length }),
	calibrations: fc
		.tuple(calibration, calibration, calibration)
		.map((lists) => new Map(sentIds.map((id, index) => [id, lists[index] ?? []]))),
});

function openDerived(sent: ReadingStore, world: World): ReadingStore {
	return createDerivedReadingStore(
		createCalibratedReadingStore(sent, () => world.calibrations),
		{
			sent,
			idsOf: derivedIdsOf,
			reachMs: () => largestOf(world.tolerances),
			find: (ids) => findIn(world, ids),
			drivers: () => driverIn(findIn(world, deviceIds)),
		},
	);
}

function driverIn(find: FindComputed): FindDriver {
	return (channelId) => {
		const channel = find(channelId);
		return channel && driverOf(channel).channelId;
	};
}

function findIn(world: World, ids: readonly string[]): FindComputed {
	const all = new Map(ids.flatMap((id) => computedIn(world, id).map((one) => [one.channelId, one])));
	return (channelId) => all.get(channelId) ?? null;
}

async function liveThrough(steps: Step[], world: World, choices: Choice[]): Promise<void> {
	const account = accountStub(newId("account"));
	const model = createModel();
	let done = 0;
	while (done < steps.length) {
		const taken = await runInDurableObject(account, async (_, state) => {
			let readingStore = openDerived(openReadings(state, modelOptions(model)), world);
			const compareAll = async () => {
				const naive = naiveValues(model, world);
				for (const one of choices) await compare(readingStore, model, { naive, choice: one });
			};
			for (let index = done; index < steps.length; index += 1) {
				const one = steps[index];
				if (!one || one.kind === "evict") return index + 1;
				if (one.kind === "reopen") readingStore = openDerived(openReadings(state, modelOptions(model)), world);
				else if (one.kind === "read") await compareAll();
				else await takeStep(readingStore, model, { step: one, seq: 10 * (index + 1) + 3 });
				for (const deviceId of deviceIds) readingStore.reserve(deviceId, derivedIdsOf(deviceId));
			}
			await compareAll();
			readingStore = openDerived(openReadings(state, modelOptions(model)), world);
			await compareAll();
			return steps.length;
		});
		if (taken < steps.length) await evictDurableObject(account);
		done = taken;
	}
}

describe("a log with derived channels, against naive pairs of all readings", () => {
	it(
		"returns the same values, after any uploads, exclusions, flushes, archives, imports, undos and evictions",
		async () => {
			const steps = fc.array(fc.oneof(step, together), { minLength: 1, maxLength: 30, size: "max" });
			await fc.assert(fc.asyncProperty(steps, worlds, fc.array(choice, { minLength: 1, maxLength: 2 }), liveThrough), {
				numRuns: 20,
				endOnFailure: true,
			});
		},
		fc.timeLimit(120_000),
	);

	it("finds the newest value behind many readings of the driver that have no partner", async () => {
		const minuteMs = 60_000;
		await withReadings(async (sent) => {
			const readingStore = openDerived(sent, { tolerances: [40_000, 0, 0, 0], calibrations: new Map() });
			const drives = Array.from({ length: 60 }, (_, minute) => start + minute * minuteMs);
			await appendAll(sent, { b: drives, a: [start + 10.5 * minuteMs] });
			const [id = ""] = derivedIdsOf("one");
			const at = start + 11 * minuteMs;
			const latest = await readingStore.latest(["one"]);
			expect(latest.get("one")?.values.get(id)?.at).toBe(at);
			const newestAt = (time: number) => readingStore.newestBefore([{ deviceId: "one", channelId: id }], time);
			expect([await newestAt(at + 1), await newestAt(at), await newestAt(at - minuteMs)]).toEqual([
				at,
				at - minuteMs,
				null,
			]);
		});
	});

	it("computes the newest values of 8 derived channels on each of many devices without a read", async () => {
		const many = Array.from({ length: 500 }, (_, index) => `device ${index}`);
		const idsOf = (deviceId: string) => Array.from({ length: 8 }, (_, index) => `${index} of ${deviceId}`);
		const sources = new Map([
			["b", { at: start, value: 20 }],
			["c", { at: start - 1_000, value: 104 }],
		]);
		const facts = { lastReceivedAt: start, lastReadingAt: start, values: sources, channelIds: new Set(["b", "c"]) };
		const latestOfSent = async (ids: string[]) => new Map(ids.map((id) => [id, facts]));
		const [, dewPoint] = derived;
		if (!dewPoint) throw new Error("No dew point");
		const channelOf = (deviceId: string, channelId: string): ComputedChannel => ({
			channelId,
			deviceId,
			sources: ["b", "c"],
			driver: 0,
			toleranceMs: 60_000,
			derivation: derivationOf(dewPoint.definition, { units: dewPoint.units, altitude: null }),
		});
		// Any other call would throw.
		const sent = { latest: latestOfSent } as unknown as ReadingStore;
		let finds = 0;
		const readingStore = createDerivedReadingStore(sent, {
			sent,
			idsOf,
			reachMs: () => 0,
			drivers: () => () => null,
			find: (ids) => {
				finds += 1;
				const all = new Map(ids.flatMap((id) => idsOf(id).map((own) => [own, channelOf(id, own)])));
				return (channelId) => all.get(channelId) ?? null;
			},
		});
		const latest = await readingStore.latest(many);
		expect(finds).toBe(1);
		expect(latest.size).toBe(many.length);
		for (const [deviceId, { values }] of latest) {
			const own = idsOf(deviceId).map((id) => values.get(id));
			expect(own).toEqual(idsOf(deviceId).map(() => ({ at: start, value: 20, mark: "saturated" })));
		}
	});

	it("reads sources that send each second in parts of at most 2 million readings", () => {
		const span = { from: start + 1, to: start + 100 * dayMs };
		const perSecond = { mostStored: (_: readonly string[], { from, to }: Span) => [(to - from) / 1_000] };
		const parts = spansOfFew(perSecond, [{ deviceId: "one", channelId: "a" }], span);
		expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([span.from, span.to]);
		expect(parts.slice(1).map(({ from }) => from)).toEqual(parts.slice(0, -1).map(({ to }) => to));
		expect(Math.max(...parts.map(({ from, to }) => to - from))).toBeLessThanOrEqual(2_000_000 * 1_000);
	});

	it("summarizes a derived channel as the same values sent by a device", async () => {
		const hours = Array.from({ length: 70 }, (_, hour) => start + hour * 4 * quarterMs);
		const world = { tolerances: [60_000, 0, 0, 0], calibrations: new Map() };
		await withReadings(async (sent) => {
			const readingStore = openDerived(sent, world);
			const late = hours.filter((_, hour) => hour % 7 !== 3 && (hour < 20 || hour > 30));
			await appendAll(sent, { b: hours, a: late.map((at) => at + 30_000) });
			const [id = ""] = derivedIdsOf("one");
			const span = { from: start - 100 * dayMs, to: start + 100 * dayMs };
			const [values] = await readingStore.readSeries({ channels: [{ deviceId: "one", channelId: id }], ...span });
			const { at = new Float64Array(), value = new Float64Array() } = values ?? {};
			const columns = { channelIds: ["x"], channel: Array.from(at, () => 0), at: [...at], value: [...value] };
			await sent.append({ deviceId: "two", seq: sent.nextSeq(), receivedAt: start, ...columns });
			for (const [from, to] of [
				[start, start + 3 * dayMs],
				[start + 5 * quarterMs, start + dayMs + 2 * quarterMs],
			] as const) {
				const request = { from, to, until: to, withHolding: true };
				const bounds = { min: -20, max: 10 };
				const summaryOf = (deviceId: string, channelId: string, changesUntil: number | null) =>
					readingStore.summaries({ ...request, channels: [{ deviceId, channelId, bounds, changesUntil }] });
				for (const changesUntil of [null, to])
					expect(await summaryOf("one", id, changesUntil)).toEqual(await summaryOf("two", "x", changesUntil));
			}
		});
	});
});

async function appendAll(readingStore: ReadingStore, times: { a: number[]; b: number[] }): Promise<void> {
	for (const [channelId, at] of Object.entries(times)) {
		const value = at.map((_, index) => (channelId === "a" ? 1 : -1) * ((index * 7) % 23));
		const columns = { channelIds: [channelId], channel: at.map(() => 0), at, value };
		await readingStore.append({ deviceId: "one", seq: readingStore.nextSeq(), receivedAt: start, ...columns });
	}
}
