// The load that one account's object bears, by number of devices: `npm run bench:scale`, quoted by docs/scale.md.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "../../local/tasks/command-line.mjs";
import { monthlyCost } from "./cost.mjs";
import { changedRow } from "./fleet.mjs";
import { openFleet, spreadOf, startFleetRuntime } from "./fleet-runtime.mjs";
import { batchPath, screenCalls } from "./screen-calls.mjs";

const usage = "npm run bench:scale [-- --devices=1000,10000,25000 --days=0 --derived=0,2]";
const inspectorPort = Number(process.env.BENCH_INSPECTOR ?? 9_341);
/** The promises of docs/scale.md up to `serverLimits.devices`; larger fleets have no bars. */
const bars = {
	"CPU ms of the dashboard": 25,
	"kB of the dashboard": 60,
	"CPU ms of devices again with 1 % changed": 12,
	"kB of devices again with 1 % changed": 60,
	"CPU ms of the log's first batch": 60,
	"kB of the log's first batch": 400,
	"MB of heap after the screens, above an account of one device": 25,
	"MB of heap after ten pages of the log, above it": 25,
	"p95 of an upload beside 10 people ÷ alone": 3,
	"p95 of an upload beside 50 people ÷ alone": 3,
};
const { values } = readCommandLine({
	usage,
	options: {
		devices: { type: "string", default: "1000,10000,25000" },
		days: { type: "string", default: "0" },
		derived: { type: "string", default: "0" },
	},
});
const fleets = values.devices.split(",").map(Number);
const days = Number(values.days);
const uploads = 400;
const changed = 5_000;

const textOf = (path) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
const [, compatibilityDate] = /^compatibility_date = "(.+)"$/m.exec(textOf("backend/wrangler.toml"));
const [, mostDevices] = /^\tdevices: ([\d_]+),$/m.exec(textOf("shared/base/limits.ts"));

const rows = [];
for (const devices of fleets)
	for (const derived of values.derived.split(",").map(Number)) rows.push(await measureFleet({ devices, derived }));
printTable(rows);
printVerdict(rows);

/** Measures each fleet in a process of its own, for its memory. `BENCH_FLEET_KEPT`: as for `npm run bench`. */
async function measureFleet({ devices, derived }) {
	const runtime = await startFleetRuntime({ compatibilityDate, kept: process.env.BENCH_FLEET_KEPT, inspectorPort });
	try {
		const baseBytes = await heapOfOneDevice(runtime);
		const fleet = await openFleet(runtime, { devices, days, derived });
		const bytes = await fleet.call("databaseBytes");
		const uploadAt = (index) => fleet.upload((index * 7_919) % devices);
		const start = await fleet.cpuOf(() => uploadAt(0));
		// Runs first: later uploads would fill the newest page of the log.
		const log = await fleet.leastOf(screenCalls.log);
		const all = await fleet.leastOf([["device.getDevices"]]);
		const dashboard = await fleet.leastOf(screenCalls.dashboard);
		const screensBytes = await fleet.heapBytes();
		await readOlder(fleet);
		const pagesBytes = await fleet.heapBytes();
		const rowsBefore = await fleet.call("rowsWritten");
		const uploading = await fleet.cpuOf(async () => {
			for (let index = 1; index <= uploads; index += 1) await uploadAt(index);
		});
		const rowsWritten = ((await fleet.call("rowsWritten")) - rowsBefore) / uploads;
		const again = await changedRow(fleet);
		const alone = await fleet.uploadBeside(0);
		const [besideTen, besideFifty] = [await fleet.uploadBeside(10), await fleet.uploadBeside(50)];
		const row = {
			devices,
			"derived channels of each": derived,
			"CPU ms of an upload": uploading.ms / uploads,
			"uploads a second": (1_000 * uploads) / uploading.ms,
			"rows written an upload": rowsWritten,
			"MB of SQLite": bytes / 1e6,
			"MB of heap of an account of one device": baseBytes / 1e6,
			"MB of heap after the screens, above an account of one device": (screensBytes - baseBytes) / 1e6,
			"MB of heap after ten pages of the log, above it": (pagesBytes - baseBytes) / 1e6,
			"MB of the process": fleet.heldBytes() / 1e6,
			"CPU ms of a start": start.ms,
			"CPU ms of all devices": all.ms,
			"kB of all devices": all.kB,
			"CPU ms of the dashboard": dashboard.ms,
			"kB of the dashboard": dashboard.kB,
			"CPU ms of devices again with 1 % changed": again.ms,
			"kB of devices again with 1 % changed": again.kB,
			"CPU ms of the log's first batch": log.ms,
			"kB of the log's first batch": log.kB,
			"ms of an upload alone, p95": alone.p95,
			"p95 of an upload beside 10 people ÷ alone": besideTen.p95 / alone.p95,
			"p95 of an upload beside 50 people ÷ alone": besideFifty.p95 / alone.p95,
			"… while 5,000 devices are changed ÷ alone": (await besideChange(fleet)).p95 / alone.p95,
			"US dollars a month": monthlyCost(devices),
		};
		console.log(JSON.stringify(row));
		return row;
	} finally {
		await runtime.stop();
	}
}

