import { migrateDirectory } from "../../local/tasks/migrate-directory.mjs";
import { startLogRuntime } from "./log-runtime.mjs";
import { serveArrivals } from "./own-clock.mjs";
import { batchPath, screenCalls } from "./screen-calls.mjs";

const bindings = {
	durableObjects: { ACCOUNT: { className: "BenchAccount", useSQLite: true, unsafePreventEviction: true } },
	r2Buckets: ["ARCHIVE"],
	d1Databases: ["DIRECTORY"],
	queueProducers: Object.fromEntries(
		["ALERT_MESSAGES", "MAIL_MESSAGES", "WEBHOOK_MESSAGES", "REPORT_RUNS"].map((name) => [name, name.toLowerCase()]),
	),
	bindings: {
		USER_POOL_ID: "eu-west-1_bench",
		USER_POOL_CLIENT_ID: "bench",
		INGEST_SECRET: "bench".repeat(8),
		CONSOLE_URL: "",
		EMAIL_FROM: "",
		SMS_COUNTRIES: "",
	},
};

const filledTogether = 500;
/** The first dozen calls of an object run code that is not compiled yet. */
const leastRounds = 15;

/** One account with a large fleet in plain workerd. `kept`: a folder whose fleets are used again and extended. */
export async function startFleetRuntime({ compatibilityDate, kept, inspectorPort }) {
	const runtime = await startLogRuntime({
		compatibilityDate,
		path: "fleet/fleet-worker",
		bindings,
		kept,
		inspectorPort,
	});
	const directory = await runtime.database("DIRECTORY");
	const { results } = await directory.prepare("SELECT 1 FROM sqlite_master WHERE name = 'account_due'").all();
	if (results.length === 0) await migrateDirectory(directory);
	return runtime;
}

function partsOf({ from, to }) {
	return Array.from({ length: Math.ceil((to - from) / filledTogether) }, (_, part) => {
		const first = from + part * filledTogether;
		return { from: first, to: Math.min(first + filledTogether, to) };
	});
}

const nameOf = ({ devices, derived }) => (derived === 0 ? `fleet-${devices}` : `fleet-${devices}-derived-${derived}`);

export async function fillFleet(runtime, { devices, days, derived = 0 }) {
	const name = nameOf({ devices, derived });
	const filled = await runtime.call(name, "countDevices");
	for (const part of partsOf({ from: filled, to: devices })) await runtime.call(name, "fill", { ...part, days });
	for (const part of derived > 0 ? partsOf({ from: filled, to: devices }) : [])
		await runtime.call(name, "derive", { ...part, count: derived });
	await runtime.call(name, "group");
}

/** Opens an account with `devices` devices in groups, each with `derived` derived channels. Each sent in the last quarter of an hour; the object's memory is empty. */
export async function openFleet(runtime, { devices, days, derived = 0, isRefreshed = true }) {
	const name = nameOf({ devices, derived });
	const call = (step, argument) => runtime.call(name, step, argument);
	await fillFleet(runtime, { devices, days, derived });
	for (const { from, to } of isRefreshed ? partsOf({ from: 0, to: devices }) : []) {
		const places = Array.from({ length: to - from }, (_, position) => from + position);
		await call("upload", { places, isSpread: true });
	}
	await runtime.evict(name);

	const fleet = {
		devices,
		call,
		evict: () => runtime.evict(name),
		heldBytes: runtime.heldBytes,
		heapBytes: runtime.heapBytes,
		ask: (calls) => call("ask", { path: batchPath(calls) }),
		change: (path, input) => call("change", { path, input }),
		upload: (place) => call("upload", { places: [place] }),
		async cpuOf(act) {
			const before = runtime.cpuMs();
			const result = await act();
			return { ms: runtime.cpuMs() - before, answer: result };
		},
		async leastOf(calls, rounds = leastRounds) {
			await fleet.ask(calls);
			const measured = [];
			for (let round = 0; round < rounds; round += 1) measured.push(await fleet.cpuOf(() => fleet.ask(calls)));
			const { answer: result } = measured[0];
			return { ms: Math.min(...measured.map(({ ms }) => ms)), kB: result.bytes / 1_000 };
		},
		async uploadBeside(people) {
			const visits = evenly(people * visitsEach, (visitEveryMs * visitsEach) / Math.max(people * visitsEach, 1));
			const uploads = evenly(uploadsMeasured, (visitEveryMs * visitsEach) / uploadsMeasured);
			const isUpload = Symbol("upload");
			const arrivals = [
				...visits.map((at) => ({ at, act: () => fleet.ask(screenCalls.dashboard) })),
				...uploads.map((at, index) => {
					const position = (index * 7_919) % devices;
					return { at, kind: isUpload, act: () => fleet.upload(position) };
				}),
			].sort((one, other) => one.at - other.at);
			const took = await serveArrivals(arrivals, runtime.cpuMs);
			return spreadOf(took.filter((_, index) => arrivals[index].kind === isUpload));
		},
	};
	return fleet;
}

const visitEveryMs = 5_000;
const visitsEach = 2;
const uploadsMeasured = 400;

function evenly(count, everyMs) {
	return Array.from({ length: count }, (_, index) => (index + ((index * 0.618) % 1)) * everyMs);
}

export function spreadOf(values) {
	const sorted = values.toSorted((one, other) => one - other);
	return {
		median: sorted[Math.floor(sorted.length / 2)],
		p95: sorted[Math.floor(sorted.length * 0.95)],
		longest: sorted.at(-1),
	};
}
