const lookEveryMs = 1;

/** Starts each arrival (`{ at, act }`, by `at` in ms) on the clock of the serving process's CPU. Returns the ms of each. */
export async function serveArrivals(arrivals, cpuMs) {
	const began = cpuMs();
	let idleMs = 0;
	let underWay = 0;
	const now = () => cpuMs() - began + idleMs;
	const took = [];
	for (const { at, act } of arrivals) {
		while (now() < at) {
			if (underWay === 0) idleMs += Math.max(0, at - now());
			else await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
		}
		underWay += 1;
		const from = now();
		took.push(
			act().then(() => {
				underWay -= 1;
				return now() - from;
			}),
		);
	}
	return Promise.all(took);
}
