/** Returns a record's own value under a name from outside. `record[name]` would also find `constructor` and `toString`. */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}
