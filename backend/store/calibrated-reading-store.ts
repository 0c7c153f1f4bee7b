import { type Calibration, calibrated, calibrationAt } from "../../shared/device/calibration";
import { channelIdOf } from "../../shared/log/reading-marks";
import type {
	Buckets,
	BucketsRequest,
	DeviceLatest,
	ReadingStore,
	TakenReadings,
	WithoutValues,
} from "../base/reading-store";
import type { CalibrationsByChannel } from "../db/calibration-rows";

type AsSent = WithoutValues & Pick<ReadingStore, "estimate" | "newestBefore">;

/** Reads return calibrated values, by `calibrations` at each read. Storage, counts and retention use values as sent. */
export function createCalibratedReadingStore(
	readingStore: ReadingStore,
	calibrations: () => CalibrationsByChannel,
): ReadingStore {
	const asSent: AsSent = readingStore;
	return {
		...asSent,

		append(upload, evaluate) {
			if (!evaluate) return readingStore.append(upload);
			return readingStore.append(upload, (taken) => evaluate(calibratedTaken(taken, calibrations())));
		},

		async readSpan(request) {
			const page = await readingStore.readSpan(request);
			const all = calibrations();
			if (all.size === 0) return page;
			const lists = request.channels.map(({ channelId }) => calibrationsOf(all, channelId));
			if (lists.every((list) => list === undefined)) return page;
			const value = page.value.map((value, position) => {
				const list = lists[page.channel[position] ?? -1];
				return list ? calibrated(value, calibrationAt(list, page.readingAt[position] ?? 0)) : value;
			});
			return { ...page, value, sent: page.value };
		},

		async readSeries(request) {
			const series = await readingStore.readSeries(request);
			const all = calibrations();
			return series.map(({ at, value }, index) => {
				const list = calibrationsOf(all, request.channels[index]?.channelId ?? "");
				if (!list) return { at, value };
				return { at, value: value.map((value, position) => calibrated(value, calibrationAt(list, at[position] ?? 0))) };
			});
		},

		async readBuckets({ channels, edges, budget }) {
			const all = calibrations();
			const result = new Map<number, Buckets>();
			for (const isRequested of [true, false]) {
				const positions = [...channels.keys()].filter(
					(position) => all.has(channelIdOf(channels[position]?.channelId ?? "")) === isRequested,
				);
				if (positions.length === 0) continue;
				const requested = { channels: positions.flatMap((position) => channels[position] ?? []), edges, budget };
				const found = await readCalibratedBuckets(readingStore, requested, all);
				for (const [index, buckets] of found.entries()) result.set(positions[index] ?? -1, buckets);
			}
			return channels.flatMap((_, position) => result.get(position) ?? []);
		},

		summaries({ channels, ...request }) {
			const all = calibrations();
			const read = channels.map((channel) => {
				const list = calibrationsOf(all, channel.channelId);
				return list ? { ...channel, calibrations: list } : channel;
			});
			return readingStore.summaries({ ...request, channels: read });
		},

		async latest(deviceIds) {
			const latest = await readingStore.latest(deviceIds);
			const all = calibrations();
			if (all.size === 0) return latest;
			return new Map([...latest].map(([deviceId, facts]) => [deviceId, calibratedLatest(facts, all)]));
		},
	};
}

function calibratedTaken(taken: TakenReadings, all: CalibrationsByChannel): TakenReadings {
	if (all.size === 0) return taken;
	const read = (channelId: string, at: number, value: number) => {
		const list = calibrationsOf(all, channelId);
		return list ? calibrated(value, calibrationAt(list, at)) : value;
	};
	const channelOf = (index: number) => taken.channelIds[taken.channel[index] ?? -1] ?? "";
	return {
		...taken,
		sent: { value: taken.value, history: taken.history },
		value: taken.value.map((value, index) => read(channelOf(index), taken.at[index] ?? 0, value)),
		history: (channelId, from, to) =>
			taken.history(channelId, from, to).map(({ at, value }) => ({ at, value: read(channelId, at, value) })),
	};
}

