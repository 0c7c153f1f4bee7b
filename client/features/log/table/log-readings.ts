import { isDeviceFact, type Quantity } from "../../../../shared/formats/units";
import type { LogChannel, LogDevice, LogEvent, LogPage } from "../../../../shared/log/log";
import type { ReadingMark } from "../../../../shared/log/reading-marks";

const shortestLateMs = 15 * 60_000;

export type LogReading = {
	at: number;
	value: number;
	receivedAt: number;
	/** The value before calibration; null without a calibration. */
	raw: number | null;
	mark: ReadingMark | null;
	/** The gap before the reading in ms; 0 if there is none or gaps were not requested. */
	gapMs: number;
	silentMs: number;
};

export type ChannelReadings = { channel: LogChannel; device: LogDevice; readings: LogReading[] };

export type LogReadings = { channels: ChannelReadings[]; devices: LogDevice[]; events: LogEvent[] };

export function gatherReadings(pages: LogPage[]): LogReadings {
	const byChannel = new Map<string, ChannelReadings>();
	const devices = new Map<string, LogDevice>();
	const events = new Map<string, LogEvent>();
	for (const page of pages) {
		for (const device of page.devices) devices.set(device.id, device);
		for (const event of page.events) events.set(event.id, event);
		const columns = page.readings;
		const gathered = page.channels.map((channel) => {
			const device = devices.get(channel.deviceId);
			const found = byChannel.get(channel.id) ?? (device && { channel, device, readings: [] });
			if (found) byChannel.set(channel.id, found);
			return found?.readings;
		});
		for (const [index, at] of columns.readingAt.entries()) {
			const value = columns.value[index];
			if (value === undefined) continue;
			gathered[columns.channel[index] ?? -1]?.push({
				at,
				value,
				receivedAt: columns.receivedAt[index] ?? at,
				raw: columns.raw?.[index] ?? null,
				mark: columns.mark?.[index] ?? null,
				gapMs: columns.gapMs?.[index] ?? 0,
				silentMs: columns.silentMs?.[index] ?? 0,
			});
		}
	}
	for (const { readings } of byChannel.values()) readings.sort((a, b) => a.at - b.at);
	return { channels: [...byChannel.values()], devices: [...devices.values()], events: [...events.values()] };
}

export function quantitiesIn(channels: ChannelReadings[]): Quantity[] {
	const counts = new Map<Quantity, number>();
	for (const { channel, readings } of channels) {
		if (readings.length > 0) counts.set(channel.quantity, (counts.get(channel.quantity) ?? 0) + readings.length);
	}
	return [...counts]
		.sort(([a, m], [b, n]) => Number(isDeviceFact(a)) - Number(isDeviceFact(b)) || n - m)
		.map(([quantity]) => quantity);
}

/** Upload interval in ms by device id. Omits devices with one upload. */
export function uploadIntervals(channels: Pick<ChannelReadings, "device" | "readings">[]): Map<string, number> {
	const receipts = new Map<string, Set<number>>();
	for (const { device, readings } of channels) {
		const known = receipts.get(device.id) ?? new Set();
		for (const { receivedAt } of readings) known.add(receivedAt);
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

export function medianInterval(times: number[]): number | null {
	const intervals = times.slice(1).map((time, index) => time - (times[index] ?? time));
	if (intervals.length === 0) return null;
	intervals.sort((a, b) => a - b);
	const middle = Math.floor(intervals.length / 2);
	const upper = intervals[middle] ?? 0;
	return intervals.length % 2 === 1 ? upper : ((intervals[middle - 1] ?? 0) + upper) / 2;
}
