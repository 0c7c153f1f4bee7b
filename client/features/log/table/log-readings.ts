import type { LogChannel, LogDevice, LogEvent, LogPage } from "../../../../shared/log";
import { isDeviceFact, type Quantity } from "../../../../shared/units";

const shortestLateMs = 15 * 60_000;

export type ChannelReadings = {
	channel: LogChannel;
	device: LogDevice;
	times: number[];
	values: number[];
	receivedAt: number[];
	/** The value before calibration; null where there is none. */
	raws: (number | null)[];
	/** The pause before each reading where it is a gap, ms, else 0; all 0 where gaps were not requested. */
	gapMs: number[];
	/** The gap that runs since each reading, ms, else 0; likewise. */
	silentMs: number[];
};

export type LogReadings = { channels: ChannelReadings[]; devices: LogDevice[]; events: LogEvent[] };

/** Every page names its channels anew. */
export function gatherReadings(pages: LogPage[]): LogReadings {
	const byChannel = new Map<string, ChannelReadings>();
	const devices = new Map<string, LogDevice>();
	const events = new Map<string, LogEvent>();
	for (const page of pages) {
		for (const device of page.devices) devices.set(device.id, device);
		for (const event of page.events) events.set(event.id, event);
		const series = page.channels.map((channel) => seriesOf(byChannel, devices, channel));
		addColumns(page, series);
	}
	for (const readings of byChannel.values()) sortByTime(readings);
	return { channels: [...byChannel.values()], devices: [...devices.values()], events: [...events.values()] };
}

function seriesOf(
	known: Map<string, ChannelReadings>,
	devices: Map<string, LogDevice>,
	channel: LogChannel,
): ChannelReadings | undefined {
	const found = known.get(channel.id);
	if (found) return found;
	const device = devices.get(channel.deviceId);
	if (!device) return undefined;
	const columns = { times: [], values: [], receivedAt: [], raws: [], gapMs: [], silentMs: [] };
	const readings: ChannelReadings = { channel, device, ...columns };
	known.set(channel.id, readings);
	return readings;
}

function addColumns({ readings }: LogPage, series: (ChannelReadings | undefined)[]): void {
	for (const [index, at] of readings.readingAt.entries()) {
		const target = series[readings.channel[index] ?? -1];
		const value = readings.value[index];
		if (!target || value === undefined) continue;
		target.times.push(at);
		target.values.push(value);
		target.receivedAt.push(readings.receivedAt[index] ?? at);
		target.raws.push(readings.raw?.[index] ?? null);
		target.gapMs.push(readings.gapMs?.[index] ?? 0);
		target.silentMs.push(readings.silentMs?.[index] ?? 0);
	}
}

function sortByTime(readings: ChannelReadings): void {
	const order = readings.times
		.map((_, index) => index)
		.sort((a, b) => (readings.times[a] ?? 0) - (readings.times[b] ?? 0));
	const arranged = (column: number[]) => order.map((index) => column[index] ?? 0);
	Object.assign(readings, {
		times: arranged(readings.times),
		values: arranged(readings.values),
		receivedAt: arranged(readings.receivedAt),
		raws: order.map((index) => readings.raws[index] ?? null),
		gapMs: arranged(readings.gapMs),
		silentMs: arranged(readings.silentMs),
	});
}

/** Measurements come before facts about the device. */
export function quantitiesIn(channels: ChannelReadings[]): Quantity[] {
	const counts = new Map<Quantity, number>();
	for (const { channel, times } of channels) {
		if (times.length > 0) counts.set(channel.quantity, (counts.get(channel.quantity) ?? 0) + times.length);
	}
	return [...counts]
		.sort(([a, m], [b, n]) => Number(isDeviceFact(a)) - Number(isDeviceFact(b)) || n - m)
		.map(([quantity]) => quantity);
}

/** Milliseconds by device id, from the receipts. Devices with a single upload are left out. */
export function uploadIntervals(channels: Pick<ChannelReadings, "device" | "receivedAt">[]): Map<string, number> {
	const receipts = new Map<string, Set<number>>();
	for (const { device, receivedAt } of channels) {
		const known = receipts.get(device.id) ?? new Set();
		for (const at of receivedAt) known.add(at);
		receipts.set(device.id, known);
	}
	return new Map(
		[...receipts].flatMap(([deviceId, at]) => {
			const usual = medianInterval([...at].sort((a, b) => a - b));
			return usual === null ? [] : [[deviceId, usual] as const];
		}),
	);
}

/** Milliseconds: over a quarter of an hour, and over two of the device's upload intervals. */
export function lateAfter(uploadIntervalMs: number | undefined): number {
	return Math.max(shortestLateMs, 2 * (uploadIntervalMs ?? 0));
}

/** Null below two times. */
export function medianInterval(times: number[]): number | null {
	const intervals = times.slice(1).map((time, index) => time - (times[index] ?? time));
	if (intervals.length === 0) return null;
	intervals.sort((a, b) => a - b);
	const middle = Math.floor(intervals.length / 2);
	const upper = intervals[middle] ?? 0;
	return intervals.length % 2 === 1 ? upper : ((intervals[middle - 1] ?? 0) + upper) / 2;
}
