import { dayMs, minuteMs } from "../../../shared/base/durations";
import type { DemoDevice } from "../demo-device";
import { historyMs, reportedUntil } from "../due-readings";

export type StoryTimes = { storyStart: number; now: number };

export type Silence = { offlineAt: number; afterMinutes: number; onlineAt: number | null };

export function silencesOf(device: DemoDevice, times: StoryTimes): Silence[] {
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
