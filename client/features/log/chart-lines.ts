import type { LogChannel, LogDevice, SeriesPage } from "../../../shared/log";
import type { TimeRange } from "../../../shared/time-zones";
import type { Quantity } from "../../../shared/units";
import { type ChannelReadings, medianInterval, quantitiesIn } from "./log-readings";

/** A pause is a gap when it is longer than this many usual intervals. */
const gapIntervals = 3;

/** More lines than this cannot be told apart. */
const lineCount = 12;

/** Further lines reuse these colours, dashed. */
export const seriesCount = 8;

/** Oldest first. `min` and `max` are empty where every point is a reading. */
export type ChartLine = {
	channel: LogChannel;
	device: LogDevice;
	at: number[];
	value: number[];
	min: number[];
	max: number[];
	gapMs: number | null;
};

export type ChartContent = {
	span: TimeRange;
	quantities: Quantity[];
	/** Null where nothing was measured. A chosen quantity is kept even if it was not measured. */
	quantity: Quantity | null;
	lines: ChartLine[];
	leftOut: number;
	/** 0: points are readings. */
	bucketMs: number;
};

export function contentOfSeries(page: SeriesPage): ChartContent {
	const devices = new Map(page.devices.map((device) => [device.id, device]));
	const lines = page.series.flatMap(({ channel: index, at, ...points }): ChartLine[] => {
		const channel = page.channels[index];
		const device = channel && devices.get(channel.deviceId);
		if (!channel || !device) return [];
		return [
			{ channel, device, at: page.bucketMs === 0 ? at : at.map((start) => start + page.bucketMs / 2), ...points },
		];
	});
	const { from, to, quantities, leftOut, bucketMs } = page;
	const quantity = quantities.length === 0 ? null : page.quantity;
	return { span: { from, to }, quantities, quantity, lines, leftOut, bucketMs };
}

export function contentOfReadings(channels: ChannelReadings[], span: TimeRange, chosen: Quantity | null): ChartContent {
	const quantities = quantitiesIn(channels);
	const quantity = chosen && quantities.includes(chosen) ? chosen : (quantities[0] ?? null);
	const fitting = channels.filter(({ channel, times }) => channel.quantity === quantity && times.length > 0);
	const lines = fitting.slice(0, lineCount).map(({ channel, device, times, values }): ChartLine => {
		const usual = medianInterval(times);
		const gapMs = usual === null ? null : gapIntervals * usual;
		return { channel, device, at: times, value: values, min: [], max: [], gapMs };
	});
	return { span, quantities, quantity, lines, leftOut: fitting.length - lines.length, bucketMs: 0 };
}

/** The first index whose time is at or after `at`; the length where there is none. */
export function indexFrom(times: number[], at: number): number {
	let low = 0;
	let high = times.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((times[middle] ?? 0) < at) low = middle + 1;
		else high = middle;
	}
	return low;
}

export function nearestPoint({ at: times, gapMs }: ChartLine, at: number): number | null {
	const after = indexFrom(times, at);
	const distance = (index: number) => Math.abs((times[index] ?? Number.POSITIVE_INFINITY) - at);
	const nearest = distance(after - 1) <= distance(after) ? after - 1 : after;
	if (distance(nearest) === Number.POSITIVE_INFINITY) return null;
	return gapMs !== null && distance(nearest) > gapMs ? null : nearest;
}

export function valueRange(lines: ChartLine[], { from, to }: TimeRange): [number, number] {
	let low = Number.POSITIVE_INFINITY;
	let high = Number.NEGATIVE_INFINITY;
	for (const { at, value, min, max } of lines) {
		const lows = min.length > 0 ? min : value;
		const highs = max.length > 0 ? max : value;
		const end = indexFrom(at, to);
		for (let index = indexFrom(at, from); index < end; index += 1) {
			low = Math.min(low, lows[index] ?? low);
			high = Math.max(high, highs[index] ?? high);
		}
	}
	if (low > high) return [0, 1];
	const air = high === low ? Math.max(Math.abs(high) * 0.05, 0.5) : (high - low) * 0.12;
	return [low - air, high + air];
}

export function seriesColour(index: number): string {
	return `var(--series-${index % seriesCount})`;
}

export function isDashed(index: number): boolean {
	return index >= seriesCount;
}
