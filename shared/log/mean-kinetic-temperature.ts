import { ownValue } from "../base/own-value";
import { knownUnit } from "../formats/unit-spellings";
import type { Quantity } from "../formats/units";
import { gapOfReadings, gapsBetween, intervalsOfAGap, type Pause } from "./reading-gaps";

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

type KineticRequest = {
	/** Epoch ms, ascending. */
	at: ArrayLike<number>;
	value: ArrayLike<number>;
	unit: string;
	/** kJ/mol. */
	activationEnergy: number;
	longest?: number | null;
};

export type KineticSummary = {
	kinetic: number | null;
	mean: number | null;
	gaps: Pause[];
	/** Ignored readings at or below absolute zero. */
	impossible: number;
};

/**
 * Mean kinetic temperature by Arrhenius. A reading weighs up to half the usual interval on either side.
 * Throws RangeError if `unit` is no unit of temperature.
 */
export function kineticSummary({ at, value, unit, activationEnergy, ...known }: KineticRequest): KineticSummary {
	const scale = kelvinsOf(unit);
	if (!scale) throw new RangeError(`Not a unit of temperature: ${unit}`);
	const kelvinOf = (reading: number) => reading * scale.factor + scale.zero;
	const { longest = gapOfReadings(at) } = known;
	const weights = readingWeights(at, longest);
	const ratio = (activationEnergy * 1000) / gasConstant;
	const highest = highestKelvin(value, kelvinOf);
	let [weight, weighted, sum, impossible] = [0, 0, 0, 0];
	for (let index = 0; index < at.length; index += 1) {
		const reading = value[index] ?? 0;
		const kelvin = kelvinOf(reading);
		if (!(kelvin > 0)) {
			impossible += 1;
			continue;
		}
		const own = weights[index] ?? 0;
		weight += own;
		weighted += own * reading;
		// Relative to the highest, because the exponentials of very low temperatures underflow.
		sum += own * Math.exp(ratio / highest - ratio / kelvin);
	}
	const gaps = gapsBetween(at, longest);
	if (weight === 0) return { kinetic: null, mean: null, gaps, impossible };
	const kinetic = ratio / (ratio / highest - Math.log(sum / weight));
	return { kinetic: (kinetic - scale.zero) / scale.factor, mean: weighted / weight, gaps, impossible };
}

function highestKelvin(value: ArrayLike<number>, kelvinOf: (value: number) => number): number {
	let highest = 0;
	for (let index = 0; index < value.length; index += 1) highest = Math.max(highest, kelvinOf(value[index] ?? 0));
	return highest;
}

/** Weight of each reading, ms. The outer ones are weighed as if followed by another. A single reading: 1. */
export function readingWeights(at: ArrayLike<number>, longest = gapOfReadings(at)): Float64Array {
	const weights = new Float64Array(at.length);
	if (at.length === 1) weights[0] = 1;
	if (at.length < 2) return weights;
	const interval = longest === null ? (at[1] ?? 0) - (at[0] ?? 0) : longest / intervalsOfAGap;
	const half = interval / 2;
	for (let index = 0; index < at.length; index += 1) {
		const time = at[index] ?? 0;
		const before = index === 0 ? half : Math.min((time - (at[index - 1] ?? 0)) / 2, half);
		const after = index === at.length - 1 ? half : Math.min(((at[index + 1] ?? 0) - time) / 2, half);
		weights[index] = before + after;
	}
	return weights;
}
