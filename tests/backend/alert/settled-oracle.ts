/** Computes the events of one channel from all its readings, in order. Written apart from the engine. */
export type OracleRule = {
	watch: OracleWatch;
	band: number;
	forMs: number;
	clearForMs: number;
	/** The logging interval of the device's settings. */
	settingMs: number;
	times: number;
	isOpenAt: (at: number) => boolean;
	/** Times of single zeros of a running total, which no rule sees. Absent: none. */
	zeros?: ReadonlySet<number>;
};

/** `rate`: the value moves by more than `by` within the time, up or down. `stuck`: it stays the same for `seconds`. */
export type OracleWatch =
	| { kind: "above" | "below"; limit: number }
	| { kind: "outside" | "inside"; low: number; high: number }
	| { kind: "rate"; by: number; withinMs: number }
	| { kind: "stuck"; seconds: number }
	| { kind: "statistic"; statistic: "min" | "max" | "mean" | "sum" | "change"; windowMs: number; limit: number };

export type SettledEvent = {
	startedAt: number;
	firedAt: number;
	endedAt: number | null;
	count: number;
	peak: number;
	unread: { from: number; to: number } | null;
	/** The number of excursions that the event merges; null: it is one. */
	crossings: number | null;
};

type Reading = { at: number; value: number };

export function settledEvents(readings: Reading[], rule: OracleRule): SettledEvent[] {
	return lastingEvents(readings, rule).map(({ settledAt: _, ...event }) => event);
}

/** The number of events of one upload that stay separate. */
const mostAlone = 19;

/** Merges all further events that begin and end within one upload into one. */
export function boundedEvents(uploads: SentUpload[], rule: OracleRule): SettledEvent[] {
	const readings = uploads.flatMap((upload) => upload.readings).sort((one, other) => one.at - other.at);
	const uploadOf = (time: number | null) =>
		uploads.findIndex((upload) => upload.readings.some(({ at }) => at === time));
	const events: SettledEvent[] = [];
	const seen = uploads.map(() => 0);
	const further = new Map<number, SettledEvent[]>();
	for (const { settledAt, ...event } of lastingEvents(readings, rule)) {
		const [from, to] = [uploadOf(event.firedAt), uploadOf(settledAt)];
		for (const upload of new Set([from, to])) seen[upload] = (seen[upload] ?? 0) + 1;
		if (from !== to || (seen[from] ?? 0) <= mostAlone) events.push(event);
		else further.set(from, [...(further.get(from) ?? []), event]);
	}
	return [...events, ...[...further.values()].map((several) => toldAsOne(several, rule))].sort(
		(one, other) => one.startedAt - other.startedAt,
	);
}

function toldAsOne(several: SettledEvent[], rule: OracleRule): SettledEvent {
	const [first, last] = [several[0], several.at(-1)];
	if (!first || !last) throw new Error("No event to tell");
	const lengthOf = ({ unread }: SettledEvent) => (unread ? unread.to - unread.from : 0);
	const worst = Math.max(...several.map(({ peak }) => badness(peak, rule)));
	const longest = Math.max(...several.map(lengthOf));
	return {
		startedAt: first.startedAt,
		firedAt: first.firedAt,
		endedAt: last.endedAt,
		count: several.reduce((sum, { count }) => sum + count, 0),
		peak: several.find(({ peak }) => badness(peak, rule) === worst)?.peak ?? Number.NaN,
		unread: several.find((event) => lengthOf(event) === longest)?.unread ?? null,
		crossings: several.length === 1 ? null : several.length,
	};
}

/** `settledAt`: the time of the reading that confirmed the end; null: the event is open. */
function lastingEvents(readings: Reading[], rule: OracleRule): (SettledEvent & { settledAt: number | null })[] {
	const steps = stepsOf(readings, rule);
	const events: (SettledEvent & { settledAt: number | null })[] = [];
	let from = 0;
	while (from < steps.length) {
		const found = nextEvent(readings, steps, { from, rule });
		if (!found) break;
		events.push(found.event);
		from = found.next;
	}
	return events;
}

