// A list of unknown length is never spread into a call: each argument lies on the stack, and some ten thousand overflow
// it. tests/house/lint/ holds this.

/** Adds the values at the end of the list, in the list itself. */
export function appendAll<Value>(list: Value[], values: Iterable<Value>): void {
	for (const value of values) list.push(value);
}

/** The largest value: -Infinity of none, NaN if one of them is. */
export function largestOf(values: Iterable<number>): number {
	let largest = Number.NEGATIVE_INFINITY;
	for (const value of values) largest = Math.max(largest, value);
	return largest;
}

/** The smallest value: Infinity of none, NaN if one of them is. */
export function smallestOf(values: Iterable<number>): number {
	let smallest = Number.POSITIVE_INFINITY;
	for (const value of values) smallest = Math.min(smallest, value);
	return smallest;
}
