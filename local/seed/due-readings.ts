import type { SeedUpload } from "../../shared/local-seed";
import { slotUpTo, type UploadSlots } from "../../shared/upload-slots";
import { passedShare } from "./channel-shape";
import { channelSignal, hashOf } from "./channel-signal";
import type { DemoDevice } from "./demo-device";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
export const coarseMs = 10 * minuteMs;
const fineSpanMs = 2 * 60 * minuteMs;
export const historyMs = 30 * dayMs;
/** What is older than the month every device has: a device of long standing was set to a slower pace then. */
const slowMs = 60 * minuteMs;

/** `postedUntil` is the time of the newest reading the device has posted; null: none. All epoch ms. */
type Due = { postedUntil: number | null; now: number; storyStart: number };

/** Readings of one device on one grid: a column of values for each channel, as long as `at`. */
export type DueReadings = Pick<SeedUpload, "channels" | "at" | "values">;

/** Devices are switched on at different seconds, so they do not all upload in one. */
export function uploadSlots({ serialNumber, uploadIntervalSeconds, clockBehindMinutes }: DemoDevice): UploadSlots {
	const everyMs = uploadIntervalSeconds * 1000;
	return { everyMs, phaseMs: hashOf(serialNumber) % everyMs, clockBehindMs: clockBehindMinutes * minuteMs };
}

/** When the device was last able to send: its newest upload slot, or when it fell silent. Null: never. */
export function reportedUntil(device: DemoDevice, now: number): number | null {
	const { reported } = device;
	if (reported === "never") return null;
	if (reported !== "on time") return now - reported.minutesAgo * minuteMs;
	return slotUpTo(uploadSlots(device), now);
}

/** Whether the device records at an instant. */
export function isRecording({ outage }: DemoDevice, at: number, storyStart: number): boolean {
	return outage === null || passedShare(outage, at - storyStart) === null;
}

/**
 * What the device has recorded and not yet posted, oldest first: at first its whole history, every hour, later
 * 30 days at most; of those days every ten minutes, and of the last two hours every minute. Null: nothing.
 */
export function dueReadings(device: DemoDevice, due: Due): DueReadings | null {
	const at = dueTimes(device, due);
	if (at.length === 0) return null;
	const signals = device.channels.map((channel) => channelSignal(device, channel, due.storyStart));
	return { channels: device.channels.map(({ name }) => name), at, values: signals.map((signal) => at.map(signal)) };
}

/**
 * What is due as the backend would have received it: an upload for each UTC day, so that the history
 * counts as received day by day and not all at once.
 */
export function dueUploads(device: DemoDevice, due: Due): SeedUpload[] {
	const reported = reportedUntil(device, due.now);
	const readings = dueReadings(device, due);
	if (reported === null || !readings) return [];
	const uploads: SeedUpload[] = [];
	for (let start = 0; start < readings.at.length; ) {
		const dayEnd = (Math.floor((readings.at[start] ?? 0) / dayMs) + 1) * dayMs;
		const found = readings.at.findIndex((at) => at >= dayEnd);
		const end = found < 0 ? readings.at.length : found;
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
	const times: number[] = [];
	for (let at = (Math.floor(after / minuteMs) + 1) * minuteMs; at <= until; at += minuteMs) {
		const gridMs = at > until - historyMs ? coarseMs : slowMs;
		const isOnGrid = at > until - fineSpanMs || at % gridMs === 0;
		if (isOnGrid && isRecording(device, at, storyStart)) times.push(at);
	}
	return times;
}
