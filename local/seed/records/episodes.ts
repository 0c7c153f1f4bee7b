import type { DemoChannel, DemoDevice } from "../demo-device";
import { coarseMs, heardUntil, historyMs, isRecording } from "../due-readings";
import { channelSignal } from "../signal/channel-signal";

const minuteMs = 60_000;

/** A stretch on the wrong side of a limit, epoch ms. `endedAt` null: it goes on. */
export type Episode = { startedAt: number; firedAt: number; endedAt: number | null; worst: number };

export type Limit = {
	channel: string;
	above?: number;
	below?: number;
	/** How long it must last to count. */
	minutes: number;
};

export type StoryTimes = { storyStart: number; now: number };

/**
 * When a device was beyond a limit, oldest first, by the readings it has posted: those of the
 * ten-minute grid, so that a later look finds the same.
 */
export function episodesOf(device: DemoDevice, limit: Limit, times: StoryTimes): Episode[] {
	const channel = device.channels.find(({ name }) => name === limit.channel);
	const heard = heardUntil(device, times.now);
	if (!channel || heard === null) return [];
	const episodes: Episode[] = [];
	let current: Episode | null = null;
	let isFirst = true;
	for (const [at, value] of postedValues(device, channel, { ...times, now: heard })) {
		if (!isBeyond(limit, value)) {
			if (current) current.endedAt = at;
			current = null;
			isFirst = false;
		} else if (current) {
			current.worst = limit.above === undefined ? Math.min(current.worst, value) : Math.max(current.worst, value);
		} else if (!isFirst) {
			current = { startedAt: at, firedAt: at + limit.minutes * minuteMs, endedAt: null, worst: value };
			episodes.push(current);
		}
	}
	return episodes.filter(({ firedAt, endedAt }) => firedAt < (endedAt ?? heard));
}

function isBeyond({ above, below }: Limit, value: number): boolean {
	return (above !== undefined && value > above) || (below !== undefined && value < below);
}

function* postedValues(device: DemoDevice, channel: DemoChannel, { storyStart, now }: StoryTimes) {
	const signal = channelSignal(device, channel, storyStart);
	const from = Math.max(storyStart - historyMs, now - 2 * historyMs);
	for (
		let at = Math.ceil(from / coarseMs) * coarseMs;
		at <= now - device.clockBehindMinutes * minuteMs;
		at += coarseMs
	) {
		if (isRecording(device, at, storyStart)) yield [at, signal(at)] as const;
	}
}