/** Adds `isWorse`: a second, higher limit fires while the event is open. */
export function settledLevels(readings: Reading[], rule: OracleRule, higher: OracleRule) {
	return settledEvents(readings, rule).map((event) => {
		const isDuring = (at: number) => at >= event.firedAt && (event.endedAt === null || at < event.endedAt);
		const steps = stepsOf(readings, higher);
		const worse = steps.some((_, start) => firesFrom(steps, start, { ...higher, isOpenAt: isDuring }) !== null);
		return { ...event, isWorse: worse };
	});
}

type Pause = "none" | "gap" | "long gap";

/** A reading that the rule can evaluate. `pause`: the worst since the step before. */
type Step = { at: number; place: number; shown: number; isHit: boolean; isBack: boolean; pause: Pause };

function stepsOf(readings: Reading[], rule: OracleRule): Step[] {
	const steps: Step[] = [];
	let worst: Pause = "none";
	for (const position of readings.keys()) {
		const pause = pauseBefore(readings, position, rule);
		if (pause === "long gap" || worst === "none") worst = pause;
		if (rule.zeros?.has(timeOf(readings, position))) continue;
		const is = shown(readings, position, rule);
		const hit = isHit(is, rule);
		if (isTooLittleRead(readings, position, rule) && (rule.watch.kind === "statistic" || !hit)) continue;
		const step = {
			at: timeOf(readings, position),
			place: position,
			shown: is,
			isHit: hit,
			isBack: !hit && isBack(is, rule),
		};
		steps.push({ ...step, pause: worst });
		worst = "none";
	}
	return steps;
}

type From = { from: number; rule: OracleRule };

function nextEvent(readings: Reading[], steps: Step[], { from, rule }: From) {
	for (let start = from; start < steps.length; start += 1) {
		const fired = firesFrom(steps, start, rule);
		if (fired === null) continue;
		const end = endAfter(steps, fired, rule);
		const last = end === null ? steps.length : end.settled;
		const hits = steps.slice(start, last).filter((step) => step.isHit);
		const shownOf = hits.map((hit) => hit.shown);
		const event = {
			startedAt: steps[start]?.at ?? Number.NaN,
			firedAt: steps[fired]?.at ?? Number.NaN,
			endedAt: end && (steps[end.first]?.at ?? Number.NaN),
			count: hits.length,
			peak: shownOf.reduce(
				(worst, one) => (badness(one, rule) > badness(worst, rule) ? one : worst),
				shownOf[0] ?? Number.NaN,
			),
			unread: longestPause(readings, rule, {
				after: steps[start]?.place ?? 0,
				until: end === null ? readings.length - 1 : (steps[end.settled]?.place ?? 0),
			}),
			crossings: null,
			settledAt: end && (steps[end.settled]?.at ?? Number.NaN),
		};
		return { event, next: end === null ? steps.length : end.settled + 1 };
	}
	return null;
}

function longestPause(readings: Reading[], rule: OracleRule, { after, until }: { after: number; until: number }) {
	let longest: SettledEvent["unread"] = null;
	for (let position = after + 1; position <= until; position += 1) {
		if (pauseBefore(readings, position, rule) === "none") continue;
		const [from, to] = [timeOf(readings, position - 1), timeOf(readings, position)];
		if (!longest || to - from > longest.to - longest.from) longest = { from, to };
	}
	return longest;
}

/** Returns the step at which the hits that begin at `start` fire; null if a long gap or another reading ends them. */
function firesFrom(steps: Step[], start: number, rule: OracleRule): number | null {
	const [first, before] = [steps[start], steps[start - 1]];
	if (!first?.isHit || (before?.isHit && first.pause !== "long gap")) return null;
	for (const [position, step] of steps.entries()) {
		if (position < start) continue;
		if (!step.isHit || (position > start && step.pause === "long gap")) return null;
		const isLong = step.at - first.at >= rule.forMs;
		if (isLong && position - start + 1 >= rule.times && rule.isOpenAt(step.at)) return position;
	}
	return null;
}

