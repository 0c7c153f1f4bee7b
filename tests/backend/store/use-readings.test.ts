import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { latestUse, readUseBuckets, readUses, type UseChannel } from "../../../backend/store/derived/use-readings";
import { type Calibration, calibrationAt } from "../../../shared/device/calibration";
import { type Counter, CounterRises, deviceDayStart } from "../../../shared/device/derived/counter-rises";
import * as fc from "../../properties";
import { accountStub, newId } from "../fixtures/fleet";
import { channelIds, dayMs, quarterMs, start } from "../fixtures/model-readings";
import { createModel, type Model, modelOptions, type Step, takeStep } from "../fixtures/model-steps";
import { openReadings } from "../fixtures/reading-store";

const source = { deviceId: "one", channelId: "a" };
const minuteMs = 60_000;

/** A counter that mostly rises a little each minute, with pauses, resets, false values and noise. */
const stream = fc
	.array(
		fc.record({
			gap: fc.constantFrom(minuteMs, minuteMs, minuteMs, 2 * minuteMs, 10 * minuteMs, quarterMs, dayMs / 3),
			move: fc.oneof(
				{ weight: 8, arbitrary: fc.constantFrom(0, 0.1, 1, 7).map((by) => (before: number) => before + by) },
				{ weight: 1, arbitrary: fc.constant((before: number) => before - 0.1) },
				{ weight: 1, arbitrary: fc.constantFrom(0, 0, 3, 50, 100, 990, 9999).map((value) => () => value) },
			),
		}),
		{ minLength: 3, maxLength: 150, size: "max" },
	)
	.map((moves) => {
		let [at, value] = [start + dayMs / 2, 100];
		return moves.flatMap(({ gap, move }) => {
			at += gap;
			value = move(value);
			return at < start + 4 * dayMs ? [{ channel: 0, at, value }] : [];
		});
	});

/** In pieces that come late, overlap, are replaced, excluded, flushed and archived. */
const steps = stream.chain((all) => {
	const piece = fc.tuple(fc.nat(all.length), fc.nat(all.length)).map(([one, other]) => {
		return all.slice(Math.min(one, other), Math.max(one, other));
	});
	const lateBy = fc.nat(3);
	const change = fc.oneof(
		{ weight: 3, arbitrary: fc.tuple(piece, lateBy).map(([entries, late]) => appended(entries, late)) },
		{ weight: 1, arbitrary: fc.constant<Step>({ kind: "seal", deviceId: "one" }) },
		{ weight: 1, arbitrary: fc.constant<Step>({ kind: "archive" }) },
		{ weight: 1, arbitrary: piece.map((entries): Step => ({ kind: "import", deviceId: "one", entries })) },
		{ weight: 1, arbitrary: fc.nat(2).map((which): Step => ({ kind: "undo", which })) },
		{
			weight: 1,
			arbitrary: piece.map((entries): Step => {
				const ends: [number, number] = [entries[0]?.at ?? start, entries.at(-1)?.at ?? start];
				return { kind: "judge", ...source, ends, verdict: "excluded" };
			}),
		},
	);
	const flushed: Step = { kind: "seal", deviceId: "one" };
	return fc.tuple(fc.boolean(), fc.array(change, { maxLength: 6 })).map(([isWhole, changes]) => {
		return [...(isWhole ? [appended(all, 0), flushed] : []), ...changes];
	});
});

function appended(entries: { channel: number; at: number; value: number }[], lateBy: number): Step {
	return { kind: "append", deviceId: "one", entries, lateBy, keptFrom: null };
}

const counters = fc.record({
	resets: fc.constantFrom<Counter["resets"]>("never", "daily", "rollsOver"),
	rollsOverAt: fc.constant(1000),
	mostPerHour: fc.constantFrom(null, null, 60, 2000),
	offset: fc.constantFrom(0, 120, -345, 7),
});

const calibrations = fc.constantFrom<Calibration[]>(
	[],
	[{ from: start + dayMs, scale: 2, offset: 10 }],
	[
		{ from: start, scale: -0.5, offset: 0 },
		{ from: start + dayMs / 2 + quarterMs, scale: 10, offset: -1000 },
	],
);

type Use = { at: number; use: number };

function naiveUses({ list }: Model, { counter, calibrations: changes }: UseChannel): Use[] {
	const uses: Use[] = [];
	const rises = new CounterRises(counter, (at, use) => {
		uses.push({ at, use: use * Math.abs(calibrationAt(changes, at).scale) });
	});
	for (const { at, value } of list.within([source], 0, Number.MAX_SAFE_INTEGER)) rises.add(at, value);
	return uses;
}

