type Options = {
	/** Of entries; the oldest go first. */
	most: number;
	/** Epoch ms. */
	now: () => number;
};

/** For what is remembered of others for a while: each entry has its end, and all together a bound. */
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

		/** `until` is epoch ms. */
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
