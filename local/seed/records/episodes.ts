import { channelSignal } from "../channel-signal";
import type { DemoChannel, DemoDevice } from "../demo-device";
import { coarseMs, historyMs, isRecording, reportedUntil } from "../due-readings";

const minuteMs = 60_000;

/** A period outside a limit, epoch ms. `endedAt` null: it continues. */
export type Episode = { startedAt: number; firedAt: number; endedAt: number | null; worst: number };

export type Limit = {
	channel: string;
	above?: number;
	below?: number;
	minutes: number;
};

export type StoryTimes = { storyStart: number; now: number };

/** Oldest first. Uses posted readings of the ten-minute grid only, so that a later run finds the same episodes. */
export function episodesOf(device: DemoDevice, limit: Limit, times: StoryTimes): Episode[] {
	const channel = device.channels.find(({ name }) => name === limit.channel);
	const reported = reportedUntil(device, times.now);
	if (!channel || reported === null) return [];
	const episodes: Episode[] = [];
	let current: Episode | null = null;
	let isFirst = true;
	for (const [at, value] of postedValues(device, channel, { ...times, now: reported })) {
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
	return episodes.filter(({ firedAt, endedAt }) => firedAt < (endedAt ?? reported));
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

const dayMs = 24 * 60 * minuteMs;

/** Epoch ms. `onlineAt` null: still offline. */
export type Silence = { offlineAt: number; afterMinutes: number; onlineAt: number | null };

export function silencesOf(device: DemoDevice, times: StoryTimes): Silence[] {
	// The backend's rule: three missed uploads, at least 15 minutes.
	const afterMinutes = Math.max((3 * device.uploadIntervalSeconds) / 60, 15);
	return silentSpans(device, times).flatMap(({ from, to }) => {
		const offlineAt = from + afterMinutes * minuteMs;
		return offlineAt < (to ?? times.now) ? [{ offlineAt, afterMinutes, onlineAt: to }] : [];
	});
}

type Span = { from: number; to: number | null };

function silentSpans({ outage, ...device }: DemoDevice, { storyStart, now }: StoryTimes): Span[] {
	const reported = reportedUntil({ outage, ...device }, now);
	if (reported === null) return [];
	const spans: Span[] = [];
	const everyMs = (outage?.everyDays ?? 0) * dayMs;
	for (let from = storyStart + (outage?.firstMinute ?? 0) * minuteMs; outage && from < now; from += everyMs) {
		const to = from + outage.minutes * minuteMs;
		if (from > now - 2 * historyMs && to < now) spans.push({ from, to });
		if (everyMs === 0) break;
	}
	if (device.reported !== "on time") spans.push({ from: reported, to: null });
	return spans;
}
