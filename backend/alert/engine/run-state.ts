import type { AlertSeverity } from "../../../shared/alert/conditions/terms";
import { idPrefixes } from "../../../shared/base/ids";
import { type Gap, type Intervals, typicalMs } from "./intervals";

/** What the engine keeps of a device between two uploads. Times are epoch ms, of readings unless named otherwise. */

export type Phase = "ok" | "pending" | "active" | "recovering";

export const phases: readonly Phase[] = ["ok", "pending", "active", "recovering"];

/** `since`: when the phase began. */
export type LevelState = { phase: Phase; since: number };

/** An event as far as the engine knows it. Values are what the rule observes. */
export type EngineEvent = {
	id: string;
	ruleId: string;
	ruleVersion: number;
	channelId: string | null;
	/** Now, and the worst it has been. */
	severity: AlertSeverity;
	worstSeverity: AlertSeverity;
	/** The first reading outside the limit, and the one at which the event opened. */
	startedAt: number;
	firedAt: number;
	firedValue: number;
	count: number;
	peak: number;
	peakAt: number;
	/** The last reading outside the limit. */
	lastAt: number;
	lastValue: number;
	/** The first reading that was back; null: open. */
	endedAt: number | null;
	/** Timed by receipt, as the device's clock was wrong. */
	isClockWrong: boolean;
	/** The longest gap it went on over, in which nothing was read; null: none. */
	unread: Unread | null;
	/** How many events of one upload are merged in this one; null: it is one event. */
	crossings: number | null;
};

/** The readings before and after, epoch ms. */
export type Unread = Pick<Gap, "from" | "to">;

/** One rule on one channel that is not ok, or whose rule must remember the last value. */
export type Run = {
	ruleId: string;
	version: number;
	channelId: string | null;
	levels: LevelState[];
	/** Since the first hit; null: none. */
	hits: Pick<EngineEvent, "startedAt" | "count" | "peak" | "peakAt" | "lastAt" | "lastValue" | "unread"> | null;
	event: Pick<EngineEvent, "id" | "severity" | "worstSeverity" | "firedAt" | "firedValue" | "isClockWrong"> | null;
	unchanged: { value: number; since: number } | null;
};

/** `newestAt`: of its readings, by their own time. */
export type PastUpload = { receivedAt: number; newestAt: number };

export type EngineState = {
	/** By channel id: the newest evaluated time. */
	frontiers: Map<string, number>;
	/** By channel id: how often it is read, by the times of its readings in order. */
	intervals: Map<string, Intervals>;
	/** How often something new is received. */
	uploadIntervals: Intervals;
	/** Since when it reads or uploads more often than was measured; null: it does not. */
	quickSince: number | null;
	/** By channel id: when a reading of it was last received. Only of channels whose silence is watched. */
	lastSeenAt: Map<string, number>;
	/** The upload before, where nothing of it was past the frontier; null: something was. */
	pastUpload: PastUpload | null;
	/** Deadlines of silence are no earlier, after an outage of ours; null: as usual. */
	silentFrom: number | null;
	isStale: boolean;
	runs: Run[];
	/** Runs were left out as nothing is known of them: their events are open in their rows alone. */
	hasLostRuns?: true;
};

export function newState(): EngineState {
	return {
		frontiers: new Map(),
		intervals: new Map(),
		uploadIntervals: [],
		quickSince: null,
		lastSeenAt: new Map(),
		pastUpload: null,
		silentFrom: null,
		isStale: false,
		runs: [],
	};
}

/** How often a rule's channel is read, ms. */
export function usualIntervalMs(
	{ intervals }: Pick<EngineState, "intervals">,
	{ channelId, settingMs }: { channelId: string | null; settingMs: number },
): number {
	return typicalMs(intervals.get(channelId ?? "") ?? [], settingMs);
}

export function newRun(
	{ ruleId, version, channelId }: Pick<Run, "ruleId" | "version" | "channelId">,
	levels: number,
): Run {
	const ok = Array.from({ length: levels }, () => ({ phase: "ok" as const, since: 0 }));
	return { ruleId, version, channelId, levels: ok, hits: null, event: null, unchanged: null };
}

export function isIdle({ levels, unchanged }: Run): boolean {
	return unchanged === null && levels.every(({ phase }) => phase === "ok");
}

/** Whether a run has an event that is not over. */
export function isOpen(run: Run): run is Run & { event: object; hits: object } {
	return run.event !== null && run.hits !== null;
}

export function eventOf(run: Run, endedAt: number | null): EngineEvent | null {
	if (!isOpen(run)) return null;
	const { hits, event } = run;
	// Field by field: where a value flutters, spreading costs several times as much.
	return {
		id: event.id,
		ruleId: run.ruleId,
		ruleVersion: run.version,
		channelId: run.channelId,
		severity: event.severity,
		worstSeverity: event.worstSeverity,
		startedAt: hits.startedAt,
		firedAt: event.firedAt,
		firedValue: event.firedValue,
		count: hits.count,
		peak: hits.peak,
		peakAt: hits.peakAt,
		lastAt: hits.lastAt,
		lastValue: hits.lastValue,
		endedAt,
		isClockWrong: event.isClockWrong,
		unread: hits.unread,
		crossings: null,
	};
}

type PackedRun = [
	...of: [ruleId: string, version: number, channel: number],
	levels: (number | null)[],
	hits: number[] | null,
	event:
		| [id: string, severity: AlertSeverity, worst: AlertSeverity, firedAt: number, firedValue: number, wrong: 0 | 1]
		| null,
	unchanged: [value: number, since: number] | null,
];

