import { largestOf, smallestOf } from "../base/lists";

/** Distinct values, ascending, and how long each held. */
export type HeldValues = { value: Float64Array; ms: Float64Array; totalMs: number };

const mostBins = 40;
const mostSteps = 4_000;
/** Share of a step by which a value may miss it: loggers send single precision. */
const stepNoise = 0.01;
const curveShare = 1 / 200;

export class HeldValueSums {
	private readonly msOf = new Map<number, number>();

	add(value: number, ms: number): void {
		this.msOf.set(value, (this.msOf.get(value) ?? 0) + ms);
	}

	values(): HeldValues {
		const value = new Float64Array(this.msOf.keys()).sort();
		const ms = value.map((one) => this.msOf.get(one) ?? 0);
		return { value, ms, totalMs: ms.reduce((sum, one) => sum + one, 0) };
	}
}

/** The lowest value that is not below the others for `percent` of the time: always one of the values. Null: no time. */
export function percentileOf({ value, ms, totalMs }: HeldValues, percent: number): number | null {
	let passedMs = 0;
	for (let index = 0; index < value.length; index += 1) {
		passedMs += ms[index] ?? 0;
		if (passedMs * 100 >= percent * totalMs) return value[index] ?? null;
	}
	return value.at(-1) ?? null;
}

export function meanOverTime({ value, ms, totalMs }: HeldValues): number | null {
	const [lowest, highest] = [value[0], value.at(-1)];
	if (lowest === undefined || highest === undefined) return null;
	const mean = value.reduce((sum, one, index) => sum + one * ((ms[index] ?? 0) / totalMs), 0);
	return Math.min(Math.max(mean, lowest), highest);
}

/** Bin n holds values from `low + n × width`, the last one also its end. `width` 0: a single value. */
export type Histogram = { low: number; width: number; ms: number[] };

/**
 * At most 40 bins between lowest and highest. Readings in steps get bins of whole steps, half a step beyond both ends:
 * other bins would hold more steps than their neighbors and show a comb. Null: no time.
 */
export function histogramOf({ value, ms, totalMs }: HeldValues): Histogram | null {
	const [lowest, highest] = [value[0], value.at(-1)];
	if (lowest === undefined || highest === undefined) return null;
	if (lowest === highest) return { low: lowest, width: 0, ms: [totalMs] };
	const { low, width, count } = stepBins(value, lowest, highest) ?? {
		low: lowest,
		width: highest / mostBins - lowest / mostBins,
		count: mostBins,
	};
	const bins = new Array<number>(count).fill(0);
	for (let index = 0; index < value.length; index += 1) {
		// Halves, because the range of two doubles may overflow.
		const bin = Math.floor(((value[index] ?? 0) / 2 - low / 2) / (width / 2)) || 0;
		const own = Math.min(Math.max(bin, 0), count - 1);
		bins[own] = (bins[own] ?? 0) + (ms[index] ?? 0);
	}
	return { low, width, ms: bins };
}

function stepBins(value: Float64Array, lowest: number, highest: number) {
	const least = smallestOf(value.subarray(1).map((one, index) => one - (value[index] ?? 0)));
	const steps = Math.round((highest - lowest) / least);
	if (!(steps <= mostSteps)) return null;
	const step = (highest - lowest) / steps;
	const missOf = (one: number) => Math.abs((one - lowest) / step - Math.round((one - lowest) / step));
	if (largestOf(value.map(missOf)) > stepNoise) return null;
	const perBin = Math.ceil((steps + 1) / mostBins);
	return { low: lowest - step / 2, width: perBin * step, count: Math.ceil((steps + 1) / perBin) };
}

/** Columns of equal length, from the highest value: the share of time (0 to 1) at or above it. */
export type DurationCurve = { value: number[]; share: number[] };

export function durationCurve({ value, ms, totalMs }: HeldValues): DurationCurve {
	const curve: DurationCurve = { value: [], share: [] };
	let passedMs = 0;
	let drawn = -1;
	for (let index = value.length - 1; index >= 0; index -= 1) {
		passedMs += ms[index] ?? 0;
		const share = passedMs / totalMs;
		const slot = value.length * curveShare <= 1 ? index : Math.floor(share / curveShare);
		if (slot === drawn && index > 0) continue;
		drawn = slot;
		curve.value.push(value[index] ?? 0);
		curve.share.push(index === 0 ? 1 : share);
	}
	return curve;
}

/** The time beyond limits; a value on a limit is within it. */
export function msBeyond(
	{ value, ms }: HeldValues,
	{ min, max }: { min: number | null; max: number | null },
): { belowMs: number; aboveMs: number } {
	const sum = (isMeant: (one: number) => boolean) =>
		ms.reduce((total, own, index) => (isMeant(value[index] ?? 0) ? total + own : total), 0);
	return {
		belowMs: min === null ? 0 : sum((one) => one < min),
		aboveMs: max === null ? 0 : sum((one) => one > max),
	};
}
