/** Least recently used entries go first; the callers give the bytes. */
export function createBoundedCache<Key, Value>(maxBytes: number) {
	const entries = new Map<Key, { value: Value; bytes: number }>();
	let total = 0;

	function remove(key: Key): void {
		total -= entries.get(key)?.bytes ?? 0;
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

		set(key: Key, value: Value, bytes: number): void {
			remove(key);
			entries.set(key, { value, bytes });
			total += bytes;
			for (const oldest of entries.keys()) {
				if (total <= maxBytes) return;
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
