import { minuteMs } from "../../shared/base/durations";

type Known = {
	highestKept: () => number;
	now: () => number;
};

/** Longer than an import waits for the archive. An upload not stored by then needs a new number. */
const longestUploadMs = 10 * minuteMs;

/** Numbers uploads in order of receipt. Nothing is stored at or below a number that `storedUpTo` returned. */
export function createUploadNumbers({ highestKept, now }: Known) {
	let given: number | null = null;
	let stored: number | null = null;
	let returned = Number.NEGATIVE_INFINITY;
	/** Uploads in progress, which may be stored after later ones. */
	const begunAt = new Map<number, number>();

	// Read at the first call: the tables may not exist earlier.
	function last(): number {
		given ??= highestKept();
		return given;
	}

	/** Excludes numbers that were given out but not stored. */
	function highestStored(): number {
		stored ??= highestKept();
		return stored;
	}

	function next(): number {
		given = last() + 1;
		begunAt.set(given, now());
		return given;
	}

	function beforeBegun(): number {
		for (const [seq, at] of begunAt) if (at + longestUploadMs < now()) begunAt.delete(seq);
		const [first] = begunAt.keys();
		return first === undefined ? Number.POSITIVE_INFINITY : first - 1;
	}

	return {
		last,
		next,
		/** Call right before storing, without an await in between. Returns a new number if `storedUpTo` has passed `seq`. */
		standing: (seq: number): number => (seq > returned ? seq : next()),
		stored(seq: number): void {
			given = Math.max(last(), seq);
			stored = Math.max(highestStored(), seq);
			begunAt.delete(seq);
		},
		dropped: (seq: number) => void begunAt.delete(seq),
		storedUpTo(): number {
			returned = Math.max(returned, Math.min(beforeBegun(), highestStored()));
			return returned;
		},
	};
}
