/** Rounds of waiting for what goes first, until a slice goes on all the same: lists are late then, but never starve. */
const mostRounds = 25;

/**
 * Who has an account's one thread next. Uploads and acknowledgements run at once; what can wait, as lists and slices of
 * long work, comes one at a time in the order in which it asked, and lets whatever has come in between run first.
 */
export type TurnQueue = {
	/** Runs `act` at once: until it has ended, no one who waits for a turn gets one. */
	first<Result>(act: () => Promise<Result>): Promise<Result>;
	/** Ask before each slice. It lasts until the caller next waits for something. Costs nothing where no one is there. */
	next(): Promise<void>;
};

/** `pause` lets everything run that has come in meanwhile. `atOnce`: how many turns follow each one. */
export function createTurnQueue(pause: () => Promise<void>, atOnce: () => number = () => 1): TurnQueue {
	const waiting: (() => void)[] = [];
	let firsts = 0;
	let isPumping = false;

	/** Nothing is held by who has the turn: a call that was cancelled requests none again. */
	async function pump(): Promise<void> {
		isPumping = true;
		for (;;) {
			await letFirstsPass();
			if (waiting.length === 0) break;
			for (const next of waiting.splice(0, atOnce())) next();
		}
		isPumping = false;
	}

	async function letFirstsPass(): Promise<void> {
		for (let round = 0; round < mostRounds; round += 1) {
			await pause();
			if (firsts === 0) return;
		}
	}

	return {
		async first(act) {
			firsts += 1;
			try {
				return await act();
			} finally {
				firsts -= 1;
			}
		},
		next() {
			const isFree = !isPumping && firsts === 0;
			const turn = isFree ? Promise.resolve() : new Promise<void>((resolve) => void waiting.push(resolve));
			if (!isPumping) void pump();
			return turn;
		},
	};
}