function calibrationsOf(all: CalibrationsByChannel, channelId: string): readonly Calibration[] | undefined {
	return all.get(channelIdOf(channelId));
}

function calibratedLatest(latest: DeviceLatest, all: CalibrationsByChannel): DeviceLatest {
	const values = [...latest.values].map(([channelId, { at, value }]) => {
		return [channelId, { at, value: calibrated(value, calibrationAt(all.get(channelId) ?? [], at)) }] as const;
	});
	return { ...latest, values: new Map(values) };
}

/** A bucket needs a single calibration, so buckets are cut where another calibration starts. */
async function readCalibratedBuckets(
	readingStore: Pick<ReadingStore, "readBuckets">,
	{ channels, edges, budget }: BucketsRequest,
	calibrations: CalibrationsByChannel,
): Promise<Buckets[]> {
	const lists = channels.map(({ channelId }) => calibrationsOf(calibrations, channelId) ?? []);
	const [from, to] = [edges[0] ?? 0, edges.at(-1) ?? 0];
	const begins = lists.flat().map((calibration) => calibration.from);
	const cuts = new Set(begins.filter((at) => at > from && at < to));
	const cutEdges = cuts.size === 0 ? edges : [...new Set([...edges, ...cuts])].sort((one, other) => one - other);
	const read = await readingStore.readBuckets({ channels, edges: cutEdges, budget });
	return read.map((buckets, index) => {
		const list = lists[index] ?? [];
		const parts = list.length === 0 ? buckets : calibratedParts(buckets, { list, edges: cutEdges });
		return cuts.size === 0 ? parts : joinedParts(parts, { cutEdges, edges });
	});
}

type Calibrated = { list: readonly Calibration[]; edges: number[] };

function calibratedParts(buckets: Buckets, { list, edges }: Calibrated): Buckets {
	const by = buckets.bucket.map((bucket) => calibrationAt(list, edges[bucket] ?? 0));
	const read = (column: number[]) => column.map((value, index) => calibrated(value, by[index] ?? calibrationAt([], 0)));
	const [lowest, highest] = [read(buckets.min), read(buckets.max)];
	return {
		bucket: buckets.bucket,
		// A negative scale swaps minimum and maximum.
		min: lowest.map((value, index) => Math.min(value, highest[index] ?? value)),
		max: lowest.map((value, index) => Math.max(value, highest[index] ?? value)),
		sum: buckets.sum.map(
			(sum, index) => sum * (by[index]?.scale ?? 1) + (by[index]?.offset ?? 0) * (buckets.count[index] ?? 0),
		),
		count: buckets.count,
		first: read(buckets.first),
		last: read(buckets.last),
	};
}

function joinedParts(parts: Buckets, { cutEdges, edges }: { cutEdges: number[]; edges: number[] }): Buckets {
	const joined: Buckets = { bucket: [], min: [], max: [], sum: [], count: [], first: [], last: [] };
	let bucket = 0;
	for (const [index, part] of parts.bucket.entries()) {
		while ((edges[bucket + 1] ?? Number.POSITIVE_INFINITY) <= (cutEdges[part] ?? 0)) bucket += 1;
		const value = (column: Exclude<keyof Buckets, "bucket" | "isOf" | "isSaturated">) => parts[column][index] ?? 0;
		const end = joined.bucket.length - 1;
		if (joined.bucket[end] !== bucket) {
			joined.bucket.push(bucket);
			for (const column of ["min", "max", "sum", "count", "first", "last"] as const) joined[column].push(value(column));
			continue;
		}
		joined.min[end] = Math.min(joined.min[end] ?? 0, value("min"));
		joined.max[end] = Math.max(joined.max[end] ?? 0, value("max"));
		joined.sum[end] = (joined.sum[end] ?? 0) + value("sum");
		joined.count[end] = (joined.count[end] ?? 0) + value("count");
		joined.last[end] = value("last");
	}
	return joined;
}
