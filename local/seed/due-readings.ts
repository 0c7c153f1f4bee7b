import { dayMs, hourMs, minuteMs } from "../../shared/base/durations";
import { slotUpTo, type UploadSlots } from "../../shared/ingest/upload-slots";
import type { SeedUpload } from "../../shared/local-seed";
import { passedShare } from "./channel-shape";
import { channelSignal, hashOf } from "./channel-signal";
import type { DemoDevice } from "./demo-device";

export const coarseMs = 10 * minuteMs;
const fineSpanMs = 2 * hourMs;
export const historyMs = 30 * dayMs;
const slowMs = hourMs;

/** `postedUntil`: time of the newest posted reading; null: none. All epoch ms. */
type Due = { postedUntil: number | null; now: number; storyStart: number };

export type DueReadings = Pick<SeedUpload, "channels" | "at" | "values">;

/** Devices upload at different seconds, so that not all uploads coincide. */
export function uploadSlots({ serialNumber, uploadIntervalSeconds, clockBehindMinutes }: DemoDevice): UploadSlots {
	const everyMs = uploadIntervalSeconds * 1000;
	return { everyMs, phaseMs: hashOf(serialNumber) % everyMs, clockBehindMs: clockBehindMinutes * minuteMs };
}

/** The newest upload slot, or when the device went silent, epoch ms. Null: never. */
export function reportedUntil(device: DemoDevice, now: number): number | null {
	const { reported } = device;
	if (reported === "never") return null;
	if (reported !== "on time") return now - reported.minutesAgo * minuteMs;
	return slotUpTo(uploadSlots(device), now);
}

export function isRecording({ outage }: DemoDevice, at: number, storyStart: number): boolean {
	return outage === null || passedShare(outage, at - storyStart) === null;
}

/** Due readings, oldest first: hourly, in the last 30 days every ten minutes, in the last two hours every minute. */
export function dueReadings(device: DemoDevice, due: Due): DueReadings | null {
	const at = dueTimes(device, due);
	if (at.length === 0) return null;
	const signals = device.channels.map((channel) => channelSignal(device, channel, due.storyStart));
	return { channels: device.channels.map(({ name }) => name), at, values: signals.map((signal) => at.map(signal)) };
}

export function dueUploads(device: DemoDevice, due: Due): SeedUpload[] {
	const reported = reportedUntil(device, due.now);
	const readings = dueReadings(device, due);
	if (reported === null || !readings) return [];
	const uploads: SeedUpload[] = [];
	for (let start = 0; start < readings.at.length; ) {
		const dayEnd = (Math.floor((readings.at[start] ?? 0) / dayMs) + 1) * dayMs;
		let end = start + 1;
		while ((readings.at[end] ?? dayEnd) < dayEnd) end += 1;
		uploads.push({
			receivedAt: Math.min(dayEnd, reported),
			channels: readings.channels,
			at: readings.at.slice(start, end),
			values: readings.values.map((column) => column.slice(start, end)),
		});
		start = end;
	}
	return uploads;
}

function dueTimes(device: DemoDevice, { postedUntil, now, storyStart }: Due): number[] {
	const reported = reportedUntil(device, now);
	if (reported === null) return [];
	const until = reported - device.clockBehindMinutes * minuteMs;
	const after = postedUntil === null ? until - device.historyDays * dayMs : Math.max(postedUntil, until - historyMs);
	const spans = [
		{ upTo: until - historyMs, gridMs: slowMs },
		{ upTo: until - fineSpanMs, gridMs: coarseMs },
		{ upTo: until, gridMs: minuteMs },
	];
	const times: number[] = [];
	let passed = after;
	for (const { upTo, gridMs } of spans) {
		for (let at = (Math.floor(passed / gridMs) + 1) * gridMs; at <= upTo; at += gridMs)
			if (isRecording(device, at, storyStart)) times.push(at);
		passed = Math.max(passed, upTo);
	}
	return times;
}