type PackedState = [
	frontiers: (number | null)[],
	runs: PackedRun[],
	flags: [past: [receivedAt: number, newestAt: number] | number, silentFrom: number | null, isStale: 0 | 1],
	received?: (number | null)[],
	intervals?: (Intervals | 0)[],
	uploadIntervals?: Intervals,
	quickSince?: number,
];

/** Channels by their position in `channelIds`. A state in which all is ok holds the frontiers only. */
export function packState(state: EngineState, channelIds: readonly string[]): string {
	const placed = (map: ReadonlyMap<string, number>, size = 1) =>
		size === 0 ? [] : channelIds.map((id) => map.get(id) ?? null);
	const packed: PackedState = [
		placed(state.frontiers),
		state.runs
			.filter((run) => !isIdle(run))
			.map((run) => packRun(run, channelIds))
			.filter(isWhole),
		[
			state.pastUpload ? [state.pastUpload.receivedAt, state.pastUpload.newestAt] : 0,
			state.silentFrom,
			state.isStale ? 1 : 0,
		],
	];
	const hasIntervals = state.intervals.size > 0 || state.uploadIntervals.length > 0;
	if (state.lastSeenAt.size > 0 || hasIntervals) packed.push(placed(state.lastSeenAt, state.lastSeenAt.size));
	if (hasIntervals)
		packed.push(
			channelIds.map((id) => state.intervals.get(id) ?? 0),
			state.uploadIntervals,
		);
	if (hasIntervals && state.quickSince !== null) packed.push(state.quickSince);
	return JSON.stringify(packed);
}

function packRun(run: Run, channelIds: readonly string[]): PackedRun {
	const { hits, event, unchanged } = run;
	return [
		run.ruleId,
		run.version,
		run.channelId === null ? -1 : channelIds.indexOf(run.channelId),
		run.levels.flatMap(({ phase, since }) => [phases.indexOf(phase), since]),
		hits && [
			...[hits.startedAt, hits.count, hits.peak, hits.peakAt, hits.lastAt, hits.lastValue],
			...(hits.unread ? [hits.unread.from, hits.unread.to] : []),
		],
		event && [
			event.id,
			event.severity,
			event.worstSeverity,
			event.firedAt,
			event.firedValue,
			event.isClockWrong ? 1 : 0,
		],
		unchanged && [unchanged.value, unchanged.since],
	];
}

/** JSON has no number that is not finite: such a run is left out, as if the rule began anew. */
function isWhole([, , , levels, hits, event, unchanged]: PackedRun): boolean {
	const numbers = [...levels, ...(hits ?? []), ...(event ?? []), ...(unchanged ?? [])];
	return numbers.every((each) => typeof each === "string" || Number.isFinite(each));
}

/** Behind the flags nothing, or no channel that is waited for, and how often things come. */
const calmFlags = /\],\[(?:0|\[\d+,-?\d+\]),null,[01]\](?:\]$|,\[\],\[)/;
const eventMark = `"${idPrefixes.alertEvent}_`;

/**
 * Whether a packed state states nothing about silence: no event, no channel that is waited for, no deadline put off. For
 * a whole fleet, of which hardly a state need then be unpacked.
 */
export function isCalm(text: string | null): boolean {
	return text === null || (calmFlags.test(text) && !text.includes(eventMark));
}

export function unpackState(text: string | null, channelIds: readonly string[]): EngineState {
	if (text === null) return newState();
	const [frontiers, runs, [past, silentFrom, isStale], ...further]: PackedState = JSON.parse(text);
	const [received = [], intervals = [], uploadIntervals = [], quickSince = null] = further;
	// Earlier releases packed what was not finite as null.
	const whole = runs.filter(isWhole);
	return {
		...(whole.length < runs.length && { hasLostRuns: true }),
		frontiers: mapOf(frontiers, channelIds),
		intervals: new Map(intervals.flatMap((own, index) => (own === 0 ? [] : [[channelIds[index] ?? "", own] as const]))),
		uploadIntervals,
		quickSince,
		lastSeenAt: mapOf(received, channelIds),
		// A number is of a state from before uploads were compared, which only counted them.
		pastUpload: typeof past === "number" ? null : { receivedAt: past[0], newestAt: past[1] },
		silentFrom,
		isStale: isStale === 1,
		runs: whole.map((run) => unpackRun(run, channelIds)),
	};
}

function mapOf(values: (number | null)[], channelIds: readonly string[]): Map<string, number> {
	return new Map(values.flatMap((value, index) => (value === null ? [] : [[channelIds[index] ?? "", value] as const])));
}

function unpackRun(packed: PackedRun, channelIds: readonly string[]): Run {
	const [ruleId, version, channel, levels, hits, event, unchanged] = packed;
	const [startedAt = 0, count = 0, peak = 0, peakAt = 0, lastAt = 0, lastValue = 0, from, to] = hits ?? [];
	const unread = from === undefined || to === undefined ? null : { from, to };
	return {
		ruleId,
		version,
		channelId: channel < 0 ? null : (channelIds[channel] ?? null),
		levels: levels.flatMap((value, index) =>
			index % 2 === 0 ? { phase: phases[value ?? 0] ?? "ok", since: levels[index + 1] ?? 0 } : [],
		),
		hits: hits && { startedAt, count, peak, peakAt, lastAt, lastValue, unread },
		event: event && {
			id: event[0],
			severity: event[1],
			worstSeverity: event[2],
			firedAt: event[3],
			firedValue: event[4],
			isClockWrong: event[5] === 1,
		},
		unchanged: unchanged && { value: unchanged[0], since: unchanged[1] },
	};
}
