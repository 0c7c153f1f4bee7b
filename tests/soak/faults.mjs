import { wait } from "./person.mjs";

const pauseMs = { least: 8_000, most: 25_000 };
const outageMs = 12_000;

export function createRandom(seed) {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/**
 * Causes faults in turn: a killed process, a kill between a delivery and its report, an eviction, a failing provider; or only kills
 * between a delivery and its report. Counts in `done`.
 */
export async function makeTrouble({ product, provider, accountIds, random, isRunning, log, isAimedOnly, done }) {
	const oneOf = (list) => list[Math.floor(random() * list.length)];

	const acts = {
		/** Kills the backend after the next message's receiver has it and before the backend knows. */
		async aimedKills() {
			const struck = new Promise((resolve) => {
				provider.aim(() => product.kill("backend").then(() => resolve(true)));
			});
			const isStruck = await Promise.race([struck, wait(pauseMs.most * 2).then(() => false)]);
			if (!isStruck) {
				provider.aim(null);
				return false;
			}
			return true;
		},
		async consoleKills() {
			await product.kill("console");
		},
		async backendKills() {
			await product.kill("backend");
		},
		async evictions() {
			await product.evict(oneOf(accountIds));
		},
		async outages() {
			provider.answerWith(random() < 0.5 ? "refuse" : "silent");
			await wait(outageMs);
			provider.answerWith("accept");
		},
	};
	const names = isAimedOnly ? ["aimedKills"] : Object.keys(acts);
	for (let turn = 0; isRunning(); turn += 1) {
		await wait(isAimedOnly ? random() * pauseMs.least : pauseMs.least + random() * (pauseMs.most - pauseMs.least));
		if (!isRunning()) break;
		const name = turn < names.length ? names[turn] : oneOf(names);
		if ((await acts[name]()) !== false) done[name] += 1;
		log(`${name}: ${done[name]}`);
	}
}
