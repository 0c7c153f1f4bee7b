import type { DemoDevice } from "../demo-device";
import { heardUntil, historyMs } from "../due-readings";
import type { StoryTimes } from "./episodes";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A device that nobody heard, epoch ms. `onlineAt` null: it is still silent. */
export type Silence = { offlineAt: number; afterMinutes: number; onlineAt: number | null };

/** When a device went offline and came back, oldest first. */
export function silencesOf(device: DemoDevice, times: StoryTimes): Silence[] {
	// As the backend judges it: three uploads missed, and a quarter of an hour at least.
	const afterMinutes = Math.max((3 * device.uploadIntervalSeconds) / 60, 15);
	return silentSpans(device, times).flatMap(({ from, to }) => {
		const offlineAt = from + afterMinutes * minuteMs;
		return offlineAt < (to ?? times.now) ? [{ offlineAt, afterMinutes, onlineAt: to }] : [];
	});
}

type Span = { from: number; to: number | null };

function silentSpans({ outage, ...device }: DemoDevice, { storyStart, now }: StoryTimes): Span[] {
	const heard = heardUntil({ outage, ...device }, now);
	if (heard === null) return [];
	const spans: Span[] = [];
	const everyMs = (outage?.everyDays ?? 0) * dayMs;
	for (let from = storyStart + (outage?.firstMinute ?? 0) * minuteMs; outage && from < now; from += everyMs) {
		const to = from + outage.minutes * minuteMs;
		if (from > now - 2 * historyMs && to < now) spans.push({ from, to });
		if (everyMs === 0) break;
	}
	if (device.heard !== "on time") spans.push({ from: heard, to: null });
	return spans;
}
