/** A response counts as lost after it. On a busy machine a request may wait half a minute before the product, and any deadline of it, begins. */
const deadlineMs = 120_000;
/** One request in ten is a screen, the others are uploads. */
const screenEvery = 10;

/** Each upload has readings of its own, none of which lies in the future. */
const earliest = Date.now() - 20 * 86_400_000;

function uploadOf(key, number) {
	const readings = Array.from({ length: 15 }, (_, index) => ({
		channel: "Temperature",
		at: earliest + number * 15_000 + index * 1_000,
		value: 4 + index / 10,
	}));
	return {
		path: "/api/ingest/v1/readings",
		init: {
			method: "POST",
			headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
			body: JSON.stringify({ readings }),
		},
	};
}

/** Counts over all steps, so that no step begins with the devices of the last one. */
let sequence = 0;

const screenPath =
	"/api/proxy/account.getCurrent,device.getDevices,alert.getAlerts?batch=1&input=" +
	encodeURIComponent(JSON.stringify({ 0: {}, 1: {}, 2: {} }));

/** Runs `clients` clients, each of which sends its next request after a response. A rejection without a reason is a defect. */
export async function runStep({ origin, accounts, clients, seconds }) {
	const begunAt = Date.now();
	const endsAt = begunAt + seconds * 1_000;
	const times = [];
	const statuses = new Map();
	let withoutRetryAfter = 0;
	let requested = 0;
	let longestMs = 0;

	/** Takes the next account and its next device, so that none reaches its limit of a minute. */
	async function fetchOnce() {
		requested += 1;
		sequence += 1;
		const isScreen = requested % screenEvery === 0;
		const { keys, cookie } = accounts[sequence % accounts.length];
		const key = keys[Math.floor(sequence / accounts.length) % keys.length];
		const { path, init } = isScreen ? { path: screenPath, init: { headers: { cookie } } } : uploadOf(key, sequence);
		const startedAt = performance.now();
		let status = "broken";
		try {
			const response = await fetch(origin + path, { ...init, signal: AbortSignal.timeout(deadlineMs) });
			await response.arrayBuffer();
			status = response.status;
			const isShed = status === 429 || status >= 500;
			if (isShed && !response.headers.has("retry-after")) withoutRetryAfter += 1;
		} catch (error) {
			status = `broken, ${error.cause?.code ?? error.name}`;
		}
		longestMs = Math.max(longestMs, performance.now() - startedAt);
		statuses.set(status, (statuses.get(status) ?? 0) + 1);
		if (status === 200) times.push(performance.now() - startedAt);
	}

	await Promise.all(
		Array.from({ length: clients }, async () => {
			while (Date.now() < endsAt) await fetchOnce();
		}),
	);
	times.sort((one, other) => one - other);
	const at = (part) => Math.round(times[Math.floor((times.length - 1) * part)] ?? 0);
	const rejected = [...statuses].reduce((sum, [status, count]) => sum + (status === 429 ? count : 0), 0);
	return {
		clients,
		refusedPart: rejected / requested,
		// The last responses come after the step's time.
		perSecond: (times.length * 1_000) / (Date.now() - begunAt),
		p50: at(0.5),
		p95: at(0.95),
		longest: Math.round(longestMs),
		statuses,
		withoutRetryAfter,
	};
}
