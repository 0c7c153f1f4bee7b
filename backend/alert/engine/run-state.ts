import type { AlertSeverity } from "../../../shared/alert/conditions/terms";
import { idPrefixes } from "../../../shared/base/ids";
import { type Gap, type Intervals, typicalMs } from "./intervals";

/** The engine's state of a device between uploads. Times are epoch ms of readings, unless named otherwise. */

export type Phase = "ok" | "pending" | "active" | "recovering";

export const phases: readonly Phase[] = ["ok", "pending", "active", "recovering"];

export type LevelState = { phase: Phase; since: number };

/** An event as the engine knows it, with the values that the rule observes. */
export type EngineEvent = {
	id: string;
	ruleId: string;
	ruleVersion: number;
	channelId: string | null;
	severity: AlertSeverity;
	worstSeverity: AlertSeverity;
	/** The first reading outside the limit; `firedAt`: the reading that opened the event. */
	startedAt: number;
	firedAt: number;
	firedValue: number;
	count: number;
	peak: number;
	peakAt: number;
	lastAt: number;
	lastValue: number;
	/** The first reading back inside; null: open. */
	endedAt: number | null;
	/** Timed by receipt, because the device's clock was wrong. */
	isClockWrong: boolean;
	/** The longest gap without readings during the event; null: none. */
	unread: Unread | null;
	/** How many events of one upload this one merges; null: not merged. */
	crossings: number | null;
};

/** `isHeld`: the device sends changes only, so the value was taken to have stayed. */
export type Unread = Pick<Gap, "from" | "to"> & { isHeld?: true };

/** One rule on one channel that is not ok, or that must remember its last value. */
export type Run = {
	ruleId: string;
	version: number;
	channelId: string | null;
	levels: LevelState[];
	hits: Pick<EngineEvent, "startedAt" | "count" | "peak" | "peakAt" | "lastAt" | "lastValue" | "unread"> | null;
	event: Pick<EngineEvent, "id" | "severity" | "worstSeverity" | "firedAt" | "firedValue" | "isClockWrong"> | null;
	unchanged: { value: number; since: number } | null;
};

/** `newestAt`: the newest reading by its own time. */
export type PastUpload = { receivedAt: number; newestAt: number };

export type EngineState = {
	/** Newest evaluated time by channel id. */
	frontiers: Map<string, number>;
	/** Intervals of readings by channel id. */
	intervals: Map<string, Intervals>;
	uploadIntervals: Intervals;
	/** Epoch ms since which the device reads or uploads more often than measured; null: it does not. */
	quickSince: number | null;
	/** Epoch ms of the last receipt by channel id. Only channels whose silence is watched. */
	lastSeenAt: Map<string, number>;
	/** The last upload, if it had nothing past the frontier; null otherwise. */
	pastUpload: PastUpload | null;
	/** After an outage of the service, silence deadlines are no earlier than this; null: no outage. */
	silentFrom: number | null;
	isStale: boolean;
	/** The rule's channels whose last value is zero. Null: the zero was evaluated. */
	zeros: Map<string, WaitingZero | null>;
	runs: Run[];
	/** Set if unpacking dropped runs that were not finite; their events stay open in their rows. */
	hasLostRuns?: true;
};

/** A zero that waits for the reading after it, and the total before it. */
export type WaitingZero = { at: number; before: number };

/** Used in place of a rule's id in the runs of sensor faults. Their version is 0. */
export const sensorFaultId = "sensorFault";

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
		zeros: new Map(),
		runs: [],
	};
}

/** Returns the usual interval of a rule's channel, ms. */
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

export function isOpen(run: Run): run is Run & { event: object; hits: object } {
	return run.event !== null && run.hits !== null;
}

export function eventOf(run: Run, endedAt: number | null): EngineEvent | null {
	if (!isOpen(run)) return null;
	const { hits, event } = run;
	// Spreads would cost several times as much where a value flutters.
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
	quickSince?: number | null,
	zeros?: (0 | 1 | [at: number, before: number])[],
];

/** Refers to channels by position in `channelIds`. Throws if a run's channel is not in it. */
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
	if (hasIntervals && (state.quickSince !== null || state.zeros.size > 0)) packed.push(state.quickSince);
	if (hasIntervals && state.zeros.size > 0) packed.push(channelIds.map((id) => packZero(state.zeros.get(id))));
	return JSON.stringify(packed);
}

