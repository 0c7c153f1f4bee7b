import { ownValue } from "../base/own-value";
import { knownUnit } from "../formats/unit-spellings";
import type { Quantity } from "../formats/units";
import { type HeldPeriod, type Holding, holdingOf, walkHeld } from "./holding";

/** J/(mol·K), as rounded by the United States Pharmacopeia, chapter 1079. */
export const gasConstant = 8.3144;

/** Kelvin are value × `factor` + `zero`. */
const kelvins: Record<string, { factor: number; zero: number }> = {
	"°C": { factor: 1, zero: 273.15 },
	"°F": { factor: 1 / 1.8, zero: 273.15 - 32 / 1.8 },
	K: { factor: 1, zero: 0 },
};

function kelvinsOf(unit: string) {
	return ownValue(kelvins, knownUnit(unit) ?? "") ?? null;
}

export function isKinetic({ quantity, unit }: { quantity: Quantity; unit: string }): boolean {
	return quantity === "temperature" && kelvinsOf(unit) !== null;
}

type KineticRequest = Partial<HeldPeriod> & {
	/** Epoch ms, ascending, within the period. Without a period, all readings count. */
	at: ArrayLike<number>;
	value: ArrayLike<number>;
	unit: string;
	/** kJ/mol. */
	activationEnergy: number;
	/** Absent: nothing is known of readings beside these. */
	holding?: Holding;
	/** How much of a time that a reading holds counts, ms. Absent: all of it. */
	countedMs?: (from: number, to: number) => number;
};

export type KineticSummary = {
	kinetic: number | null;
	mean: number | null;
	min: number | null;
	max: number | null;
	/** Ignored readings at or below absolute zero. */
	impossible: number;
};

/**
 * Mean kinetic temperature by Arrhenius. A reading weighs as long as it holds.
 * Throws RangeError if `unit` is no unit of temperature.
 */
export function kineticSummary({ at, value, unit, activationEnergy, ...request }: KineticRequest): KineticSummary {
	const scale = scaleOrThrow(unit);
	const { from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, holding = holdingOf(at) } = request;
	const { countedMs = (start: number, end: number) => end - start } = request;
	const kelvinOf = (reading: number) => reading * scale.factor + scale.zero;
	const ratio = (activationEnergy * 1000) / gasConstant;
	const highest = Math.max(highestKelvin(value, kelvinOf), kelvinOf(holding.before?.value ?? Number.NEGATIVE_INFINITY));
	let [weight, weighted, sum, impossible] = [0, 0, 0, 0];
	let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (let index = 0; index < value.length; index += 1) if (!(kelvinOf(value[index] ?? 0) > 0)) impossible += 1;
	walkHeld({ at, value }, { from, until, holding }, (start, end, { value: reading }) => {
		const kelvin = kelvinOf(reading);
		const own = countedMs(start, end);
		if (!(kelvin > 0) || own === 0) return;
		weight += own;
		weighted += own * reading;
		// Relative to the highest, because the exponentials of very low temperatures underflow.
		sum += own * Math.exp(ratio / highest - ratio / kelvin);
		if (reading < min) min = reading;
		if (reading > max) max = reading;
	});
	if (weight === 0) return { kinetic: null, mean: null, min: null, max: null, impossible };
	const kinetic = ratio / (ratio / highest - Math.log(sum / weight));
	return { kinetic: (kinetic - scale.zero) / scale.factor, mean: weighted / weight, min, max, impossible };
}

function scaleOrThrow(unit: string) {
	const scale = kelvinsOf(unit);
	if (!scale) throw new RangeError(`Not a unit of temperature: ${unit}`);
	return scale;
}

/** From `first` until before `end`. Null: none is above absolute zero. */
export type KineticOf = (samples: readonly { value: number }[], first: number, end: number) => number | null;

/** Mean kinetic temperature of readings that weigh the same. Throws RangeError if `unit` is no unit of temperature. */
export function kineticOf(unit: string, activationEnergy: number): KineticOf {
	const { factor, zero } = scaleOrThrow(unit);
	const ratio = (activationEnergy * 1000) / gasConstant;
	return (samples, first, end) => {
		let [highest, sum, count] = [0, 0, 0];
		for (let index = first; index < end; index += 1) {
			highest = Math.max(highest, (samples[index]?.value ?? 0) * factor + zero);
		}
		for (let index = first; index < end; index += 1) {
			const kelvin = (samples[index]?.value ?? 0) * factor + zero;
			if (!(kelvin > 0)) continue;
			sum += Math.exp(ratio / highest - ratio / kelvin);
			count += 1;
		}
		return count === 0 ? null : (ratio / (ratio / highest - Math.log(sum / count)) - zero) / factor;
	};
}

function highestKelvin(value: ArrayLike<number>, kelvinOf: (value: number) => number): number {
	let highest = 0;
	for (let index = 0; index < value.length; index += 1) highest = Math.max(highest, kelvinOf(value[index] ?? 0));
	return highest;
}
