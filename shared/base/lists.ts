// No list is spread into a call: some ten thousand arguments overflow the stack. tests/house/lint/ checks this.

export function appendAll<Value>(list: Value[], values: Iterable<Value>): void {
	for (const value of values) list.push(value);
}

/** -Infinity for none; NaN if one of them is. */
export function largestOf(values: Iterable<number>): number {
	let largest = Number.NEGATIVE_INFINITY;
	for (const value of values) largest = Math.max(largest, value);
	return largest;
}

/** Infinity for none; NaN if one of them is. */
export function smallestOf(values: Iterable<number>): number {
	let smallest = Number.POSITIVE_INFINITY;
	for (const value of values) smallest = Math.min(smallest, value);
	return smallest;
}