/** Returns the first step of the end, without a gap, and the step that confirms it. */
function endAfter(steps: Step[], fired: number, rule: OracleRule): { first: number; settled: number } | null {
	let first: number | null = null;
	for (const [position, step] of steps.entries()) {
		if (position <= fired) continue;
		if (!step.isBack) first = null;
		else if (first === null || step.pause !== "none") first = position;
		const since = first === null ? null : steps[first];
		if (first !== null && since && step.at - since.at >= rule.clearForMs) return { first, settled: position };
	}
	return null;
}

/** Returns what the rule compares: the value, its change, a statistic, or the seconds without a change. */
function shown(readings: Reading[], position: number, rule: OracleRule): number {
	const value = readings[position]?.value ?? Number.NaN;
	const at = timeOf(readings, position);
	if (rule.watch.kind === "rate") {
		const { withinMs } = rule.watch;
		const within = seenUntil(readings, position, rule).filter((reading) => reading.at >= at - withinMs);
		return Math.max(...within.map((reading) => Math.abs(value - reading.value)));
	}
	if (rule.watch.kind === "statistic") {
		const { statistic, windowMs } = rule.watch;
		const within = seenUntil(readings, position, rule).filter((reading) => reading.at > at - windowMs);
		const values = within.map((reading) => reading.value);
		if (statistic === "min" || statistic === "max") return Math[statistic](...values);
		if (statistic === "change") return value - (values[0] ?? Number.NaN);
		const sum = values.reduce((all, one) => all + one, 0);
		return statistic === "sum" ? sum : sum / values.length;
	}
	if (rule.watch.kind !== "stuck") return value;
	let since = position;
	const isSame = () => readings[since - 1]?.value === value && pauseBefore(readings, since, rule) !== "long gap";
	while (since > 0 && isSame()) since -= 1;
	return (at - timeOf(readings, since)) / 1000;
}

function isHit(is: number, { watch }: OracleRule): boolean {
	if (watch.kind === "rate") return is > watch.by;
	if (watch.kind === "stuck") return is >= watch.seconds;
	if ("limit" in watch) return watch.kind === "below" ? is < watch.limit : is > watch.limit;
	const isInside = is >= watch.low && is <= watch.high;
	return watch.kind === "inside" ? isInside : !isInside;
}

function isBack(is: number, { watch, band }: OracleRule): boolean {
	if (watch.kind === "rate") return is <= watch.by - band;
	if (watch.kind === "stuck") return is <= watch.seconds - band;
	if ("limit" in watch) return watch.kind === "below" ? is >= watch.limit + band : is <= watch.limit - band;
	if (watch.kind === "outside") return is >= watch.low + band && is <= watch.high - band;
	return is < watch.low - band || is > watch.high + band;
}

/** Orders values from good to bad; for a range by the distance out of it, or into it. */
function badness(is: number, { watch }: OracleRule): number {
	if (watch.kind === "below") return -is;
	if (!("low" in watch)) return is;
	const out = Math.max(watch.low - is, is - watch.high);
	return watch.kind === "outside" ? out : -out;
}

/** Is true if a window has less than half of its usual readings, or one reading instead of two or more. */
function isTooLittleRead(readings: Reading[], position: number, rule: OracleRule): boolean {
	const { watch } = rule;
	if (watch.kind !== "rate" && watch.kind !== "statistic") return false;
	const at = timeOf(readings, position);
	const spanMs = watch.kind === "rate" ? watch.withinMs : watch.windowMs;
	const isWithin = (time: number) => (watch.kind === "rate" ? time >= at - spanMs : time > at - spanMs);
	const read = seenUntil(readings, position, rule).filter((reading) => isWithin(reading.at)).length;
	const usual = spanMs / usualMsBefore(readings, position, rule);
	return read * 2 < usual || (read === 1 && usual >= 2);
}

function seenUntil(readings: Reading[], position: number, { zeros }: OracleRule): Reading[] {
	return readings.slice(0, position + 1).filter(({ at }) => !zeros?.has(at));
}

