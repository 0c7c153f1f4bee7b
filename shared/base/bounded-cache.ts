/** Evicts the least recently used entries. `mostSize` has the unit of `set`'s `size`, by default entries. */
export function createBoundedCache<Key, Value>(mostSize: number) {
	const entries = new Map<Key, { value: Value; size: number }>();
	let total = 0;

	function remove(key: Key): void {
		total -= entries.get(key)?.size ?? 0;
		entries.delete(key);
	}

	return {
		get(key: Key): Value | undefined {
			const entry = entries.get(key);
			if (!entry) return undefined;
			// A Map keeps insertion order: reinserted entries are evicted last.
			entries.delete(key);
			entries.set(key, entry);
			return entry.value;
		},

		/** Reads without changing the order of eviction, for scans. */
		peek: (key: Key): Value | undefined => entries.get(key)?.value,

		set(key: Key, value: Value, size = 1): void {
			remove(key);
			entries.set(key, { value, size });
			total += size;
			for (const oldest of entries.keys()) {
				if (total <= mostSize) return;
				remove(oldest);
			}
		},

		delete: remove,

		clear(): void {
			entries.clear();
			total = 0;
		},
	};
}
