import { dayMs, hourMs } from "../../../shared/base/durations";
import { appendAll, largestOf } from "../../../shared/base/lists";
import { positionFrom } from "../../../shared/base/sorted";
import { tolerableAheadMs } from "../../../shared/device/clock-drift";
import {
	type Gap,
	gapBetween,
	type Intervals,
	intervalsOf,
	knownTypicalMs,
	typicalMs,
	withInterval,
} from "./intervals";
import { isMeasured, lookbackOf, type ObservedReadings, type Sample } from "./observe";
import { type EngineState, isIdle, newRun, type PastUpload, type Run, sensorFaultId } from "./run-state";
import {
	counterBefore,
	type History,
	type LastZero,
	storedWithoutZeros,
	totalsOf,
	withoutSingleZeros,
} from "./running-totals";
import { type FaultRuleOf, seeFaults } from "./sensor-faults";
import { type EventChange, holdUntil, passGap, passHeld, stepRun } from "./step-run";
import { createUploadEvents, type UploadEvents } from "./upload-events";
import type { Watched } from "./watched-rule";

/** Tolerated difference between a clock's progress and the receipts', as a share of the latter. */
const tolerableRate = 0.5;

/** The new readings of one device's upload, calibrated, by channel id, in any order. */
export type UploadReadings = {
	/** Epoch ms. */
	receivedAt: number;
	/** Epoch ms of the receipt before. Null or absent: no receipt before, or the upload interval is not measured. */
	receivedBefore?: number | null;
	channels: ReadonlyMap<string, readonly Sample[]>;
	/** Values of derived channels that the upload decides. They say nothing of the device's clock and intervals. */
	derived?: ReadonlyMap<string, readonly Sample[]>;
	/** Readings that count for the sensor fault of their channel alone. Absent: none. */
	doubtful?: ReadonlyMap<string, readonly Sample[]>;
	/** If several uploads are evaluated as one: the last reading time of each, by channel id, epoch ms. */
	lastTimes?: ReadonlyMap<string, readonly number[]>;
};

export type EngineParts = {
	watched: readonly Watched[];
	/** Returns stored samples of a channel with `from <= at < to`, by time, without this upload's samples. */
	history: History;
	newEventId(): string;
	faultRuleOf?: FaultRuleOf;
	/** Merges no events: the caller evaluates in pieces and bounds the whole. */
	isPiece?: true;
};

/** `behind`: the span of readings before the frontier, to be evaluated separately; epoch ms, both ends included. */
export type Evaluation = {
	state: EngineState;
	changes: EventChange[];
	behind: { from: number; to: number } | null;
	isClockWrong: boolean;
};

/** Changes a copy of the state. Readings too far ahead or of a reset clock count as read at receipt. */
export function evaluateUpload(parts: EngineParts, before: EngineState, upload: UploadReadings): Evaluation {
	return evaluateInPlace(parts, structuredClone(before), upload);
}

