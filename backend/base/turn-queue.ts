/** After so many rounds a waiting slice runs anyway: lists are late but never starve. */
const mostRounds = 25;

/** Uploads and acknowledgements run at once. Lists and slices of long work wait in line, one at a time. */
export type TurnQueue = {
	/** Waiting turns start only after `act` ends. */
	first<Result>(act: () => Promise<Result>): Promise<Result>;
	/** Await before each slice. A turn lasts until the caller's next await. */
	next(): Promise<void>;
};

/** `pause` lets newly arrived work run. `atOnce`: how many turns each pause grants. */
export function createTurnQueue(pause: () => Promise<void>, atOnce: () => number = () => 1): TurnQueue {
	const waiting: (() => void)[] = [];
	let firsts = 0;
	let isPumping = false;

	/** No turn has to be returned, so a cancelled call blocks no other. */
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
