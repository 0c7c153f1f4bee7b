import { calibrated, calibrationAt } from "../../shared/calibration";
import { type CalibrationsByChannel, readCalibratedBuckets } from "./calibrated-buckets";
import type { Buckets, DeviceLatest, LogStore } from "./log-store";

/**
 * A log whose reads answer calibrated values. What is stored, told apart as a duplicate, counted and kept for a time is
 * what was sent. `calibrations` is asked at every read, so it must be cheap.
 */
export function createCalibratedLogStore(log: LogStore, calibrations: () => CalibrationsByChannel): LogStore {
	return {
		...log,

		async readSpan(request) {
			const page = await log.readSpan(request);
			const all = calibrations();
			const lists = request.channels.map(({ channelId }) => all.get(channelId));
			if (lists.every((list) => list === undefined)) return page;
			const value = page.value.map((sent, place) => {
				const list = lists[page.channel[place] ?? -1];
				return list ? calibrated(sent, calibrationAt(list, page.readingAt[place] ?? 0)) : sent;
			});
			return { ...page, value, sent: page.value };
		},

		async readSeries(request) {
			const series = await log.readSeries(request);
			const all = calibrations();
			return series.map(({ at, value }, index) => {
				const list = all.get(request.channels[index]?.channelId ?? "");
				if (!list) return { at, value };
				return { at, value: value.map((sent, place) => calibrated(sent, calibrationAt(list, at[place] ?? 0))) };
			});
		},

		async readBuckets({ channels, edges }) {
			const all = calibrations();
			const answer = new Map<number, Buckets>();
			for (const isAsked of [true, false]) {
				const places = [...channels.keys()].filter((place) => all.has(channels[place]?.channelId ?? "") === isAsked);
				if (places.length === 0) continue;
				const asked = { channels: places.flatMap((place) => channels[place] ?? []), edges };
				const found = await readCalibratedBuckets(log, asked, all);
				for (const [index, buckets] of found.entries()) answer.set(places[index] ?? -1, buckets);
			}
			return channels.flatMap((_, place) => answer.get(place) ?? []);
		},

		async latest(deviceIds) {
			const latest = await log.latest(deviceIds);
			const all = calibrations();
			if (all.size === 0) return latest;
			return new Map([...latest].map(([deviceId, facts]) => [deviceId, calibratedLatest(facts, all)]));
		},
	};
}

function calibratedLatest(latest: DeviceLatest, all: CalibrationsByChannel): DeviceLatest {
	const values = [...latest.values].map(([channelId, { at, value }]) => {
		return [channelId, { at, value: calibrated(value, calibrationAt(all.get(channelId) ?? [], at)) }] as const;
	});
	return { ...latest, values: new Map(values) };
}
