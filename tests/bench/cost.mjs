// What the log costs a month at the platform's list prices, from the bench's figures: `node tests/bench/cost.mjs`.
import { pathToFileURL } from "node:url";
import { readCommandLine } from "../../local/tasks/command-line.mjs";

/** Figures of docs/performance.md for uploads of 15 readings; `npm run bench` prints the costs of its own run. */
const lastFigures = {
	blocks: { rowsPerReading: 0.0677, blockBytes: 1.68, rollUpBytes: 0.9 },
	rows: { rowsPerReading: 1.0646, bytes: 38 },
};

/** US dollars per million, or per gigabyte and month, beyond what the plan includes. */
const prices = {
	plan: 5,
	workerRequests: { price: 0.3, included: 10e6 },
	workerCpuMs: { price: 0.02, included: 30e6 },
	objectRequests: { price: 0.15, included: 1e6 },
	objectGigabyteSeconds: { price: 12.5, included: 0.4e6 },
	rowsWritten: { price: 1, included: 50e6 },
	objectGigabytes: { price: 0.2, included: 5 },
	archiveGigabytes: { price: 0.015, included: 10 },
	archiveWrites: { price: 4.5, included: 1e6 },
	logGigabytes: { price: 0.25, included: 50 },
	logGigabyteMonths: { price: 0.1, included: 12 },
	metricsPoints: { price: 0.25, included: 10e6 },
};

/** The default of `UPLOAD_LOG_SHARE`. */
const uploadLogShare = 1;
const daysInMonth = 30;
const daysKept = 365;
/** A month stays in the object until its last day is 62 days old: 77 days on average. */
const daysHot = 77;
const readingsPerDay = 24 * 60;
const readingsPerUpload = 15;
/** The count of uploads, and every six hours the time of the key's last use. */
const rowsBesideLog = 1 + readingsPerUpload / 60 / 6;
const cpuMsPerUpload = 1;
const activeSecondsPerUpload = 0.01;
const objectGigabytes = 0.125;
/** Per accepted upload: one line of the console, and a point of each Worker. */
const linesPerUpload = 1;
const pointsPerUpload = 2;
const bytesPerLine = 1_000;
const daysOfLog = 7;
const databaseOverhead = 1.15;
/** 30 rewritten day rows, a line in the manifest, and a place in the queue taken and left. */
const rowsPerArchivedMonth = 33;
const alarmsPerDeviceDay = 1;

const fleets = [10, 10_000, 1_000_000];

export function printCost(figures = lastFigures) {
	const costs = fleets.map((devices) => costOf(devices, figures));
	const columns = fleets.map((devices) => devices.toLocaleString("en"));
	console.log(`\n| US dollars a month | ${columns.map((text) => `${text} devices`).join(" | ")} |`);
	console.log(`|---|${columns.map(() => "---|").join("")}`);
	for (const name of Object.keys(costs[0])) {
		console.log(`| ${name} | ${costs.map((cost) => dollars(cost[name])).join(" | ")} |`);
	}
}

export function withRows(rowsOfUpload) {
	const { blocks, rows } = lastFigures;
	return { rows, blocks: { ...blocks, rowsPerReading: (rowsOfUpload - rowsBesideLog) / readingsPerUpload } };
}

export function monthlyCost(devices, figures = lastFigures) {
	return costOf(devices, figures)["**blocks, in all**"];
}

function costOf(devices, { blocks, rows }) {
	const readings = devices * readingsPerDay * daysInMonth;
	const uploads = readings / readingsPerUpload;
	const kept = devices * readingsPerDay * daysKept;
	const hot = devices * readingsPerDay * daysHot;
	const bytesInObject = (hot * blocks.blockBytes + kept * blocks.rollUpBytes) * databaseOverhead;
	const requests = {
		"requests of the Workers, and their CPU":
			millions(prices.workerRequests, uploads) + millions(prices.workerCpuMs, uploads * cpuMsPerUpload),
		"requests of the objects, and their time":
			millions(prices.objectRequests, uploads + devices * daysInMonth * alarmsPerDeviceDay) +
			millions(prices.objectGigabyteSeconds, uploads * activeSecondsPerUpload * objectGigabytes),
	};
	const logBytes = uploads * linesPerUpload * uploadLogShare * bytesPerLine;
	const watching = {
		"lines of uploads in the log":
			gigabytes(prices.logGigabytes, logBytes) +
			gigabytes(prices.logGigabyteMonths, (logBytes / daysInMonth) * daysOfLog),
		"points of the metrics": millions(prices.metricsPoints, uploads * pointsPerUpload),
	};
	const ofBlocks = {
		"blocks: rows written": millions(
			prices.rowsWritten,
			readings * blocks.rowsPerReading + uploads * rowsBesideLog + devices * rowsPerArchivedMonth,
		),
		"blocks: storage in the objects": gigabytes(prices.objectGigabytes, bytesInObject),
		"blocks: the archive, storage and writes":
			gigabytes(prices.archiveGigabytes, (kept - hot) * blocks.blockBytes) + millions(prices.archiveWrites, devices),
	};
	const ofRows = {
		"one row per reading: rows written": millions(
			prices.rowsWritten,
			readings * rows.rowsPerReading + uploads * rowsBesideLog,
		),
		"one row per reading: storage in the objects": gigabytes(prices.objectGigabytes, kept * rows.bytes),
	};
	const shared = prices.plan + sum(requests) + sum(watching);
	return {
		"the plan": prices.plan,
		...requests,
		...watching,
		...ofBlocks,
		"**blocks, in all**": shared + sum(ofBlocks),
		...ofRows,
		"**one row per reading, in all**": shared + sum(ofRows),
	};
}

function millions({ price, included }, amount) {
	return (Math.max(0, amount - included) / 1e6) * price;
}

function gigabytes({ price, included }, bytes) {
	return Math.max(0, bytes / 1e9 - included) * price;
}

function sum(costs) {
	return Object.values(costs).reduce((total, cost) => total + cost, 0);
}

function dollars(value) {
	return value.toLocaleString("en", { maximumFractionDigits: value < 10 && value > 0 ? 2 : 0 });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	readCommandLine({ usage: "node tests/bench/cost.mjs" });
	printCost();
}
