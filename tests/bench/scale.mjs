// What one account's object bears with more and more devices: `npm run bench:scale`, which docs/scale.md quotes.
// CPU of the runtime's process decides; what people wait for is told beside it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "../../local/tasks/command-line.mjs";
import { monthlyCost } from "./cost.mjs";
import { startScaleRuntime } from "./scale-runtime.mjs";

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
const people = 50;
const visits = 2;
const everyMs = 5_000;
/** What a screen of the whole fleet asks for at once. */
const screen = [
	["device.getDevices", {}],
	["group.getGroups", null],
];

const toml = readFileSync(fileURLToPath(new URL("../../backend/wrangler.toml", import.meta.url)), "utf8");
const [, compatibilityDate] = /^compatibility_date = "(.+)"$/m.exec(toml);

const rows = [];
for (const devices of fleets) rows.push(await measureFleet(devices));
printTable(rows);

/** Each fleet in a process of its own, so that its memory is its own. */
async function measureFleet(devices) {
	const runtime = await startScaleRuntime({ compatibilityDate });
	try {
		const account = `acc_${"0".repeat(26)}`;
		await runtime.addFleet(account, { devices, days });
		const bytes = await runtime.step(account, "databaseBytes");
		await runtime.step(account, "evict");
		const emptyBytes = runtime.heldBytes();
		let round = 1;
		const upload = async () => {
			const began = performance.now();
			await runtime.step(account, "sendOne", { place: Math.floor(Math.random() * devices), round: round++ });
			return performance.now() - began;
		};
		const start = await cpuOf(runtime, upload);
		const rowsBefore = await runtime.step(account, "rowsWritten");
		const alone = [];
		const uploading = await cpuOf(runtime, async () => {
			for (let time = 0; time < uploads; time += 1) alone.push(await upload());
		});
		const rowsWritten = (await runtime.step(account, "rowsWritten")) - rowsBefore;
		const list = await cpuOf(runtime, () => runtime.query(account, [["device.getDevices", {}]]));
		const bulk = await besideUploads(upload, () => runtime.mutate(account, "device.changeDevices", changeOf(devices)));
		const beside = await besideUploads(upload, () => visitAll(runtime, account));
		const row = {
			devices,
			"CPU ms of an upload": uploading / uploads,
			"uploads a second": (1_000 * uploads) / uploading,
			"rows written an upload": rowsWritten / uploads,
			"MB of SQLite": bytes / 1e6,
			"MB of memory past an empty object": (runtime.heldBytes() - emptyBytes) / 1e6,
			"CPU ms of a start": start,
			"CPU ms of getDevices": list,
			"ms of an upload, p95": p95(alone),
			"… while 5,000 devices are changed, p95": p95(bulk),
			"… and the longest": Math.max(...bulk),
			"… beside 50 people, p95": p95(beside),
			"US dollars a month": monthlyCost(devices),
		};
		console.log(JSON.stringify(row));
		return row;
	} finally {
		await runtime.stop();
	}
}

function changeOf(devices) {
	const idOf = (place) => `dev_${String(place).padStart(26, "0")}`;
	const deviceIds = Array.from({ length: Math.min(changed, devices) }, (_, place) => idOf(place));
	return { deviceIds, addTags: ["audited"] };
}

async function cpuOf(runtime, act) {
	const before = runtime.cpuMs();
	await act();
	return runtime.cpuMs() - before;
}

/** The ms of uploads that follow each other until `act` has ended. */
async function besideUploads(upload, act) {
	let isOver = false;
	const ended = act().finally(() => {
		isOver = true;
	});
	const took = [];
	while (!isOver) {
		took.push(await upload());
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	await ended;
	return took;
}

/** Each opens the screen, and again after so long, none at the same moment as another. */
async function visitAll(runtime, account) {
	const person = async (place) => {
		await new Promise((resolve) => setTimeout(resolve, (place * everyMs) / people));
		for (let visit = 0; visit < visits; visit += 1) {
			const next = new Promise((resolve) => setTimeout(resolve, everyMs));
			await runtime.query(account, screen);
			await next;
		}
	};
	await Promise.all(Array.from({ length: people }, (_, place) => person(place)));
}

function p95(values) {
	return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)];
}

function printTable(measured) {
	const [first] = measured;
	for (const what of Object.keys(first)) {
		const cells = measured.map((row) => row[what].toLocaleString("en", { maximumSignificantDigits: 3 }));
		console.log(`| ${what} | ${cells.join(" | ")} |`);
		if (what === "devices") console.log(`|---|${cells.map(() => "---|").join("")}`);
	}
}
