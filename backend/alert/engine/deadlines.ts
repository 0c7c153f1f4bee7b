import { minuteMs } from "../../../shared/base/durations";
import { appendAll, smallestOf } from "../../../shared/base/lists";
import { isRunOf, runOf } from "./evaluate-upload";
import { type EngineState, isOpen } from "./run-state";
import { type EventChange, stepRun } from "./step-run";
import type { Watched } from "./watched-rule";

/** A later alarm means that we were away, not the device. */
export const lateAlarmMs = 2 * minuteMs;

const longestShiftMinutes = 8 * 24 * 60;

/** Of one device; times are epoch ms. */
export type DeviceSilence = {
	watched: readonly Watched[];
	/** Null: never; then nothing is expected. */
	lastReceivedAt: number | null;
	offlineAfterMs: number;
	uploadIntervalMs: number;
};

/** When the engine must look at a device without an upload; null: never. */
export function nextDeadline(state: EngineState, device: DeviceSilence): number | null {
	const times = deadlinesOf(state, device).map(({ at }) => at);
	return times.length === 0 ? null : smallestOf(times);
}

type Deadline = { at: number; watched: Watched | null };

/** `watched` null: the device's open events go stale. */
function deadlinesOf(state: EngineState, { watched, lastReceivedAt, offlineAfterMs }: DeviceSilence): Deadline[] {
	if (lastReceivedAt === null) return [];
	const deadlines = watched.flatMap((rule): Deadline[] => {
		if (rule.observed.of !== "silence" || isSilent(state, rule)) return [];
		const lastSeenAt = rule.channelId === null ? lastReceivedAt : state.lastSeenAt.get(rule.channelId);
		if (lastSeenAt === undefined) return [];
		const at = Math.max(lastSeenAt + rule.observed.afterMs, state.silentFrom ?? 0);
		return openFrom(rule, at).map((opens) => ({ at: opens, watched: rule }));
	});
	const mayBeStale = !state.isStale && state.runs.some((run) => isOpen(run) && !isSilence(watched, run));
	return mayBeStale ? [...deadlines, { at: lastReceivedAt + offlineAfterMs, watched: null }] : deadlines;
}

function isSilence(watched: readonly Watched[], run: EngineState["runs"][number]): boolean {
	return watched.some((rule) => rule.ruleId === run.ruleId && rule.observed.of === "silence");
}

function isSilent({ runs }: EngineState, { ruleId, version, channelId }: Watched): boolean {
	return runs.some((run) => isRunOf(run, { ruleId, version, channelId }) && isOpen(run));
}

/** Within the rule's hours; none where they never come within eight days. */
function openFrom({ isOpenAt }: Watched, at: number): number[] {
	if (!isOpenAt || isOpenAt(at)) return [at];
	const start = Math.ceil(at / minuteMs);
	for (let minute = start; minute < start + longestShiftMinutes; minute += 1) {
		if (isOpenAt(minute * minuteMs)) return [minute * minuteMs];
	}
	return [];
}

export type PassedDeadline = { state: EngineState; changes: EventChange[]; isNewlyStale: boolean };

type Passing = {
	now: number;
	/** When the alarm met the deadline, before other devices had their turn; as a rule now. */
	foundAt?: number;
	newEventId: () => string;
};

/**
 * Passes what is due at `now`. A deadline that was met later than `lateAlarmMs` starts again, an upload interval from
 * now: the alarm was away then.
 */
export function passDeadlines(
	before: EngineState,
	device: DeviceSilence,
	{ now, foundAt = now, newEventId }: Passing,
): PassedDeadline {
	const state = structuredClone(before);
	const due = deadlinesOf(state, device).filter(({ at }) => at <= now);
	const changes: EventChange[] = [];
	const silences = due.flatMap(({ at, watched }) => (watched ? [{ at, watched }] : []));
	const isNewlyStale = due.some(({ watched }) => watched === null);
	if (isNewlyStale) state.isStale = true;
	if (silences.some(({ at }) => foundAt - at > lateAlarmMs)) {
		state.silentFrom = now + device.uploadIntervalMs;
		return { state, changes, isNewlyStale };
	}
	for (const { at, watched } of silences) {
		const lastSeenAt = watched.channelId === null ? device.lastReceivedAt : state.lastSeenAt.get(watched.channelId);
		const since = lastSeenAt ?? at;
		const observation = { at, since, observed: (at - since) / 1000, isClockWrong: false };
		appendAll(
			changes,
			stepRun(runOf(state, watched), { ...watched, forMs: 0, isOpenAt: null }, { observation, newEventId }),
		);
	}
	return { state, changes, isNewlyStale };
}
