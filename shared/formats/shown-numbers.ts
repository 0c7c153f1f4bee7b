import type { ReadIn } from "./display-formats";

/** Digits after the point of a typed or written number: more than users type, too few for the noise of a conversion. */
const typedDecimals = 5;

export function shownNumber(value: number, { read, moreDecimals }: ReadIn, isDifference = false): number {
	return rounded(read(value, isDifference), typedDecimals + Math.max(moreDecimals, 0));
}

/** The inverse of `shownNumber`. One digit more, so that a typed number is the same after both conversions. */
export function storedNumber(typed: number, { stored, moreDecimals }: ReadIn, isDifference = false): number {
	return rounded(stored(typed, isDifference), typedDecimals + 1 + Math.max(-moreDecimals, 0));
}

function rounded(value: number, decimals: number): number {
	return Math.abs(value) < 1e21 ? Number(value.toFixed(Math.min(decimals, 20))) : value;
}
