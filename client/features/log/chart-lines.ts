import type { LogChannel, LogDevice, SeriesPage } from "../../../shared/log";
import type { TimeRange } from "../../../shared/time-zones";
import type { Quantity } from "../../../shared/units";
import { type ChannelReadings, quantitiesIn } from "./log-readings";

/** One channel as it is drawn, oldest first. `min` and `max` are empty where every point is a reading. */
export type ChartLine = {
	channel: LogChannel;
	device: LogDevice;
	at: number[];
	value: number[];
	min: number[];
	max: number[];
	gapMs: number | null;
};

/** A chart's whole content: one quantity, so that every line shares the axis it is read on. */
export type ChartContent = {
	span: TimeRange;
	quantities: Quantity[];
	/** Null where nothing was measured; one that was chosen is kept, also where it alone was not. */
	quantity: Quantity | null;
	lines: ChartLine[];
	/** Channels of this quantity that are not drawn. */
	leftOut: number;
	/** 0: points are readings. */
	bucketMs: number;
};

/** A pause is a gap when it is longer than this many usual intervals. */
const gapIntervals = 3;
/** More lines than this are no picture any more; the filters say which to show. */
const lineCount = 12;

/** Points that stand for a stretch of time are drawn in its middle. */
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

/** The same from the readings at hand, for a backend that has no series. */
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

/** The usual distance of ascending times; null below two of them. */
export function medianInterval(times: number[]): number | null {
	const intervals = times.slice(1).map((time, index) => time - (times[index] ?? time));
	if (intervals.length === 0) return null;
	intervals.sort((a, b) => a - b);
	const middle = Math.floor(intervals.length / 2);
	const upper = intervals[middle] ?? 0;
	return intervals.length % 2 === 1 ? upper : ((intervals[middle - 1] ?? 0) + upper) / 2;
}
