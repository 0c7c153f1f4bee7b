/**
 * What a person would find with a pencil: the excursions of one channel, read from all its readings at once and in
 * order. Written apart from the engine.
 */
export type OracleRule = {
	watch: OracleWatch;
	band: number;
	forMs: number;
	clearForMs: number;
	gapMs: number;
	times: number;
	isOpenAt: (at: number) => boolean;
};

/** `statistic`: of the readings of the time before one, above a limit. `rate`: it moves by more than `by` within the time, to whichever side; `stuck`: it stays for so many seconds. */
export type OracleWatch =
	| { kind: "above" | "below"; limit: number }
	| { kind: "outside" | "inside"; low: number; high: number }
	| { kind: "rate"; by: number; withinMs: number }
	| { kind: "stuck"; seconds: number }
	| { kind: "statistic"; statistic: "min" | "max" | "mean" | "sum" | "change"; windowMs: number; limit: number };

export type SettledEvent = { startedAt: number; firedAt: number; endedAt: number | null; count: number; peak: number };

type Reading = { at: number; value: number };

export function settledEvents(readings: Reading[], rule: OracleRule): SettledEvent[] {
	const events: SettledEvent[] = [];
	let from = 0;
	while (from < readings.length) {
		const found = nextEvent(readings, from, rule);
		if (!found) break;
		events.push(found.event);
		from = found.next;
	}
	return events;
}

/**
 * The same with a second, higher limit: its stretch of hits, counted from its own beginning, makes an event worse that
 * is open by then.
 */
export function settledLevels(readings: Reading[], rule: OracleRule, higher: OracleRule) {
	return settledEvents(readings, rule).map((event) => {
		const isDuring = (at: number) => at >= event.firedAt && (event.endedAt === null || at < event.endedAt);
		const worse = readings.some((_, start) => firesFrom(readings, start, { ...higher, isOpenAt: isDuring }) !== null);
		return { ...event, isWorse: worse };
	});
}

function nextEvent(readings: Reading[], from: number, rule: OracleRule) {
	for (let start = from; start < readings.length; start += 1) {
		const fired = firesFrom(readings, start, rule);
		if (fired === null) continue;
		const end = endAfter(readings, fired, rule);
		const last = end === null ? readings.length : end.settled;
		const places = Array.from({ length: last - start }, (_, index) => start + index);
		const hits = places.filter((place) => isHit(readings, place, rule)).map((place) => shown(readings, place, rule));
		const event = {
			startedAt: timeOf(readings, start),
			firedAt: timeOf(readings, fired),
			endedAt: end && timeOf(readings, end.first),
			count: hits.length,
			peak: hits.reduce(
				(worst, one) => (badness(one, rule) > badness(worst, rule) ? one : worst),
				hits[0] ?? Number.NaN,
			),
		};
		return { event, next: end === null ? readings.length : end.settled + 1 };
	}
	return null;
}

/** The reading at which a stretch of hits without a gap, beginning at `start`, has lasted; null: it does not. */
function firesFrom(readings: Reading[], start: number, rule: OracleRule): number | null {
	// It begins where the reading before is no hit, or too long ago.
	if (!isHit(readings, start, rule)) return null;
	if (start > 0 && isHit(readings, start - 1, rule) && !isGap(readings, start, rule)) return null;
	for (let place = start; place < readings.length && isHit(readings, place, rule); place += 1) {
		if (place > start && isGap(readings, place, rule)) return null;
		const isLong = timeOf(readings, place) - timeOf(readings, start) >= rule.forMs;
		if (isLong && place - start + 1 >= rule.times && rule.isOpenAt(timeOf(readings, place))) return place;
	}
	return null;
}