const span = fc.tuple(fc.nat(4 * 96), fc.nat(96), fc.constantFrom(0, 0, 1, minuteMs)).map(([quarter, length, off]) => ({
	from: start + quarter * quarterMs + off,
	to: start + (quarter + length) * quarterMs + off,
}));

function sumOf(uses: readonly Use[], from: number, to: number): { sum: number; count: number } {
	const within = uses.filter(({ at }) => at >= from && at < to);
	return { sum: within.reduce((sum, { use }) => sum + use, 0), count: within.length };
}

describe("uses of a stored counter, against all its readings counted at once", () => {
	it(
		"gives the same uses and sums in any span, from roll-ups too",
		async () => {
			await fc.assert(
				fc.asyncProperty(steps, counters, calibrations, fc.array(span, { minLength: 1, maxLength: 4 }), readThrough),
				{ numRuns: 60, endOnFailure: true },
			);
		},
		fc.timeLimit(120_000),
	);
});

it("The use of a meter whose service sent zeros for hours is what it counted meanwhile, wherever a read begins", async () => {
	const minutes = (count: number) => start + count * minuteMs;
	const zeros = Array.from({ length: 143 }, (_, index) => ({ channel: 0, at: minutes(10 + 5 * index), value: 0 }));
	const [before, after] = [
		[0, 5].map((at) => ({ channel: 0, at: minutes(at), value: 397.11 })),
		[725, 730, 735].map((at) => ({ channel: 0, at: minutes(at), value: 413.5 })),
	];
	const counter = { resets: "never", rollsOverAt: null, mostPerHour: null } as const;
	const use: UseChannel = {
		source,
		counter: { ...counter, dayStart: deviceDayStart({ timezoneOffset: 60, timeZoneRule: 2 }) },
		calibrations: [],
	};
	await runInDurableObject(accountStub(newId("account")), async (_, state) => {
		const model = createModel();
		const sent = openReadings(state, modelOptions(model));
		await takeStep(sent, model, { step: appended([...before, ...zeros, ...after], 0), seq: 1 });
		for (const from of [minutes(0), minutes(300), minutes(720), minutes(725)]) {
			const { value } = await readUses(sent, use, { from, to: minutes(731) });
			expect(value.filter((one) => one !== 0)).toEqual([16.39]);
			const { sum } = await readUseBuckets(sent, use, { edges: [from, minutes(750)] });
			expect(sum.map((one) => Math.round(100 * one) / 100)).toEqual([16.39]);
		}
	});
});

async function readThrough(
	taken: Step[],
	{ offset, ...options }: Omit<Counter, "dayStart"> & { offset: number },
	changes: Calibration[],
	spans: { from: number; to: number }[],
): Promise<void> {
	const counter = { ...options, dayStart: deviceDayStart({ timezoneOffset: offset, timeZoneRule: 2 }) };
	const use: UseChannel = { source, counter, calibrations: changes };
	expect(channelIds[0]).toBe(source.channelId);
	await runInDurableObject(accountStub(newId("account")), async (_, state) => {
		const model = createModel();
		const sent = openReadings(state, modelOptions(model));
		for (const [index, step] of taken.entries()) await takeStep(sent, model, { step, seq: 10 * (index + 1) + 3 });
		const all = naiveUses(model, use);
		for (const { from, to } of spans) {
			const { at, value } = await readUses(sent, use, { from, to });
			const expected = all.filter((one) => one.at >= from && one.at < to);
			expect(at.map((time, index) => ({ at: time, use: value[index] }))).toEqual(expected);
			const middle = from + Math.floor((to - from) / 2 / quarterMs) * quarterMs;
			const edges = [...new Set([from, middle, to])];
			const buckets = await readUseBuckets(sent, use, { edges });
			const known = edges.slice(1).map((edge, index) => ({ bucket: index, ...sumOf(all, edges[index] ?? 0, edge) }));
			expect(buckets.bucket.map((bucket, index) => ({ bucket, count: buckets.count[index] }))).toEqual(
				known.flatMap(({ bucket, count }) => (count > 0 ? { bucket, count } : [])),
			);
			for (const [index, bucket] of buckets.bucket.entries())
				expect(buckets.sum[index]).toBeCloseTo(known[bucket]?.sum ?? Number.NaN, 4);
		}
		const newestAt = model.list.within([source], 0, Number.MAX_SAFE_INTEGER).at(-1)?.at;
		if (newestAt === undefined) return;
		const last = all.at(-1);
		expect(await latestUse(sent, use, newestAt)).toEqual(last ? { at: last.at, value: last.use } : null);
	});
}
