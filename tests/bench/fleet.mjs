// The rows of one account with many devices: what screens ask of it, alone and beside uploads.
import { startLogRuntime } from "./log-runtime.mjs";

const fleetBindings = {
	durableObjects: { ACCOUNT: { className: "BenchAccount", useSQLite: true, unsafePreventEviction: true } },
	r2Buckets: ["ARCHIVE"],
	d1Databases: ["DIRECTORY"],
	queueProducers: Object.fromEntries(
		["ALERT_MESSAGES", "MAIL_MESSAGES", "WEBHOOK_MESSAGES", "REPORT_RUNS"].map((name) => [name, name.toLowerCase()]),
	),
	bindings: {
		...{ USER_POOL_ID: "eu-west-1_bench", USER_POOL_CLIENT_ID: "bench", INGEST_SECRET: "bench".repeat(8) },
		...{ CONSOLE_URL: "", EMAIL_FROM: "", SMS_COUNTRIES: "" },
	},
};

/** Devices filled by one call, so that none takes long. */
const filledTogether = 1_000;

export async function startFleetRuntime({ compatibilityDate }) {
	return startLogRuntime({ compatibilityDate, path: "fleet/fleet-worker", bindings: fleetBindings });
}

/** An account of its name with so many devices and days; nothing of it is in memory afterwards. */
export async function fillAccount(runtime, name, { devices, days }) {
	for (let from = 0; from < devices; from += filledTogether) {
		await runtime.call(name, "fill", { from, to: Math.min(from + filledTogether, devices), days });
	}
	await runtime.evict(name);
}

const fleets = [1_000, 9_900];
/** `BENCH_FLEET_DAYS` makes a smaller log for a quick look. */
const days = Number(process.env.BENCH_FLEET_DAYS ?? 400);
const asked = 10;
const rounds = 3;
const dashboard = ["device.getOverview", "group.getGroups", "firstSteps.getFirstSteps"];
const dashboardInputs = { 0: { json: { hours: 24 } }, 3: { json: { limit: 4 } } };
const log = ["log.getLogs", "log.getSeries", "group.getGroups", "account.getCurrent"];

/** Measures and prints one account with many devices; answers its bars. The least CPU of several rounds, in the object. */
export async function benchFleet(options) {
	const runtime = await startFleetRuntime(options);
	try {
		const rows = [];
		for (const devices of fleets) rows.push(await fleetRow(runtime, devices));
		console.log("\n| devices | what | CPU ms | kB |\n|---|---|---|---|");
		for (const { devices, parts } of rows) {
			for (const { what, ms, kB } of parts)
				console.log(`| ${devices} | ${what} | ${ms.toFixed(1)} | ${kB.toFixed(1)} |`);
		}
		return rows.at(-1).bars;
	} finally {
		await runtime.stop();
	}
}

async function fleetRow(runtime, devices) {
	const name = `fleet-${devices}`;
	await fillAccount(runtime, name, { devices, days });
	const cold = runtime.heldBytes();
	const ask = (what, question) => least(runtime, name, { what, ...question });
	const list = await ask("device.getDevices", { calls: ["device.getDevices"] });
	const held = cold === null ? null : runtime.heldBytes() - cold;
	const screen = await ask("the dashboard's batch", {
		calls: [...dashboard, "alert.getEvents", "account.getCurrent"],
		inputs: dashboardInputs,
	});
	const changed = await changedRow(runtime, name, devices);
	const logs = await ask("the log's first batch", {
		calls: log,
		inputs: {
			0: { json: { rangeType: "day", offset: 0 } },
			1: { json: { rangeType: "day", offset: 0, pixels: 1_000 } },
		},
	});
	if (held !== null)
		console.log(`\nWith the rows of ${devices} devices the process holds ${(held / 1e6).toFixed(0)} MB more.`);
	return {
		devices,
		parts: [list, screen, changed, logs],
		bars: [
			atMost("the dashboard's batch of 9,900 devices, CPU ms", screen.ms, 25),
			atMost("the dashboard's batch of 9,900 devices, kB", screen.kB, 60),
			atMost("devices again with 1 % changed, CPU ms", changed.ms, 12),
			atMost("devices again with 1 % changed, kB", changed.kB, 60),
			atMost("the log's first batch of 9,900 devices, CPU ms", logs.ms, 60),
			atMost("the log's first batch of 9,900 devices, kB", logs.kB, 400),
		],
	};
}

async function least(runtime, name, { what, calls, inputs }) {
	await runtime.call(name, "ask", { calls, inputs, times: 2 });
	let [ms, bytes] = [Number.POSITIVE_INFINITY, 0];
	for (let round = 0; round < rounds; round += 1) {
		const { result, cpuSeconds } = await runtime.measured(name, "ask", { calls, inputs, times: asked });
		ms = Math.min(ms, (cpuSeconds * 1_000) / asked);
		bytes = result;
	}
	return { what, ms, kB: bytes / 1_000 };
}

/** The uploads between are not in the figure; making their rows anew is. */
async function changedRow(runtime, name, devices) {
	const places = Array.from({ length: Math.round(devices / 100) }, (_, place) => place * 100);
	let [ms, bytes] = [Number.POSITIVE_INFINITY, 0];
	for (let round = 0; round < rounds * 3; round += 1) {
		const since = await runtime.call(name, "known", null);
		await runtime.call(name, "upload", { places });
		const question = { calls: ["device.getDeviceChanges"], inputs: { 0: { json: { since } } }, times: 1 };
		const { result, cpuSeconds } = await runtime.measured(name, "ask", question);
		ms = Math.min(ms, cpuSeconds * 1_000);
		bytes = result;
	}
	return { what: "devices again, 1 % changed", ms, kB: bytes / 1_000 };
}

function atMost(what, value, bar) {
	return { what, value, bar, isMet: (measured) => measured <= bar };
}
