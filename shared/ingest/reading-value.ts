/** Larger numbers are no measurements, and their sums could overflow. */
export const largestReading = 1e100;

/** False for NaN, and beyond ±`largestReading`. */
export function isReadingValue(value: number): boolean {
	return Math.abs(value) <= largestReading;
}