/** Like `evaluateUpload`, but changes `state`: for callers that evaluate thousands of uploads. */
export function evaluateInPlace(parts: EngineParts, state: EngineState, upload: UploadReadings): Evaluation {
	const split = splitByFrontier(state, upload);
	const trends = trendsOf(parts, state);
	const life = lifeOf(parts, state, { split, upload });
	const rhythms = rhythmsOf(parts, state, life);
	const changes: EventChange[] = [];
	const isReceived = [...upload.channels.values()].some((samples) => samples.length > 0);
	for (const watched of parts.watched) {
		const { observed, channelId } = watched;
		const events = createUploadEvents(watched, parts.isPiece && Number.POSITIVE_INFINITY);
		if (observed.of === "silence") for (const change of endSilence(state, watched, upload)) events.add(change);
		else if (observed.of === "clock") {
			const seen = { watched, upload, wrongByMs: split.wrongByMs };
			if (isReceived) for (const change of seeClock(parts, state, seen)) events.add(change);
		} else if (channelId !== null) {
			const samples = split.inOrder.get(channelId);
			const cuts = upload.lastTimes?.get(channelId) ?? [];
			if (samples && samples.length > 0)
				evaluateSamples(parts, state, { watched, observed, samples, cuts, split, trends, rhythms, events });
		}
		appendAll(changes, events.all());
	}
	if (life) for (const change of holdAll(parts, state, life)) changes.push(change);
	const { faultRuleOf } = parts;
	const newEventId = () => parts.newEventId();
	const { doubtful = new Map(), receivedAt } = upload;
	if (faultRuleOf)
		appendAll(changes, seeFaults(state, { receivedAt, doubtful, inOrder: split.inOrder }, { faultRuleOf, newEventId }));
	rememberIntervals(state, { upload, split, rhythms });
	rememberZeros(state, parts.watched, trends);
	for (const [channelId, samples] of split.inOrder) {
		const last = samples.at(-1);
		if (last) state.frontiers.set(channelId, Math.max(last.at, state.frontiers.get(channelId) ?? last.at));
	}
	if (isReceived) state.pastUpload = split.past;
	state.silentFrom = null;
	state.isStale = false;
	forgetUnwatched(state, parts.watched);
	return { state, changes, behind: split.behind, isClockWrong: split.isClockWrong };
}

function forgetUnwatched(state: EngineState, watched: readonly Watched[]): void {
	// An event of a rule that no longer watches is ended by the change that caused it, not here.
	const isKept = (run: Run) =>
		run.event !== null || run.ruleId === sensorFaultId || watched.some((rule) => isRunOf(run, rule));
	state.runs = state.runs.filter((run) => !isIdle(run) && isKept(run));
	if (state.lastSeenAt.size === 0) return;
	const silent = new Set(watched.flatMap(({ observed, channelId }) => (observed.of === "silence" ? channelId : [])));
	for (const channelId of [...state.lastSeenAt.keys()]) if (!silent.has(channelId)) state.lastSeenAt.delete(channelId);
}

const noSamples: ReadonlyMap<string, readonly Sample[]> = new Map();

type Split = {
	inOrder: Map<string, Sample[]>;
	behind: { from: number; to: number } | null;
	past: PastUpload | null;
	isClockWrong: boolean;
	wrongByMs: number;
};

function splitByFrontier(state: EngineState, upload: UploadReadings): Split {
	const { receivedAt, channels, derived = noSamples } = upload;
	const bound = receivedAt + tolerableAheadMs;
	const past = pastUploadOf(state, upload);
	const isReset = past !== null && state.pastUpload !== null && isSameClock(state.pastUpload, past);
	const split: Split = { inOrder: new Map(), behind: null, past, isClockWrong: isReset, wrongByMs: 0 };
	let newest = Number.NEGATIVE_INFINITY;
	for (const [channelId, samples] of [...channels, ...derived]) {
		const frontier = state.frontiers.get(channelId) ?? Number.NEGATIVE_INFINITY;
		const inOrder: Sample[] = [];
		// Times never decrease, even if a clock jumps within an upload.
		let reached = frontier;
		for (const sample of samples.filter(isMeasured).sort((one, other) => one.at - other.at)) {
			newest = Math.max(newest, sample.at);
			if (isReset || sample.at > bound) {
				split.isClockWrong = true;
				reached = Math.max(receivedAt, reached);
				inOrder.push({ at: reached, value: sample.value });
			} else if (sample.at > frontier) {
				reached = sample.at;
				inOrder.push(sample);
			} else split.behind = widened(split.behind, sample.at);
		}
		split.inOrder.set(channelId, inOrder);
	}
	if (split.isClockWrong) split.wrongByMs = Math.abs(newest - receivedAt);
	return split;
}

function pastUploadOf({ frontiers }: EngineState, { receivedAt, channels }: UploadReadings): PastUpload | null {
	let newestAt = Number.NEGATIVE_INFINITY;
	for (const [channelId, samples] of channels) {
		const frontier = frontiers.get(channelId) ?? Number.NEGATIVE_INFINITY;
		for (const { at } of samples) {
			if (at > frontier) return null;
			newestAt = Math.max(newestAt, at);
		}
	}
	return { receivedAt, newestAt };
}

