/** The earliest of many deadlines, one for each subject. Times are epoch ms. */
export type DeadlineHeap = {
	/** `at` null removes the deadline. */
	set(subject: string, at: number | null): void;
	nextAt(): number | null;
	due(now: number, limit: number): string[];
	foundAt(subject: string): number | null;
	keepOnly(subjects: ReadonlySet<string>): void;
	clear(): void;
};

type Entry = { subject: string; at: number };

/** Drops outdated entries at the top. After a pause of `standstillMs` waiting subjects count as found anew. */
export function createDeadlineHeap({ standstillMs }: { standstillMs: number }): DeadlineHeap {
	const current = new Map<string, number>();
	const found = new Map<string, { at: number; foundAt: number }>();
	let foundBefore = new Map(found);
	let lastRequestedAt = Number.NEGATIVE_INFINITY;
	let heap: Entry[] = [];

	function push(entry: Entry): void {
		let index = heap.push(entry) - 1;
		while (index > 0) {
			const parent = (index - 1) >> 1;
			if (timeAt(parent) <= entry.at) break;
			swap(index, parent);
			index = parent;
		}
	}

	function pop(): void {
		const last = heap.pop();
		if (!last || heap.length === 0) return;
		heap[0] = last;
		for (let index = 0; ; ) {
			const [left, right] = [2 * index + 1, 2 * index + 2];
			let least = index;
			if (timeAt(left) < timeAt(least)) least = left;
			if (timeAt(right) < timeAt(least)) least = right;
			if (least === index) return;
			swap(index, least);
			index = least;
		}
	}

	const timeAt = (index: number) => heap[index]?.at ?? Number.POSITIVE_INFINITY;

	function swap(one: number, other: number): void {
		const [first, second] = [heap[one], heap[other]];
		if (!first || !second) return;
		heap[one] = second;
		heap[other] = first;
	}

	function top(): Entry | undefined {
		while (heap[0] && current.get(heap[0].subject) !== heap[0].at) pop();
		return heap[0];
	}

	return {
		set(subject, at) {
			if (current.get(subject) === at) return;
			found.delete(subject);
			if (at === null) {
				current.delete(subject);
				return;
			}
			current.set(subject, at);
			// Deadlines move at every upload: outdated entries must not pile up.
			if (heap.length > 2 * current.size + 100)
				heap = heap.filter((entry) => current.get(entry.subject) === entry.at).sort(byTime);
			push({ subject, at });
		},
		nextAt() {
			const [waiting] = found.values();
			const next = top();
			return waiting && next ? Math.min(waiting.at, next.at) : ((waiting ?? next)?.at ?? null);
		},
		due(now, limit) {
			const hasStalled = now - lastRequestedAt > standstillMs;
			lastRequestedAt = now;
			if (hasStalled) for (const entry of found.values()) entry.foundAt = now;
			for (let next = top(); next && next.at <= now; next = top()) {
				const before = foundBefore.get(next.subject);
				const foundAt = before?.at === next.at && !hasStalled ? before.foundAt : now;
				found.set(next.subject, { at: next.at, foundAt });
				pop();
			}
			foundBefore.clear();
			const due: string[] = [];
			for (const [subject, { at }] of found) {
				if (due.length === limit) break;
				if (at <= now) due.push(subject);
			}
			return due;
		},
		foundAt: (subject) => found.get(subject)?.foundAt ?? null,
		keepOnly(subjects) {
			for (const known of [current, found]) for (const id of known.keys()) if (!subjects.has(id)) known.delete(id);
		},
		clear() {
			current.clear();
			foundBefore = new Map([...foundBefore, ...found]);
			found.clear();
			heap = [];
		},
	};
}

function byTime(one: Entry, other: Entry): number {
	return one.at - other.at;
}
