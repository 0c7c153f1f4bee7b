/** Own value of a record by an outside name. `record[name]` would also find `constructor` and `toString`. */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}
