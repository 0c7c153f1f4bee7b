// Bench rows of one account with many devices: the calls of screens, alone and beside uploads.
import { openFleet, startFleetRuntime } from "./fleet-runtime.mjs";
import { atMost, median } from "./rows.mjs";
import { screenCalls } from "./screen-calls.mjs";

const fleets = [100, 1_000, 9_900];
/** `BENCH_FLEET_DAYS` makes a smaller log for a quick look; `BENCH_FLEET_KEPT` is a folder whose fleets are used again. */
const days = Number(process.env.BENCH_FLEET_DAYS ?? 400);
const kept = process.env.BENCH_FLEET_KEPT;
const crowds = [10, 50];
const changedRounds = 9;

export async function benchFleet({ compatibilityDate, sizes = fleets }) {
	const runtime = await startFleetRuntime({ compatibilityDate, kept });
	try {
		const rows = [];
		for (const devices of sizes) rows.push(await fleetRow(await openFleet(runtime, { devices, days })));
		console.log("\n| devices | what | CPU ms | kB |\n|---|---|---|---|");
		for (const { devices, asked: requested } of rows) {
			for (const [what, { ms, kB }] of Object.entries(requested)) {
				console.log(`| ${devices} | ${what} | ${ms.toFixed(1)} | ${kB.toFixed(1)} |`);
			}
		}
		console.log("\n| devices | people | ms of an upload, median | p95 | longest |\n|---|---|---|---|---|");
		for (const { devices, uploads } of rows) {
			for (const { people, median, p95, longest } of uploads) {
				const cells = [median, p95, longest].map((ms) => ms.toFixed(1));
				console.log(`| ${devices} | ${people} | ${cells.join(" | ")} |`);
			}
		}
		return [...barsOf(rows.at(-1)), ...(await lineRows(runtime)), ...(await planRows(runtime))];
	} finally {
		await runtime.stop();
	}
}

const lineRounds = 12;
const parsedTimes = 20;

/** 20,000 values in one upload, as lines and as JSON. Forms take turns, so that neither gains by the state that the other leaves. */
export async function lineRows(runtime) {
	const name = "lines";
	await runtime.call(name, "fill", { from: 0, to: 1, days: 1 });
	await runtime.call(name, "openLines");
	const ms = { lines: [], json: [] };
	for (let minute = 0; minute < 2 * lineRounds; minute += 1) {
		const form = minute % 4 === 0 || minute % 4 === 3 ? "lines" : "json";
		ms[form].push(1_000 * (await runtime.measured(name, "appendMany", { form, minute })).cpuSeconds);
	}
	await runtime.call(name, "parseMany", { times: parsedTimes });
	const parsed = (1_000 * (await runtime.measured(name, "parseMany", { times: parsedTimes })).cpuSeconds) / parsedTimes;
	const [lines, json] = [median(ms.lines), median(ms.json)];
	console.log(
		`\n20,000 values as lines: ${parsed.toFixed(1)} ms parsed, ${lines.toFixed(1)} ms stored; as JSON ${json.toFixed(1)}.`,
	);
	return [
		atMost("20,000 values of line protocol parsed, CPU ms in the Worker", parsed, 40),
		atMost("20,000 values stored as lines ÷ as JSON, CPU in the object", lines / json, 1.2),
	];
}

const plannedDevices = 100;
const eventsEach = 500;

/** A day of a floor plan, with and without a year and more of alerts behind it. */
export async function planRows(runtime) {
	const fleet = await openFleet(runtime, { devices: 4 * plannedDevices, days: 3 });
	const { planId, deviceIds } = await fleet.call("addPlan");
	const dayMs = 24 * 3_600_000;
	const from = Math.floor(Date.now() / dayMs - 1) * dayMs;
	const calls = [["group.getPlanDay", { planId, from, deviceIds: deviceIds.slice(0, plannedDevices) }]];
	const without = await fleet.leastOf(calls);
	for (let first = 0; first < plannedDevices; first += 10) {
		const part = { deviceIds: deviceIds.slice(first, first + 10), each: eventsEach, everyMs: dayMs };
		await fleet.call("addEvents", { ...part, first });
	}
	const withEvents = await fleet.leastOf(calls);
	const events = plannedDevices * eventsEach;
	console.log(
		`\nA day of a floor plan: ${without.ms.toFixed(1)} CPU ms, of ${events} events ${withEvents.ms.toFixed(1)}.`,
	);
	return [
		atMost(`a day of a floor plan of ${plannedDevices} devices, CPU ms`, withEvents.ms, 40),
		atMost(`a day of a floor plan of ${plannedDevices} devices, kB`, withEvents.kB, 60),
	];
}

async function fleetRow(fleet) {
	const requested = {
		// Runs first: later uploads would fill the newest page of the log.
		"the log's first batch": await fleet.leastOf(screenCalls.log),
		"device.getDevices": await fleet.leastOf([["device.getDevices"]]),
		"the dashboard's batch": await fleet.leastOf(screenCalls.dashboard),
		"devices again, 1 % changed": await changedRow(fleet),
		"a search for a letter": await fleet.leastOf(screenCalls.search),
	};
	const uploads = [];
	for (const people of [0, ...crowds]) uploads.push({ people, ...(await fleet.uploadBeside(people)) });
	return { devices: fleet.devices, asked: requested, uploads };
}

/** Excludes the uploads between, and includes making their rows anew. */
export async function changedRow(fleet) {
	const positions = Array.from(
		{ length: Math.max(1, Math.round(fleet.devices / 100)) },
		(_, position) => position * 100,
	);
	const measured = [];
	for (let round = 0; round < changedRounds; round += 1) {
		const since = await fleet.call("known");
		await fleet.call("upload", { places: positions });
		measured.push(await fleet.cpuOf(() => fleet.ask([["device.getDeviceChanges", { since }]])));
	}
	return { ms: Math.min(...measured.map(({ ms }) => ms)), kB: measured.at(-1).answer.bytes / 1_000 };
}

function barsOf({ devices, asked: requested, uploads }) {
	const screen = requested["the dashboard's batch"];
	const changed = requested["devices again, 1 % changed"];
	const log = requested["the log's first batch"];
	const [alone, ...beside] = uploads;
	return [
		atMost(`the dashboard's batch of ${devices} devices, CPU ms`, screen.ms, 25),
		atMost(`the dashboard's batch of ${devices} devices, kB`, screen.kB, 60),
		atMost("devices again with 1 % changed, CPU ms", changed.ms, 12),
		atMost("devices again with 1 % changed, kB", changed.kB, 60),
		atMost(`the log's first batch of ${devices} devices, CPU ms`, log.ms, 60),
		atMost(`the log's first batch of ${devices} devices, kB`, log.kB, 400),
		...beside.map(({ people, p95 }) => atMost(`p95 of an upload beside ${people} people ÷ alone`, p95 / alone.p95, 3)),
	];
}
