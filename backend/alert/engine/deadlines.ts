import { minuteMs } from "../../../shared/base/durations";
import { appendAll, smallestOf } from "../../../shared/base/lists";
import { isRunOf, runOf } from "./evaluate-upload";
import { type EngineState, isOpen } from "./run-state";
import { type FaultRuleOf, faultDeadlines, passFaultDeadline } from "./sensor-faults";
import { type EventChange, stepRun } from "./step-run";
import type { Watched } from "./watched-rule";

/** An alarm that runs later than this counts as an outage of the service, not of the device. */
export const lateAlarmMs = 2 * minuteMs;

const longestShiftMinutes = 8 * 24 * 60;

/** One device; times are epoch ms. */
export type DeviceSilence = {
	watched: readonly Watched[];
	/** Null if the device never uploaded; it then has no deadline. */
	lastReceivedAt: number | null;
	offlineAfterMs: number;
	uploadIntervalMs: number;
	faultRuleOf?: FaultRuleOf;
};

/** Returns the next epoch ms at which the engine must check a device without an upload; null if there is none. */
export function nextDeadline(state: EngineState, device: DeviceSilence): number | null {
	const times = [...deadlinesOf(state, device), ...faultDeadlines(state)].map(({ at }) => at);
	return times.length === 0 ? null : smallestOf(times);
}

type Deadline = { at: number; watched: Watched | null };

/** `watched` is null where the device's open events become stale. */
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

/** Returns the first time from `at` within the rule's hours; empty if none comes within eight days. */
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
	/** Epoch ms at which the alarm found the deadline, before other devices were processed. Default: `now`. */
	foundAt?: number;
	newEventId: () => string;
};

/** Changes a copy of the state. A late alarm postpones silence by at least one upload interval from now. */
export function passDeadlines(
	before: EngineState,
	device: DeviceSilence,
	{ now, foundAt = now, newEventId }: Passing,
): PassedDeadline {
	const state = structuredClone(before);
	const due = deadlinesOf(state, device).filter(({ at }) => at <= now);
	const changes: EventChange[] = [];
	for (const { at, channelId } of faultDeadlines(state)) {
		if (at > now) continue;
		const { faultRuleOf = () => null } = device;
		const change = passFaultDeadline(state, channelId, { at, faultRuleOf, newEventId });
		if (change) changes.push(change);
	}
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
