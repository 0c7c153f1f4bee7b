import { minuteMs } from "../../shared/base/durations";

type Known = {
	/** The highest number that anything stored speaks of. */
	highestKept: () => number;
	now: () => number;
};

/** Longer than a file waits for the archive: whose upload is not stored by then is passed over. */
const longestUploadMs = 10 * minuteMs;

/**
 * The order of receipt, by which a user who follows the account keeps their position. Nothing is ever stored at or below a
 * place that was answered: not by an upload that waited too long, and not after the object is opened anew.
 */
export function createUploadNumbers({ highestKept, now }: Known) {
	let given: number | null = null;
	let stored: number | null = null;
	let returned = Number.NEGATIVE_INFINITY;
	/** They may be stored behind later ones. */
	const begunAt = new Map<number, number>();

	// At the first call, as the tables of who compares may not be there before.
	function last(): number {
		given ??= highestKept();
		return given;
	}

	/** What was given out and not stored is not kept either, and may be given out again. */
	function highestStored(): number {
		stored ??= highestKept();
		return stored;
	}

	function next(): number {
		given = last() + 1;
		begunAt.set(given, now());
		return given;
	}

	/** Before the first that is under way. */
	function beforeBegun(): number {
		for (const [seq, at] of begunAt) if (at + longestUploadMs < now()) begunAt.delete(seq);
		const [first] = begunAt.keys();
		return first === undefined ? Number.POSITIVE_INFINITY : first - 1;
	}

	return {
		last,
		next,
		/** To be asked when nothing is awaited any more before it is stored: of what was passed over, a new one. */
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
