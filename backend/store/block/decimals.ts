import { maxInteger } from "./integer-column";

const exceptionBits = 55;

const maxScale = 9;

/** Index: scale. Each power is an exact double, so a quotient by it is the double nearest to the decimal. */
export const powers = Float64Array.from({ length: maxScale + 1 }, (_, scale) => 10 ** scale);

const bitsPerDigit = Math.log2(10);

type Decimals = {
	scale: number;
	/** Value × 10^scale, rounded. */
	integers: Float64Array;
	exceptions: number[];
};

export function asDecimals(values: Float64Array): Decimals {
	const scale = bestScale(values);
	const power = powers[scale] ?? 1;
	const integers = new Float64Array(values.length);
	const exceptions: number[] = [];
	let last = 0;
	for (let index = 0; index < values.length; index += 1) {
		const value = values[index] ?? 0;
		const integer = roundedTo(value, power);
		const isKept = Math.abs(integer) <= maxInteger;
		last = isKept ? integer : last;
		integers[index] = last;
		if (!isKept || !Object.is(integer / power, value)) exceptions.push(index);
	}
	return { scale, integers, exceptions };
}

function bestScale(values: Float64Array): number {
	const countByScale = new Float64Array(maxScale + 2);
	for (let index = 0; index < values.length; index += 1) {
		const scale = scaleOf(values[index] ?? 0);
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

function scaleOf(value: number): number {
	for (let scale = 0; scale <= maxScale; scale += 1) {
		const power = powers[scale] ?? 1;
		const integer = roundedTo(value, power);
		if (Math.abs(integer) > maxInteger) return maxScale + 1;
		if (integer / power === value) return scale;
	}
	return maxScale + 1;
}

/** Adding 0 turns −0 into 0, which is then detected as different. */
function roundedTo(value: number, power: number): number {
	return Math.round(value * power) + 0;
}