/** The program itself: its text, code and words. */
async function heapOfOneDevice(runtime) {
	const fleet = await openFleet(runtime, { devices: 1, days: 0 });
	for (const calls of [screenCalls.log, [["device.getDevices"]], screenCalls.dashboard]) await fleet.leastOf(calls);
	const bytes = await fleet.heapBytes();
	await fleet.evict();
	return bytes;
}

async function readOlder(fleet) {
	let cursor = null;
	for (let page = 0; page < 10; page += 1) {
		const hour = { rangeType: "hour", offset: 0, ...(cursor !== null && { cursor }) };
		cursor = await fleet.call("nextCursor", { path: batchPath([["log.getLogs", hour]]) });
		if (cursor === null) return;
	}
}

/** Applies the bars up to the limit of devices, and names the largest fleet that holds them all. */
function printVerdict(measured) {
	const missedOf = (row) => Object.keys(bars).filter((what) => row[what] > bars[what]);
	for (const row of measured) {
		const missed = missedOf(row);
		const fleet = `${row.devices} devices with ${row["derived channels of each"]} derived channels each`;
		const said = missed.map((what) => `${what} ${row[what].toFixed(1)} (at most ${bars[what]})`).join("; ");
		console.log(`${fleet}: ${missed.length === 0 ? "every bound holds" : `MISSED ${said}`}`);
		if (missed.length > 0 && row.devices <= Number(mostDevices.replaceAll("_", ""))) process.exitCode = 1;
	}
	const holding = measured.filter((row) => missedOf(row).length === 0).map(({ devices }) => devices);
	console.log(
		`Most devices that hold every bound, of those measured: ${holding.length === 0 ? "none" : Math.max(...holding)}`,
	);
}

async function besideChange(fleet) {
	const deviceIds = (await fleet.call("deviceIds")).slice(0, changed);
	let isOver = false;
	const ended = fleet.change("device.changeDevices", { deviceIds, addTags: ["audited"] }).finally(() => {
		isOver = true;
	});
	const took = [];
	for (let position = 0; !isOver; position += 1)
		took.push((await fleet.cpuOf(() => fleet.upload(position % fleet.devices))).ms);
	await ended;
	return spreadOf(took);
}

function printTable(measured) {
	const [first] = measured;
	for (const what of Object.keys(first)) {
		const cells = measured.map((row) => row[what].toLocaleString("en", { maximumSignificantDigits: 3 }));
		console.log(`| ${what} | ${cells.join(" | ")} |`);
		if (what === "devices") console.log(`|---|${cells.map(() => "---|").join("")}`);
	}
}
