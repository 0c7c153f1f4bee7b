type Options = {
	most: number;
	now: () => number;
};

/** A map with an expiry per entry and a maximum size. */
export function createExpiringMap<Key, Value>({ most, now }: Options) {
	const entries = new Map<Key, { value: Value; until: number }>();
	return {
		get size(): number {
			return entries.size;
		},

		get(key: Key): Value | undefined {
			const entry = entries.get(key);
			if (!entry) return undefined;
			if (now() < entry.until) return entry.value;
			entries.delete(key);
			return undefined;
		},

		set(key: Key, value: Value, until: number): void {
			entries.delete(key);
			for (const [oldest, entry] of entries) {
				if (entries.size < most && now() < entry.until) break;
				entries.delete(oldest);
			}
			entries.set(key, { value, until });
		},

		delete(key: Key): void {
			entries.delete(key);
		},
	};
}
