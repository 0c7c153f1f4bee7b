// What one account's object bears with more and more devices: `npm run bench:scale`, which docs/scale.md quotes.
// CPU of the runtime's process decides; what uploads wait for is told beside it, on the runtime's own clock.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "../../local/tasks/command-line.mjs";
import { monthlyCost } from "./cost.mjs";
import { changedRow } from "./fleet.mjs";
import { openFleet, spreadOf, startFleetRuntime } from "./fleet-runtime.mjs";
import { screenCalls } from "./screen-calls.mjs";

const usage = "npm run bench:scale [-- --devices=1000,10000,25000 --days=0]";
const { values } = readCommandLine({
	usage,
	options: {
		devices: { type: "string", default: "1000,10000,25000" },
		/** Of roll-ups before; each takes a row of each device. */
		days: { type: "string", default: "0" },
	},
});
const fleets = values.devices.split(",").map(Number);
const days = Number(values.days);
const uploads = 400;
const changed = 5_000;

const toml = readFileSync(fileURLToPath(new URL("../../backend/wrangler.toml", import.meta.url)), "utf8");
const [, compatibilityDate] = /^compatibility_date = "(.+)"$/m.exec(toml);

const rows = [];
for (const devices of fleets) rows.push(await measureFleet(devices));
printTable(rows);

/** Each fleet in a process of its own, so that its memory is its own. */
async function measureFleet(devices) {
	const runtime = await startFleetRuntime({ compatibilityDate });
	try {
		const fleet = await openFleet(runtime, { devices, days });
		const bytes = await fleet.call("databaseBytes");
		await fleet.evict();
		const emptyBytes = fleet.heldBytes();
		const uploadAt = (index) => fleet.upload((index * 7_919) % devices);
		const start = await fleet.cpuOf(() => uploadAt(0));
		const rowsBefore = await fleet.call("rowsWritten");
		const uploading = await fleet.cpuOf(async () => {
			for (let index = 1; index <= uploads; index += 1) await uploadAt(index);
		});
		const rowsWritten = ((await fleet.call("rowsWritten")) - rowsBefore) / uploads;
		const asked = {
			"CPU ms of all devices": (await fleet.leastOf([["device.getDevices"]])).ms,
			"… of the dashboard": (await fleet.leastOf(screenCalls.dashboard)).ms,
			"… of devices again with 1 % changed": (await changedRow(fleet)).ms,
			"… of the log's first batch": (await fleet.leastOf(screenCalls.log)).ms,
		};
		const alone = await fleet.uploadBeside(0);
		const beside = await fleet.uploadBeside(50);
		const row = {
			devices,
			"CPU ms of an upload": uploading.ms / uploads,
			"uploads a second": (1_000 * uploads) / uploading.ms,
			"rows written an upload": rowsWritten,
			"MB of SQLite": bytes / 1e6,
			"MB of memory past an empty object": (fleet.heldBytes() - emptyBytes) / 1e6,
			"CPU ms of a start": start.ms,
			...asked,
			"ms of an upload, p95": alone.p95,
			"… beside 50 people": beside.p95,
			"… while 5,000 devices are changed": (await besideChange(fleet)).p95,
			"US dollars a month": monthlyCost(devices),
		};
		console.log(JSON.stringify(row));
		return row;
	} finally {
		await runtime.stop();
	}
}

/** The ms of uploads that follow each other until so many devices have got a tag. */
async function besideChange(fleet) {
	const deviceIds = (await fleet.call("deviceIds")).slice(0, changed);
	let isOver = false;
	const ended = fleet.change("device.changeDevices", { deviceIds, addTags: ["audited"] }).finally(() => {
		isOver = true;
	});
	const took = [];
	for (let place = 0; !isOver; place += 1) {
		const began = performance.now();
		await fleet.upload(place % fleet.devices);
		took.push(performance.now() - began);
	}
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