/** Returns whether two past uploads come from one reset clock: its times advance as the receipts do. */
function isSameClock(before: PastUpload, { receivedAt, newestAt }: PastUpload): boolean {
	const passedMs = receivedAt - before.receivedAt;
	const movedMs = newestAt - before.newestAt;
	return passedMs > 0 && Math.abs(movedMs - passedMs) <= passedMs * tolerableRate;
}

function widened(span: { from: number; to: number } | null, at: number): { from: number; to: number } {
	return span ? { from: Math.min(span.from, at), to: Math.max(span.to, at) } : { from: at, to: at };
}

/** Holds for each reading the gap before it or null, and the channel's usual interval at it (ms). */
type Rhythm = { gaps: (Gap | null)[]; held: (Gap | null)[]; usualMs: number[]; intervals: Intervals };

type Rhythms = (channelId: string, samples: readonly Sample[], settingMs: number) => Rhythm;

function rhythmsOf(parts: Pick<EngineParts, "history">, state: EngineState, life: Life | null): Rhythms {
	const known = new Map<string, Rhythm>();
	return (channelId, samples, settingMs) => {
		const found = known.get(channelId);
		if (found) return found;
		const rhythm: Rhythm = { gaps: [], held: [], usualMs: [], intervals: intervalsBefore(parts, state, channelId) };
		let previousAt = state.frontiers.get(channelId) ?? null;
		let usualMs = typicalMs(rhythm.intervals, settingMs);
		for (const { at } of samples) {
			const pause = previousAt === null ? null : gapBetween(previousAt, at, usualMs);
			const unknown = pause && life ? life.unknownBefore(at) : null;
			rhythm.gaps.push(life ? unknown : pause);
			rhythm.held.push(life && pause && !unknown ? pause : null);
			rhythm.usualMs.push(usualMs);
			const before = rhythm.intervals;
			if (previousAt !== null) rhythm.intervals = withInterval(before, at - previousAt);
			if (rhythm.intervals !== before) usualMs = typicalMs(rhythm.intervals, settingMs);
			previousAt = at;
		}
		known.set(channelId, rhythm);
		return rhythm;
	};
}

/** Spans of stored readings to search, in turn, while a channel's interval is unknown. */
const lookedBackMs = [1, 24, 8 * 24].map((hours) => hours * hourMs);

function intervalsBefore({ history }: Pick<EngineParts, "history">, state: EngineState, channelId: string): Intervals {
	const known = state.intervals.get(channelId);
	const frontier = state.frontiers.get(channelId);
	if (known || frontier === undefined) return known ?? [];
	let intervals: Intervals = [];
	for (const backMs of lookedBackMs) {
		const samples = history(channelId, frontier - backMs, frontier + 1);
		intervals = intervalsOf(samples);
		if (knownTypicalMs(intervals) !== null) break;
	}
	return intervals;
}

type Life = {
	lastAt: number | null;
	/** The time before a reading in which nothing is known: the one before has held long enough. Null: none. */
	unknownBefore(at: number): Gap | null;
};

function lifeOf(
	{ watched }: Pick<EngineParts, "watched">,
	{ frontiers }: EngineState,
	{ split, upload }: { split: Split; upload: UploadReadings },
): Life | null {
	const holdsMs = watched[0]?.holdsMs ?? null;
	if (holdsMs === null) return null;
	const inOrder = [...split.inOrder.values(), ...(upload.doubtful?.values() ?? [])];
	const times = inOrder.flatMap((samples) => samples.map(({ at }) => at)).sort((one, other) => one - other);
	const before = largestOf([...frontiers.values()]);
	const lastBefore = (at: number) => Math.max(before, times[positionFrom(times, at) - 1] ?? before);
	return {
		lastAt: times.at(-1) ?? null,
		unknownBefore(at) {
			const from = lastBefore(at);
			return at - from > holdsMs ? { from, to: at, isLong: at - from > dayMs } : null;
		},
	};
}

