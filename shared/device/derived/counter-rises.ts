import { dayMs, hourMs, minuteMs } from "../../base/durations";
import { isReadingValue } from "../../ingest/reading-value";
import { clockZone, type DeviceClock, deviceOffsetMinutes, firstInstantAt } from "../../time/time-zones";
import { calibrationStepMs as quarterMs } from "../calibration";

/** How a counter counts. Values are as sent. */
export type Counter = {
	resets: "never" | "daily" | "rollsOver";
	rollsOverAt: number | null;
	mostPerHour: number | null;
	/** Start of the device day of a time, epoch ms. Only for a counter that resets daily. */
	dayStart(at: number): number;
};

/** `false`: the counter did not have this value. `fall`: by less than a tenth, or going on. Both use 0. */
export type UseCause = "rise" | "reset" | "rollOver" | "false" | "fall";

/** Called in order of time. `use` is never negative, in the unit as sent. */
export type EmitUse = (at: number, use: number, cause: UseCause) => void;

/** A fall to at least this share is noise of the device: rounding, two sources of one total. */
const dipShare = 0.9;
const rollsOverFrom = 0.9;
const rollsOverTo = 0.1;
const latestResetMs = hourMs;
/** Services send zeros for hours while they cannot read a meter. After a day the zeros are a reset. */
const quartersOfZeros = 96;

/** Returns whether no fall inside a quarter of an hour can count: its readings use `last` less `first`. */
export function isQuarterPlain(
	counter: Counter,
	quarter: { min: number; max: number; first: number; last: number; count: number },
): boolean {
	const { min, max, first, last, count } = quarter;
	if (first !== min || last !== max || !isReadingValue(min) || !isReadingValue(max)) return false;
	if (first === 0 && last > 0) return false;
	if (counter.mostPerHour !== null && last - first > counter.mostPerHour / 4) return false;
	return count <= 2 || last <= 0 || first >= dipShare * last;
}

/** Returns whether the first reading of a plain quarter rises from `before`, the last reading of a plain quarter. */
export function isRiseCertain({ mostPerHour }: Counter, before: number, first: number): boolean {
	if (before === 0 && first > 0) return false;
	return first >= before && (mostPerHour === null || first - before <= mostPerHour / 4);
}

/**
 * Takes readings in order of time, and emits the use of each since the reading before. The next reading decides a
 * falling value and an impossible rise. The first reading has no use.
 */
export class CounterRises {
	private readonly counter: Counter;
	private readonly emit: EmitUse;
	/** The highest counted value of its quarter of an hour since a reset: inside a quarter a dip hides no use. */
	private base = Number.NaN;
	private baseAt = Number.NaN;
	private last = Number.NaN;
	private waiting: { at: number; value: number } | null = null;

	constructor(counter: Counter, emit: EmitUse) {
		this.counter = counter;
		this.emit = emit;
	}

	get undecidedAt(): number | null {
		return this.waiting?.at ?? null;
	}

	add(at: number, value: number): void {
		if (!isReadingValue(value)) return;
		if (Number.isNaN(this.base)) {
			this.count(at, value);
			return;
		}
		if (this.waiting) this.decide(this.waiting, { at, value });
		this.take(at, value);
	}

	private take(at: number, value: number): void {
		this.waiting = null;
		if (this.hasResetDaily(at, value)) this.use(at, value, { use: Math.max(0, value), cause: "reset" });
		else if (value < this.base || !this.isPossible(at, value)) this.waiting = { at, value };
		else this.use(at, value, { use: difference(value, this.base), cause: "rise" });
	}

