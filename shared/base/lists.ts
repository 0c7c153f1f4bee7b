import { addTo } from "./multi-map";

// No list is spread into a call: some ten thousand arguments overflow the stack. tests/house/lint/ checks this.

export function appendAll<Value>(list: Value[], values: Iterable<Value>): void {
	for (const value of values) list.push(value);
}

export function groupedBy<Value, Key>(values: Iterable<Value>, keyOf: (value: Value) => Key): Map<Key, Value[]> {
	const groups = new Map<Key, Value[]>();
	for (const value of values) addTo(groups, keyOf(value), value);
	return groups;
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