/** Values hold until the device's last sign of life, though their channel sent nothing. */
function holdAll(parts: EngineParts, state: EngineState, { lastAt, unknownBefore }: Life): EventChange[] {
	if (lastAt === null || unknownBefore(lastAt)) return [];
	const newEventId = () => parts.newEventId();
	return parts.watched.flatMap((watched) => {
		const run = findRun(state, watched);
		const isOfValue = watched.observed.of === "readings" && watched.observed.lookbackMs === 0;
		return run && isOfValue ? holdUntil(run, watched, { at: lastAt, newEventId }) : [];
	});
}

type Received = { upload: UploadReadings; split: Split; rhythms: Rhythms };

function rememberIntervals(state: EngineState, { upload, split, rhythms }: Received): void {
	const { receivedAt, receivedBefore = null } = upload;
	let isNew = false;
	for (const [channelId, samples] of split.inOrder) {
		if (samples.length === 0) continue;
		isNew ||= upload.channels.has(channelId);
		state.intervals.set(channelId, rhythms(channelId, samples, 0).intervals);
	}
	if (isNew && receivedBefore !== null)
		state.uploadIntervals = withInterval(state.uploadIntervals, receivedAt - receivedBefore);
}

type Evaluated = {
	watched: Watched;
	observed: ObservedReadings;
	samples: Sample[];
	cuts: readonly number[];
	split: Pick<Split, "isClockWrong">;
	trends: Trends;
	rhythms: Rhythms;
	events: UploadEvents;
};

function evaluateSamples(
	parts: EngineParts,
	state: EngineState,
	{ watched, observed, samples, cuts, split, trends, rhythms, events }: Evaluated,
): void {
	const channelId = watched.channelId ?? "";
	const { settingMs } = watched;
	const { kept, before } = trends.of(channelId, samples);
	const trend = observed.lookbackMs > 0 ? before() : kept;
	const known = trend.length - kept.length;
	const { gaps, held, usualMs } = rhythms(channelId, samples, settingMs);
	const run = runOf(state, watched);
	const newEventId = () => events.freeId() ?? parts.newEventId();
	let passed = 0;
	let next = 0;
	for (const [index, sample] of samples.entries()) {
		for (; sample.at > (cuts[passed] ?? Number.POSITIVE_INFINITY); passed += 1) events.cut();
		// A zero that waited comes before the first sample; its gap was passed when it was read.
		for (let one = kept[next]; one && one.at < sample.at; one = kept[next]) see(one, next++, usualMs[index]);
		const gap = gaps[index];
		if (gap) passGap(run, gap);
		const pause = held[index];
		if (pause) passHeld(run, pause);
		if (watched.holdsMs !== null && !gap && observed.lookbackMs === 0)
			for (const change of holdUntil(run, watched, { at: sample.at, newEventId })) events.add(change);
		if (kept[next] === sample) see(sample, next++, usualMs[index]);
	}

	function see({ at }: Sample, position: number, usual = settingMs): void {
		const seen = observed.see({ samples: trend, place: known + position, usualMs: usual }, run);
		if (seen === null) return;
		const observation = { at, observed: seen, isClockWrong: split.isClockWrong };
		for (const change of stepRun(run, watched, { observation, newEventId })) events.add(change);
	}
}

/** `kept`: the samples to evaluate. `before`: with those before that the channel's longest window needs. */
type ChannelTrend = { kept: readonly Sample[]; last: LastZero; before(): readonly Sample[] };

type Trends = {
	of(channelId: string, samples: readonly Sample[]): ChannelTrend;
	read: ReadonlyMap<string, ChannelTrend>;
};

