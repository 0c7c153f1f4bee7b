import type { AlertSeverity } from "../../../shared/alert/conditions/terms";
import { tolerableAheadMs } from "../../../shared/device/clock-drift";
import { typicalMs } from "./intervals";
import type { Sample } from "./observe";
import { type EngineState, eventOf, newRun, type Run, sensorFaultId } from "./run-state";
import type { EventChange } from "./step-run";

const intervalsToWait = 3;
const goodToEnd = 3;

export type FaultRule = {
	severity: AlertSeverity;
	settingMs: number;
	isOpenAt: ((at: number) => boolean) | null;
};

export type FaultRuleOf = (channelId: string) => FaultRule | null;

type Upload = {
	receivedAt: number;
	doubtful: ReadonlyMap<string, readonly Sample[]>;
	inOrder: ReadonlyMap<string, readonly Sample[]>;
};

type Parts = { faultRuleOf: FaultRuleOf; newEventId: () => string };

type Seen = Sample & { isDoubtful: boolean; isClockWrong: boolean };

/** Moves the runs of sensor faults by an upload, in place. Call before its frontiers are stored. */
export function seeFaults(state: EngineState, upload: Upload, parts: Parts): EventChange[] {
	const channelIds = new Set(upload.doubtful.keys());
	for (const run of state.runs)
		if (run.ruleId === sensorFaultId && run.channelId !== null) channelIds.add(run.channelId);
	return [...channelIds].flatMap((channelId) => {
		const changes: EventChange[] = [];
		for (const seen of seenOf(state, channelId, upload)) {
			const change = seen.isDoubtful
				? seeDoubtful(state, channelId, { seen, receivedAt: upload.receivedAt, parts })
				: seeGood(state, channelId, seen);
			if (change) changes.push(change);
		}
		return joined(changes);
	});
}

/** Good and doubtful readings by time. Doubtful ones behind newer readings count no more; those ahead count at receipt. */
function seenOf(state: EngineState, channelId: string, { receivedAt, doubtful, inOrder }: Upload): Seen[] {
	const newest = Math.max(
		state.frontiers.get(channelId) ?? Number.NEGATIVE_INFINITY,
		faultRunOf(state, channelId)?.hits?.lastAt ?? Number.NEGATIVE_INFINITY,
	);
	const wrong = (doubtful.get(channelId) ?? []).flatMap(({ at, value }): Seen[] => {
		const isClockWrong = at > receivedAt + tolerableAheadMs;
		return at > newest ? [{ at: isClockWrong ? receivedAt : at, value, isDoubtful: true, isClockWrong }] : [];
	});
	const good = (inOrder.get(channelId) ?? []).map((sample): Seen => {
		return { ...sample, isDoubtful: false, isClockWrong: false };
	});
	return [...wrong, ...good].sort((one, other) => one.at - other.at);
}

function faultRunOf({ runs }: EngineState, channelId: string): Run | undefined {
	return runs.find((run) => run.ruleId === sensorFaultId && run.channelId === channelId);
}

type Doubtful = { seen: Seen; receivedAt: number; parts: Parts };

function seeDoubtful(state: EngineState, channelId: string, { seen, receivedAt, parts }: Doubtful): EventChange | null {
	const rule = parts.faultRuleOf(channelId);
	const known = faultRunOf(state, channelId);
	if (!rule && !known) return null;
	const run = known ?? newRun({ ruleId: sensorFaultId, version: 0, channelId }, 1);
	if (!known) state.runs.push(run);
	const { at, value } = seen;
	const count = (run.hits?.count ?? 0) + 1;
	const startedAt = run.hits?.startedAt ?? at;
	run.hits = { startedAt, count, peak: value, peakAt: at, lastAt: at, lastValue: value, unread: null };
	run.unchanged = null;
	if (run.event || !rule) return null;
	if (count > 1) return open(run, rule, { at, isClockWrong: seen.isClockWrong, parts });
	const readMs = typicalMs(state.intervals.get(channelId) ?? [], rule.settingMs);
	const waitMs = intervalsToWait * Math.max(readMs, typicalMs(state.uploadIntervals, 0));
	run.levels = [{ phase: "pending", since: receivedAt + waitMs }];
	return null;
}

type Opening = { at: number; isClockWrong: boolean; parts: Pick<Parts, "newEventId"> };

function open(run: Run, rule: FaultRule, { at, isClockWrong, parts }: Opening): EventChange | null {
	if (rule.isOpenAt && !rule.isOpenAt(at)) return null;
	const { severity } = rule;
	const firedValue = run.hits?.lastValue ?? 0;
	run.levels = [{ phase: "active", since: at }];
	run.event = { id: parts.newEventId(), severity, worstSeverity: severity, firedAt: at, firedValue, isClockWrong };
	const event = eventOf(run, null);
	return event && { event, kind: "opened", isNew: true };
}

function seeGood(state: EngineState, channelId: string, { at }: Seen): EventChange | null {
	const run = faultRunOf(state, channelId);
	if (!run) return null;
	const good = (run.unchanged?.value ?? 0) + 1;
	run.unchanged = { value: good, since: run.unchanged?.since ?? at };
	if (run.event && good < goodToEnd) return null;
	state.runs = state.runs.filter((one) => one !== run);
	const event = eventOf(run, at);
	return event && { event, kind: "ended", isNew: false };
}

function joined(changes: EventChange[]): EventChange[] {
	const byEvent = new Map<string, EventChange>();
	for (const change of changes) {
		const before = byEvent.get(change.event.id);
		byEvent.set(change.event.id, before ? { ...change, isNew: before.isNew } : change);
	}
	return [...byEvent.values()];
}

/** Channels whose single doubtful reading opens an event at `at` (epoch ms), as none followed. */
export function faultDeadlines({ runs }: EngineState): { at: number; channelId: string }[] {
	return runs.flatMap(({ ruleId, channelId, levels, event }) => {
		const [level] = levels;
		if (ruleId !== sensorFaultId || channelId === null || event !== null || level?.phase !== "pending") return [];
		return level.since === waitsForNext ? [] : [{ at: level.since, channelId }];
	});
}

const waitsForNext = 0;

export function passFaultDeadline(
	state: EngineState,
	channelId: string,
	{ at, faultRuleOf, newEventId }: { at: number } & Parts,
): EventChange | null {
	const run = faultRunOf(state, channelId);
	if (!run) return null;
	run.levels = [{ phase: "pending", since: waitsForNext }];
	const rule = faultRuleOf(channelId);
	return rule && open(run, rule, { at, isClockWrong: false, parts: { newEventId } });
}
