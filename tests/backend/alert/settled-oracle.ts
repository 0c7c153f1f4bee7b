/**
 * What a person would find with a pencil: the excursions of one channel, read from all its readings at once and in
 * order. Written apart from the engine, for a limit above which a value must not be.
 */
export type OracleRule = {
	limit: number;
	band: number;
	forMs: number;
	clearForMs: number;
	gapMs: number;
	times: number;
	isOpenAt: (at: number) => boolean;
};

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

function nextEvent(readings: Reading[], from: number, rule: OracleRule) {
	for (let start = from; start < readings.length; start += 1) {
		const fired = firesFrom(readings, start, rule);
		if (fired === null) continue;
		const end = endAfter(readings, fired, rule);
		const last = end === null ? readings.length : end.settled;
		const hits = readings.slice(start, last).filter(({ value }) => value > rule.limit);
		const event = {
			startedAt: timeOf(readings, start),
			firedAt: timeOf(readings, fired),
			endedAt: end && timeOf(readings, end.first),
			count: hits.length,
			peak: Math.max(...hits.map(({ value }) => value)),
		};
		return { event, next: end === null ? readings.length : end.settled + 1 };
	}
	return null;
}

/** The reading at which a stretch of hits without a gap, beginning at `start`, has lasted; null: it does not. */
function firesFrom(readings: Reading[], start: number, rule: OracleRule): number | null {
	const isHit = (place: number) => (readings[place]?.value ?? Number.NEGATIVE_INFINITY) > rule.limit;
	// It begins where the reading before is no hit, or too long ago.
	if (!isHit(start) || (start > 0 && isHit(start - 1) && !isGap(readings, start, rule))) return null;
	for (let place = start; place < readings.length && isHit(place); place += 1) {
		if (place > start && isGap(readings, place, rule)) return null;
		const isLong = timeOf(readings, place) - timeOf(readings, start) >= rule.forMs;
		if (isLong && place - start + 1 >= rule.times && rule.isOpenAt(timeOf(readings, place))) return place;
	}
	return null;
}

/** The first of a stretch that is back without a gap, and the reading by which it has lasted. */
function endAfter(readings: Reading[], fired: number, rule: OracleRule): { first: number; settled: number } | null {
	const isBack = (place: number) => (readings[place]?.value ?? Number.POSITIVE_INFINITY) <= rule.limit - rule.band;
	let first: number | null = null;
	for (let place = fired + 1; place < readings.length; place += 1) {
		if (!isBack(place)) first = null;
		else if (first === null || isGap(readings, place, rule)) first = place;
		if (first !== null && timeOf(readings, place) - timeOf(readings, first) >= rule.clearForMs)
			return { first, settled: place };
	}
	return null;
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