function trendsOf({ watched, history }: EngineParts, { zeros }: EngineState): Trends {
	const read = new Map<string, ChannelTrend>();
	return {
		read,
		of(channelId, samples) {
			const found = read.get(channelId);
			if (found) return found;
			const trend = trendOf(samples, { channelId, last: zeros.get(channelId) });
			read.set(channelId, trend);
			return trend;
		},
	};

	function trendOf(
		samples: readonly Sample[],
		{ channelId, last }: { channelId: string; last: LastZero },
	): ChannelTrend {
		const firstAt = samples[0]?.at ?? 0;
		const isCounter = watched.some((rule) => rule.channelId === channelId && rule.isCounter);
		const totalBefore = (isCounter ? counterBefore : totalsOf)((id, from, to) => {
			const stored = from < firstAt ? history(id, from, Math.min(to, firstAt)).filter(isMeasured) : [];
			return [...stored, ...samples.filter(({ at }) => at >= from && at < to)];
		}, channelId);
		const { kept, last: lastNow } = withoutSingleZeros({ samples, last, totalBefore });
		let whole: readonly Sample[] | null = null;
		return {
			kept,
			last: lastNow,
			before() {
				if (whole) return whole;
				const ofChannel = watched.filter((rule) => rule.channelId === channelId);
				const lookbackMs = largestOf(ofChannel.map(({ observed }) => lookbackOf(observed)));
				const keptAt = kept[0]?.at ?? firstAt;
				const stored = history(channelId, keptAt - lookbackMs, keptAt).filter(isMeasured);
				whole = [...storedWithoutZeros(stored, { next: kept[0], totalBefore }), ...kept];
				return whole;
			},
		};
	}
}

function rememberZeros({ zeros }: EngineState, watched: readonly Watched[], { read }: Trends): void {
	for (const [channelId, { last }] of read) {
		if (last === undefined) zeros.delete(channelId);
		else zeros.set(channelId, last);
	}
	if (zeros.size === 0) return;
	const ofReadings = new Set(
		watched.flatMap(({ observed, channelId }) => (observed.of === "readings" ? channelId : [])),
	);
	for (const channelId of [...zeros.keys()]) if (!ofReadings.has(channelId)) zeros.delete(channelId);
}

type SeenClock = { watched: Watched; upload: UploadReadings; wrongByMs: number };

function seeClock(parts: EngineParts, state: EngineState, { watched, upload, wrongByMs }: SeenClock): EventChange[] {
	const run = runOf(state, watched);
	const observation = { at: upload.receivedAt, observed: wrongByMs / 1000, isClockWrong: wrongByMs > 0 };
	return stepRun(run, watched, { observation, newEventId: parts.newEventId });
}

/** A reading ends a channel's silence; any upload ends a device's. */
function endSilence(state: EngineState, watched: Watched, { receivedAt, channels }: UploadReadings): EventChange[] {
	const { channelId } = watched;
	if (channelId !== null) {
		const isKnown = state.lastSeenAt.has(channelId);
		const isReceived = (channels.get(channelId)?.length ?? 0) > 0;
		if (isReceived || !isKnown) state.lastSeenAt.set(channelId, receivedAt);
		if (!isReceived) return [];
	}
	const run = findRun(state, watched);
	if (!run) return [];
	if (run.hits) {
		const seconds = Math.max(run.hits.peak, (receivedAt - run.hits.startedAt) / 1000);
		run.hits = { ...run.hits, peak: seconds, peakAt: receivedAt, lastAt: receivedAt, lastValue: seconds };
	}
	const observation = { at: receivedAt, observed: 0, isClockWrong: false };
	const received = {
		...watched,
		clearForMs: 0,
		levels: watched.levels.map((level) => ({ ...level, isTrue: () => false })),
	};
	return stepRun(run, received, { observation, newEventId: () => "" });
}

export function findRun({ runs }: EngineState, { ruleId, version, channelId }: Watched): Run | undefined {
	return runs.find((run) => isRunOf(run, { ruleId, version, channelId }));
}

export function isRunOf(
	run: Run,
	{ ruleId, version, channelId }: Pick<Watched, "ruleId" | "version" | "channelId">,
): boolean {
	return run.ruleId === ruleId && run.version === version && run.channelId === channelId;
}

export function runOf(state: EngineState, watched: Watched): Run {
	const known = findRun(state, watched);
	if (known) return known;
	const run = newRun(watched, watched.levels.length);
	state.runs.push(run);
	return run;
}