function packZero(zero: WaitingZero | null | undefined): 0 | 1 | [at: number, before: number] {
	if (zero === undefined) return 0;
	return zero === null ? 1 : [zero.at, zero.before];
}

function packRun(run: Run, channelIds: readonly string[]): PackedRun {
	const { hits, event, unchanged } = run;
	return [
		run.ruleId,
		run.version,
		run.channelId === null ? -1 : numberOrThrow(run.channelId, channelIds),
		run.levels.flatMap(({ phase, since }) => [phases.indexOf(phase), since]),
		hits && [
			...[hits.startedAt, hits.count, hits.peak, hits.peakAt, hits.lastAt, hits.lastValue],
			...(hits.unread ? [hits.unread.from, hits.unread.to, ...(hits.unread.isHeld ? [1] : [])] : []),
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

function numberOrThrow(channelId: string, channelIds: readonly string[]): number {
	const number = channelIds.indexOf(channelId);
	if (number === -1) throw new Error(`Channel ${channelId} has no number`);
	return number;
}

/** JSON cannot hold a number that is not finite: such a run is dropped, and the rule starts anew. */
function isWhole([, , , levels, hits, event, unchanged]: PackedRun): boolean {
	const numbers = [...levels, ...(hits ?? []), ...(event ?? []), ...(unchanged ?? [])];
	return numbers.every((each) => typeof each === "string" || Number.isFinite(each));
}

/** Matches flags without deferred deadline and, behind them, no channel with watched silence. */
const calmFlags = /\],\[(?:0|\[\d+,-?\d+\]),null,[01]\](?:\]$|,\[\],\[)/;
const eventMark = `"${idPrefixes.alertEvent}_`;
const faultMark = `"${sensorFaultId}"`;

/** Returns whether a packed state has no event, sensor fault, watched silence or deferred deadline. Saves unpacking it. */
export function isCalm(text: string | null): boolean {
	return text === null || (calmFlags.test(text) && !text.includes(eventMark) && !text.includes(faultMark));
}

export function unpackState(text: string | null, channelIds: readonly string[]): EngineState {
	if (text === null) return newState();
	const [frontiers, runs, [past, silentFrom, isStale], ...further]: PackedState = JSON.parse(text);
	const [received = [], intervals = [], uploadIntervals = [], quickSince = null, zeros = []] = further;
	// Earlier releases packed non-finite numbers as null.
	const whole = runs.filter((run) => isWhole(run) && run[2] < channelIds.length);
	return {
		...(whole.length < runs.length && { hasLostRuns: true }),
		frontiers: mapOf(frontiers, channelIds),
		intervals: new Map(intervals.flatMap((own, index) => (own === 0 ? [] : [[channelIds[index] ?? "", own] as const]))),
		uploadIntervals,
		quickSince,
		lastSeenAt: mapOf(received, channelIds),
		// A number is a count that earlier releases packed.
		pastUpload: typeof past === "number" ? null : { receivedAt: past[0], newestAt: past[1] },
		silentFrom,
		isStale: isStale === 1,
		zeros: new Map(
			zeros.flatMap((zero, index) => {
				if (zero === 0) return [];
				return [[channelIds[index] ?? "", zero === 1 ? null : { at: zero[0], before: zero[1] }] as const];
			}),
		),
		runs: whole.map((run) => unpackRun(run, channelIds)),
	};
}

function mapOf(values: (number | null)[], channelIds: readonly string[]): Map<string, number> {
	return new Map(values.flatMap((value, index) => (value === null ? [] : [[channelIds[index] ?? "", value] as const])));
}

function unpackRun(packed: PackedRun, channelIds: readonly string[]): Run {
	const [ruleId, version, channel, levels, hits, event, unchanged] = packed;
	const [startedAt = 0, count = 0, peak = 0, peakAt = 0, lastAt = 0, lastValue = 0, from, to, held] = hits ?? [];
	const unread: Unread | null = from === undefined || to === undefined ? null : { from, to };
	if (unread && held === 1) unread.isHeld = true;
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