/** Returns the times of zeros between values of a total that goes on, and of a zero at the end. */
export function falseZeros(readings: Reading[]): Set<number> {
	const zeros = new Set<number>();
	for (const [position, { at, value }] of readings.entries()) {
		const seen = readings.slice(0, position).filter((reading) => !zeros.has(reading.at));
		const total = Math.max(0, ...seen.map((reading) => reading.value));
		// Once it has fallen, it is no total for 30 days.
		if (seen.some((reading, index) => reading.value < (seen[index - 1]?.value ?? 0))) break;
		const next = readings[position + 1]?.value ?? total;
		if (value === 0 && total > 0 && next >= total) zeros.add(at);
	}
	return zeros;
}

function pauseBefore(readings: Reading[], position: number, rule: OracleRule): Pause {
	const pausedMs = timeOf(readings, position) - timeOf(readings, position - 1);
	if (position === 0 || pausedMs <= Math.max(15 * 60_000, 3 * usualMsBefore(readings, position, rule))) return "none";
	return pausedMs > 24 * 60 * 60_000 ? "long gap" : "gap";
}

/** Returns the second longest of the last eight intervals. Of fewer than four: the shortest, at least the setting. */
function usualMsBefore(readings: Reading[], position: number, { settingMs }: OracleRule): number {
	const seconds = readings.slice(0, position).flatMap(({ at }, index) => {
		const interval = index === 0 ? 0 : Math.round((at - timeOf(readings, index - 1)) / 1000);
		return interval > 0 ? [interval] : [];
	});
	const known = seconds.slice(-8).sort((one, other) => one - other);
	if (known.length >= 4) return 1000 * (known.at(-2) ?? Number.NaN);
	return known.length === 0 ? settingMs : Math.max(settingMs, 1000 * (known[0] ?? Number.NaN));
}

function timeOf(readings: Reading[], position: number): number {
	return readings[position]?.at ?? Number.NaN;
}

export type SentUpload = { receivedAt: number; readings: Reading[] };

const boundMs = 5 * 60 * 1000;

/** Returns the evaluated readings in order: a wrong clock's at receipt, and none that came behind newer ones. */
export function countedReadings(uploads: SentUpload[]): Reading[] {
	const counted: Reading[] = [];
	const taken = new Set<number>();
	let newest = Number.NEGATIVE_INFINITY;
	let pastBefore: { receivedAt: number; newest: number } | null = null;
	for (const { receivedAt, readings } of uploads) {
		const fresh = readings.filter(({ at }) => !taken.has(at)).sort((one, other) => one.at - other.at);
		for (const { at } of fresh) taken.add(at);
		if (fresh.length === 0) continue;
		const before = newest;
		const isPast = fresh.every(({ at }) => at <= before);
		const past = isPast ? { receivedAt, newest: fresh.at(-1)?.at ?? 0 } : null;
		const isReset = past !== null && pastBefore !== null && goesOnAsTimeDoes(pastBefore, past);
		for (const { at, value } of fresh) {
			if (at <= before && !isReset) continue;
			const isWrong = isReset || at > receivedAt + boundMs;
			const time = isWrong ? Math.max(receivedAt, newest) : at;
			counted.push({ at: time, value });
			newest = Math.max(newest, time);
		}
		pastBefore = past;
	}
	return counted;
}

/** Is true if the clock moved by half to one and a half of the time that passed. */
function goesOnAsTimeDoes(
	before: { receivedAt: number; newest: number },
	after: { receivedAt: number; newest: number },
): boolean {
	const passed = after.receivedAt - before.receivedAt;
	const moved = after.newest - before.newest;
	return passed > 0 && moved >= passed / 2 && moved <= passed + passed / 2;
}

/** Sensor faults as positions in a row of readings, doubtful or not: from two in a row until three good ones in a row. */
export function faultsOf(marks: boolean[]) {
	const row = marks.map((isDoubtful) => (isDoubtful ? "d" : "g")).join("");
	return [...row.matchAll(/dd[dg]*?(?:ggg|$)/g)].map(({ 0: found, index }) => {
		const last = index + found.length - 1;
		const count = found.replaceAll("g", "").length;
		return { started: index, fired: index + 1, ended: found.endsWith("ggg") ? last : null, count };
	});
}
