import { minuteMs } from "../../../shared/base/durations";
import type { ChannelReadings, Readings } from "./readings";

const quarterMs = 15 * minuteMs;
export const quartersPerDay = 96;

/** Non-empty quarters of an hour of a channel and UTC day. `quarter` (0 to 95) ascends; `first`, `last` by time. */
export type ChannelQuarters = {
	channel: number;
	quarter: Float64Array;
	min: Float64Array;
	max: Float64Array;
	sum: Float64Array;
	first: Float64Array;
	last: Float64Array;
	count: Float64Array;
};

/** `dayStart` is epoch ms. Drops readings of other days. */
export function quartersOf({ channels }: Readings, dayStart: number): ChannelQuarters[] {
	return channels.map((readings) => channelQuarters(readings, dayStart)).filter(({ quarter }) => quarter.length > 0);
}

function channelQuarters({ channel, at, value }: ChannelReadings, dayStart: number): ChannelQuarters {
	const quarters = emptyQuarters(channel, quartersPerDay);
	const { quarter, min, max, sum, first, last, count } = quarters;
	let bucket = -1;
	for (let index = 0; index < at.length; index += 1) {
		const number = Math.floor(((at[index] ?? 0) - dayStart) / quarterMs);
		if (number < 0 || number >= quartersPerDay) continue;
		const reading = value[index] ?? 0;
		if (bucket < 0 || quarter[bucket] !== number) {
			bucket += 1;
			quarter[bucket] = number;
			first[bucket] = reading;
			min[bucket] = reading;
			max[bucket] = reading;
		}
		if (reading < (min[bucket] ?? 0)) min[bucket] = reading;
		if (reading > (max[bucket] ?? 0)) max[bucket] = reading;
		sum[bucket] = (sum[bucket] ?? 0) + reading;
		last[bucket] = reading;
		count[bucket] = (count[bucket] ?? 0) + 1;
	}
	return firstQuarters(quarters, bucket + 1);
}

function emptyQuarters(channel: number, length: number): ChannelQuarters {
	return {
		channel,
		quarter: new Float64Array(length),
		min: new Float64Array(length),
		max: new Float64Array(length),
		sum: new Float64Array(length),
		first: new Float64Array(length),
		last: new Float64Array(length),
		count: new Float64Array(length),
	};
}

function firstQuarters({ channel, ...columns }: ChannelQuarters, length: number): ChannelQuarters {
	return {
		channel,
		quarter: columns.quarter.slice(0, length),
		min: columns.min.slice(0, length),
		max: columns.max.slice(0, length),
		sum: columns.sum.slice(0, length),
		first: columns.first.slice(0, length),
		last: columns.last.slice(0, length),
		count: columns.count.slice(0, length),
	};
}