/** The first of a stretch that is back without a gap, and the reading by which it has lasted. */
function endAfter(readings: Reading[], fired: number, rule: OracleRule): { first: number; settled: number } | null {
	let first: number | null = null;
	for (let place = fired + 1; place < readings.length; place += 1) {
		if (!isBack(readings, place, rule)) first = null;
		else if (first === null || isGap(readings, place, rule)) first = place;
		if (first !== null && timeOf(readings, place) - timeOf(readings, first) >= rule.clearForMs)
			return { first, settled: place };
	}
	return null;
}

/** What a reading shows the rule: its value, how far it moved, or for how long it has stayed. */
function shown(readings: Reading[], place: number, rule: OracleRule): number {
	const value = readings[place]?.value ?? Number.NaN;
	const at = timeOf(readings, place);
	if (rule.watch.kind === "rate") {
		const { withinMs } = rule.watch;
		const within = readings.slice(0, place + 1).filter((reading) => reading.at >= at - withinMs);
		return Math.max(...within.map((reading) => Math.abs(value - reading.value)));
	}
	if (rule.watch.kind === "statistic") {
		const { statistic, windowMs } = rule.watch;
		const within = readings.slice(0, place + 1).filter((reading) => reading.at > at - windowMs);
		const values = within.map((reading) => reading.value);
		if (statistic === "min" || statistic === "max") return Math[statistic](...values);
		if (statistic === "change") return value - (values[0] ?? Number.NaN);
		const sum = values.reduce((all, one) => all + one, 0);
		return statistic === "sum" ? sum : sum / values.length;
	}
	if (rule.watch.kind !== "stuck") return value;
	let since = place;
	while (since > 0 && readings[since - 1]?.value === value && !isGap(readings, since, rule)) since -= 1;
	return (at - timeOf(readings, since)) / 1000;
}

function isHit(readings: Reading[], place: number, rule: OracleRule): boolean {
	const { watch } = rule;
	const is = shown(readings, place, rule);
	if (watch.kind === "rate") return is > watch.by;
	if (watch.kind === "stuck") return is >= watch.seconds;
	if ("limit" in watch) return watch.kind === "below" ? is < watch.limit : is > watch.limit;
	const isInside = is >= watch.low && is <= watch.high;
	return watch.kind === "inside" ? isInside : !isInside;
}

/** No hit any more, and by the band away from being one. */
function isBack(readings: Reading[], place: number, rule: OracleRule): boolean {
	const { watch, band } = rule;
	if (isHit(readings, place, rule)) return false;
	const is = shown(readings, place, rule);
	if (watch.kind === "rate") return is <= watch.by - band;
	if (watch.kind === "stuck") return is <= watch.seconds - band;
	if ("limit" in watch) return watch.kind === "below" ? is >= watch.limit + band : is <= watch.limit - band;
	if (watch.kind === "outside") return is >= watch.low + band && is <= watch.high - band;
	return is < watch.low - band || is > watch.high + band;
}

/** Of a range how far out of it, or how deep in it. */
function badness(is: number, { watch }: OracleRule): number {
	if (watch.kind === "below") return -is;
	if (!("low" in watch)) return is;
	const out = Math.max(watch.low - is, is - watch.high);
	return watch.kind === "outside" ? out : -out;
}

function isGap(readings: Reading[], place: number, { gapMs }: OracleRule): boolean {
	return timeOf(readings, place) - timeOf(readings, place - 1) > gapMs;
}

function timeOf(readings: Reading[], place: number): number {
	return readings[place]?.at ?? Number.NaN;
}

export type SentUpload = { receivedAt: number; readings: Reading[] };

const boundMs = 5 * 60 * 1000;

/** The readings as they count: in order, those of a wrong clock at receipt, none that came behind newer ones. */
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

/** The clock moved by at least half and at most one and a half of the time that passed. */
function goesOnAsTimeDoes(
	before: { receivedAt: number; newest: number },
	after: { receivedAt: number; newest: number },
): boolean {
	const passed = after.receivedAt - before.receivedAt;
	const moved = after.newest - before.newest;
	return passed > 0 && moved >= passed / 2 && moved <= passed + passed / 2;
}
