import { maxInteger } from "./integer-column";

const exceptionBits = 55;

const maxScale = 9;

/** By scale. Each is exact as a double, so a quotient by it is the double nearest to the decimal. */
export const powers = Float64Array.from({ length: maxScale + 1 }, (_, scale) => 10 ** scale);

const bitsPerDigit = Math.log2(10);

type Decimals = {
	scale: number;
	/** Value × 10^scale, rounded. */
	integers: Float64Array;
	/** Places of values that the integer does not give back, ascending. */
	exceptions: number[];
};

/** Finite values as integers over the power of ten that takes the fewest bits in all. */
export function asDecimals(values: Float64Array): Decimals {
	const scale = bestScale(values);
	const power = powers[scale] ?? 1;
	const integers = new Float64Array(values.length);
	const exceptions: number[] = [];
	let last = 0;
	for (let place = 0; place < values.length; place += 1) {
		const value = values[place] ?? 0;
		const integer = roundedTo(value, power);
		const isKept = Math.abs(integer) <= maxInteger;
		// An integer too large to count with is stored by the exception alone, and costs nothing as the one before.
		last = isKept ? integer : last;
		integers[place] = last;
		if (!isKept || !Object.is(integer / power, value)) exceptions.push(place);
	}
	return { scale, integers, exceptions };
}

function bestScale(values: Float64Array): number {
	const countByScale = new Float64Array(maxScale + 2);
	for (let place = 0; place < values.length; place += 1) {
		const scale = scaleOf(values[place] ?? 0);
		countByScale[scale] = (countByScale[scale] ?? 0) + 1;
	}
	let best = 0;
	let fewestBits = Number.POSITIVE_INFINITY;
	let exact = 0;
	for (let scale = 0; scale <= maxScale; scale += 1) {
		exact += countByScale[scale] ?? 0;
		const bits = (values.length - exact) * exceptionBits + values.length * scale * bitsPerDigit;
		if (bits < fewestBits) [best, fewestBits] = [scale, bits];
	}
	return best;
}

/** The lowest scale at which a value is an integer; past the highest where there is none. */
function scaleOf(value: number): number {
	for (let scale = 0; scale <= maxScale; scale += 1) {
		const power = powers[scale] ?? 1;
		const integer = roundedTo(value, power);
		if (Math.abs(integer) > maxInteger) return maxScale + 1;
		if (integer / power === value) return scale;
	}
	return maxScale + 1;
}

/** Adding 0 makes 0 of −0, which is then seen to differ. */
function roundedTo(value: number, power: number): number {
	return Math.round(value * power) + 0;
}
