import type { SeedReading } from "../../shared/local-seed";
import type { DemoDevice } from "./demo-devices";
import { readingValue } from "./reading-value";

const minuteMs = 60_000;
const coarseMs = 5 * minuteMs;
const fineSpanMs = 2 * 60 * minuteMs;
const historyMs = 24 * 60 * minuteMs;

/** `postedUntil` is the time of the newest reading the device has posted; null: none. All epoch ms. */
type Due = { postedUntil: number | null; now: number };

/** When the device was last able to send. */
export function heardUntil({ stoppedMinutesAgo }: DemoDevice, now: number): number {
	return stoppedMinutesAgo === null ? now : now - stoppedMinutesAgo * minuteMs;
}

/**
 * What the device has recorded and not yet posted, oldest first: a day at most, every five minutes,
 * and every minute of the last two hours.
 */
export function dueReadings(device: DemoDevice, { postedUntil, now }: Due): SeedReading[] {
	return dueTimes(device, { postedUntil, now }).flatMap((at) =>
		device.channels.map((channel) => ({ channel: channel.name, at, value: readingValue(device, channel, at) })),
	);
}

function dueTimes(device: DemoDevice, { postedUntil, now }: Due): number[] {
	const until = heardUntil(device, now);
	const after = Math.max(postedUntil ?? 0, until - historyMs);
	const times: number[] = [];
	for (let at = (Math.floor(after / minuteMs) + 1) * minuteMs; at <= until; at += minuteMs) {
		const isOnGrid = at > until - fineSpanMs || at % coarseMs === 0;
		if (isOnGrid && !isInGap(device, at, now)) times.push(at);
	}
	return times;
}

function isInGap({ gap }: DemoDevice, at: number, now: number): boolean {
	return gap !== null && at > now - gap.fromMinutesAgo * minuteMs && at < now - gap.toMinutesAgo * minuteMs;
}
