const lookEveryMs = 1;

/**
 * Starts each arrival at its time on a clock that other work of the machine does not move: it is the CPU of the process
 * that answers, and where nothing is under way it goes on to the next arrival. Answers the ms on it that each took.
 * `arrivals`: `{ at, act }`, in order of `at`, ms.
 */
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