	private decide({ at, value }: { at: number; value: number }, next: { at: number; value: number }): void {
		const isNewDay = this.hasResetDaily(next.at, next.value);
		const isSoon = quarterOf(next.at) - quarterOf(this.baseAt) < quartersOfZeros;
		const isBack = next.value >= this.base && this.isPossible(next.at, next.value);
		if (value < this.base) {
			if (isBack && !isNewDay && (isSoon || value !== 0)) this.emit(at, 0, "false");
			else this.decideFall(at, value, { isOver: isNewDay || next.value >= value * dipShare, isSoon });
		} else if (next.value < value && (isBack || isNewDay)) this.emit(at, 0, "false");
		else this.use(at, value, { use: difference(value, this.base), cause: "rise" });
	}

	private decideFall(at: number, value: number, { isOver, isSoon }: { isOver: boolean; isSoon: boolean }): void {
		const isNoise = value >= this.last * dipShare;
		if (isNoise || !isOver || this.base <= 0) {
			this.emit(at, 0, "fall");
			if (!isNoise || quarterOf(at) !== quarterOf(this.baseAt)) this.count(at, value);
			this.last = value;
			return;
		}
		const beyond = this.rolledOver(value);
		if (value === 0 && isSoon && beyond === null && this.counter.resets !== "daily") {
			this.emit(at, 0, "fall");
			return;
		}
		const used =
			beyond === null ? { use: value, cause: "reset" as const } : { use: beyond, cause: "rollOver" as const };
		this.use(at, value, { ...used, use: Math.max(0, used.use) });
	}

	private rolledOver(value: number): number | null {
		const { resets, rollsOverAt } = this.counter;
		if (resets !== "rollsOver" || rollsOverAt === null || this.base > rollsOverAt) return null;
		const isAtEnd = this.base > rollsOverAt * rollsOverFrom && value < rollsOverAt * rollsOverTo;
		return isAtEnd ? difference(rollsOverAt, this.base) + value : null;
	}

	private use(at: number, value: number, { use, cause }: { use: number; cause: UseCause }): void {
		this.emit(at, use, cause);
		this.count(at, value);
	}

	private count(at: number, value: number): void {
		this.base = value;
		this.baseAt = at;
		this.last = value;
	}

	/** A quarter of an hour at least: two pulses within a second are no rate. */
	private isPossible(at: number, value: number): boolean {
		const { mostPerHour } = this.counter;
		return mostPerHour === null || value - this.base <= (mostPerHour * Math.max(quarterMs, at - this.baseAt)) / hourMs;
	}

	/** Without a fall it counts as reset once the device's clock must have passed midnight, too. */
	private hasResetDaily(at: number, value: number): boolean {
		if (this.counter.resets !== "daily") return false;
		const start = this.counter.dayStart(at);
		return start > this.baseAt && (value < this.base || at - start >= latestResetMs);
	}
}

function quarterOf(at: number): number {
	return Math.floor(at / quarterMs);
}

const exactDigits = 15;

/** Without binary rounding errors: 215.2 − 214.8 is 0.4. */
function difference(high: number, low: number): number {
	const exact = high - low;
	const size = Math.max(Math.abs(high), Math.abs(low));
	const scale = size < 1e6 ? 1e9 : 10 ** (exactDigits - Math.ceil(Math.log10(size)));
	return scale >= 1 ? Math.round(exact * scale) / scale : exact;
}

export function deviceDayStart(clock: DeviceClock): (at: number) => number {
	const zone = clockZone(clock);
	let [from, to] = [Number.NaN, Number.NaN];
	return (at) => {
		if (at >= from && at < to) return from;
		const wallMs = at + deviceOffsetMinutes(clock, at) * minuteMs;
		const wallDay = Math.floor(wallMs / dayMs) * dayMs;
		[from, to] = [firstInstantAt(zone, wallDay), firstInstantAt(zone, wallDay + dayMs)];
		return from;
	};
}

/**
 * Counting begins before the requested time, as a use follows from earlier readings: two steps back by these many readings,
 * each to the start of its quarter of an hour. If that reading is 0, the steps begin `zerosMs` earlier.
 */
export const contextSteps = { steps: 2, readings: 4, zerosMs: dayMs } as const;

export function quarterStart(at: number): number {
	return quarterOf(at) * quarterMs;
}
