/** How long readings hold, by looking at every piece of the period by itself. Shares no code with the product. */

const minute = 60_000;
const quarter = 15 * minute;
const hour = 4 * quarter;
const day = 24 * hour;
const week = 7 * day;

export type OracleReading = { at: number; value: number };
export type OracleLimits = { from: number; bounds: { min?: number | null; max?: number | null } | null }[];
export type OracleRequest = {
	/** Everything near the period, ascending. */
	readings: OracleReading[];
	from: number;
	until: number;
	limits: OracleLimits;
	/** Of a device that sends changes only: everything it sent, ascending, and how long it may then be silent. */
	life?: { signs: number[]; limitMs: number } | null;
};

export type Piece = {
	from: number;
	to: number;
	reading: OracleReading | null;
	state: "in" | "out" | "free" | "unknown";
};

const lowerRank = (values: number[], share: number) =>
	[...values].sort((a, b) => a - b).find((_, index, all) => (index + 1) / all.length >= share) ?? Number.NaN;

export function oracleUsual(readings: OracleReading[], at: number): number {
	const nearOf = (daysAround: number) =>
		readings.filter((one) => Math.abs(Math.floor(one.at / day) - Math.floor(at / day)) <= daysAround);
	const countsOf = (daysAround: number) => {
		const near = nearOf(daysAround);
		return Object.values(Object.groupBy(near, (one) => Math.floor(one.at / hour))).map((some) => some?.length ?? 0);
	};
	const today = countsOf(0);
	const counted = today.length >= 6 ? today : countsOf(1);
	const usualCount = lowerRank(counted, 0.75);
	const distances = (isChosenDay: (day: number) => boolean) => {
		const quarters = [...new Set(readings.map((one) => Math.floor(one.at / quarter)))];
		return quarters.flatMap((one, index) => {
			const before = quarters[index - 1];
			const isChosen = isChosenDay(Math.floor((one * quarter) / day));
			return before === undefined || !isChosen ? [] : one - before;
		});
	};
	if (usualCount >= 2) {
		const byHours = Math.round(hour / usualCount);
		if (counted.length >= 6) return byHours;
		const near = nearOf(1);
		const quarters = new Set(near.map((one) => Math.floor(one.at / quarter))).size;
		const byQuarters =
			near.length > quarters
				? Math.round((quarters * quarter) / near.length)
				: lowerRank(
						distances((one) => Math.abs(one - Math.floor(at / day)) <= 1),
						0.5,
					) * quarter;
		return Math.min(byHours, byQuarters);
	}
	const ownQuarters = [...new Set(nearOf(0).map((one) => Math.floor(one.at / quarter)))];
	const own = ownQuarters.slice(1).map((one, index) => one - (ownQuarters[index] ?? one));
	const isOwn = lowerRank(today, 0.75) < 2 && own.length >= 4;
	const chosen = isOwn ? own : distances(() => true);
	return chosen.length === 0 ? hour : Math.min(lowerRank(chosen, 0.5) * quarter, week);
}

function heldUntil({ readings, life }: OracleRequest, index: number): number {
	const { at } = readings[index] ?? { at: 0 };
	const next = readings[index + 1]?.at;
	if (life) return next ?? 1e300;
	const usual = oracleUsual(readings, at);
	const longest = Math.min(Math.max(3 * usual, 30 * minute), week);
	return next !== undefined && next - at <= longest ? next : at + usual;
}

export function oraclePieces(request: OracleRequest): Piece[] {
	const { readings, from, until, limits, life } = request;
	const ends = readings.map((_, index) => heldUntil(request, index));
	const signs = life?.signs.flatMap((at) => [at, at + life.limitMs]) ?? [];
	const cuts = [from, until, ...readings.map(({ at }) => at), ...ends, ...limits.map((span) => span.from), ...signs];
	const inside = [...new Set(cuts)].filter((at) => at >= from && at <= until).sort((a, b) => a - b);
	return inside.slice(0, -1).map((start, index): Piece => {
		const to = inside[index + 1] ?? start;
		const number = readings.findLastIndex(({ at }) => at <= start);
		const reading = readings[number];
		const isSilent = life && !life.signs.some((at) => at <= start && start < at + life.limitMs);
		if (!reading || isSilent || start >= (ends[number] ?? 0))
			return { from: start, to, reading: null, state: "unknown" };
		const bounds = limits.findLast((span) => span.from <= start)?.bounds ?? null;
		const isFree = bounds === null || ((bounds.min ?? null) === null && (bounds.max ?? null) === null);
		if (isFree) return { from: start, to, reading, state: "free" };
		const isOut = reading.value > (bounds.max ?? 1e300) || reading.value < (bounds.min ?? -1e300);
		return { from: start, to, reading, state: isOut ? "out" : "in" };
	});
}

export function oracleTimes(request: OracleRequest) {
	const pieces = oraclePieces(request);
	const total = (state: Piece["state"]) =>
		pieces.reduce((sum, piece) => sum + (piece.state === state ? piece.to - piece.from : 0), 0);
	const isJudged = request.limits.some(({ bounds }) => (bounds?.min ?? bounds?.max ?? null) !== null);
	return {
		withinMs: isJudged ? total("in") : null,
		outMs: isJudged ? total("out") : null,
		notJudgedMs: total("free"),
		unknownMs: total("unknown"),
	};
}

/** Mean kinetic temperature and mean over time, °C. */
export function oracleMeans(request: OracleRequest, energy: number): { kinetic: number; mean: number } | null {
	const held = oraclePieces(request).filter(({ reading }) => reading !== null);
	const total = held.reduce((sum, { from, to }) => sum + to - from, 0);
	if (total === 0) return null;
	const ratio = (energy * 1000) / 8.3144;
	const average = (of: (value: number) => number) =>
		held.reduce((sum, { from, to, reading }) => sum + ((to - from) / total) * of(reading?.value ?? 0), 0);
	const factor = average((value) => Math.exp(-ratio / (value + 273.15)));
	return { kinetic: ratio / -Math.log(factor) - 273.15, mean: average((value) => value) };
}
