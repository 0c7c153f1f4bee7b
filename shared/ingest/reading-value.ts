/** A larger number is no measurement, and sums and differences of such numbers need not be finite. */
export const largestReading = 1e100;

/** Whether a number can be a reading: neither NaN nor infinite, nor beyond `largestReading` on either side. */
export function isReadingValue(value: number): boolean {
	return Math.abs(value) <= largestReading;
}
