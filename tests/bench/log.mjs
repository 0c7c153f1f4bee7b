// Bench rows of the log: the block store beside one row per reading and a bare loop of inserts.
import { startLogRuntime } from "./log-runtime.mjs";
import { atLeast, atMost, format, median } from "./rows.mjs";

const rounds = 3;
const historyReadings = Number(process.env.BENCH_LOG_READINGS ?? 10_000_000);
const daysPerFill = 2;
/** Bytes of a row in its table, from the size of a database. */
const rowBytes = 38;
const evictions = 10;
const charts = 40;
const summaries = 40;
const ingested = [
	{ perUpload: 100, readings: 200_000 },
	{ perUpload: 15, readings: 100_000 },
	{ perUpload: 4, readings: 100_000 },
];
const layouts = [
	{ name: "bare loop of inserts", layout: "bare" },
	{ name: "one row per reading", layout: "rows" },
	{ name: "blocks", layout: "blocks" },
];
const hourBar = 25;
const yearBar = 15;
const hoursOfADay = Array.from({ length: 24 }, (_, hour) => 30 + hour);
/** More days than the store caches decoded. */
const hoursOfDays = Array.from({ length: 24 }, (_, index) => 30 + (index % 12) * 24);

export async function benchLog(options) {
	const runtime = await startLogRuntime(options);
	try {
		const { bars, costFigures } = await ingestRows(runtime);
		const ofQueries = [...(await queryRows(runtime)), ...(await summaryRows(runtime))];
		const ofSeries = [...(await derivedRows(runtime)), ...(await seriesRows(runtime))];
		return { bars: [...bars, ...ofQueries, ...ofSeries], costFigures };
	} finally {
		await runtime.stop();
	}
}

async function ingestRows(runtime) {
	const results = [];
	for (const request of ingested) results.push({ ...request, ...(await ingest(runtime, request)) });
	console.log("\n| readings an upload | layout | readings per CPU second | bare loop = 1 | rows written per reading |");
	console.log("|---|---|---|---|---|");
	for (const { perUpload, layouts } of results) {
		for (const { name, perSecond, rowsWritten } of layouts) {
			const ratio = perSecond / layouts[0].perSecond;
			console.log(
				`| ${perUpload} | ${name} | ${format(perSecond, 0)} | ${format(ratio)} | ${format(rowsWritten, 4)} |`,
			);
		}
	}
	console.log("\n| readings an upload | shape | bytes per reading, blocks | with roll-ups |\n|---|---|---|---|");
	for (const { perUpload, sizes } of results) {
		for (const { shape, block, whole } of sizes) {
			console.log(`| ${perUpload} | ${shape} | ${format(block)} | ${format(whole)} |`);
		}
	}
	const [hundred, fifteen] = results;
	const [bare, , blocks] = hundred.layouts;
	const bars = [
		atLeast("ingest, 100-reading uploads: blocks ÷ bare loop, speed by CPU", blocks.perSecond / bare.perSecond, 0.5),
		atMost("rows written per reading, 100-reading uploads", blocks.rowsWritten, 0.015),
		...results.flatMap(({ perUpload, sizes }) => [
			atMost(`bytes per reading, blocks of the worst shape, ${perUpload} an upload`, mostOf(sizes), 3),
			atMost(`bytes per reading, blocks and roll-ups of all shapes, ${perUpload} an upload`, sizes.at(-1).whole, 3),
		]),
	];
	return { bars, costFigures: costFiguresOf(fifteen) };
}

function mostOf(sizes) {
	return Math.max(...sizes.map(({ block }) => block));
}

function costFiguresOf({ layouts: [, rows, blocks], sizes }) {
	const { block, whole } = sizes.at(-1);
	return {
		blocks: { rowsPerReading: blocks.rowsWritten, blockBytes: block, rollUpBytes: whole - block },
		rows: { rowsPerReading: rows.rowsWritten, bytes: rowBytes },
	};
}

async function ingest(runtime, request) {
	const seconds = new Map(layouts.map(({ layout }) => [layout, []]));
	let readings = 0;
	for (let round = 0; round < rounds; round += 1) {
		for (const { layout } of layouts) {
			await runtime.call(layout, "clear");
			if (round === 0) readings = await runtime.call(layout, "prepare", request);
			seconds.get(layout).push((await runtime.measured(layout, "ingest", layout)).cpuSeconds);
		}
	}
	const shapes = await runtime.call("blocks", "sizes");
	const measured = [];
	for (const { name, layout } of layouts) {
		await runtime.call(layout, "clear");
		const rowsWritten = (await runtime.call(layout, "countRows", layout)) / readings;
		measured.push({ name, perSecond: readings / median(seconds.get(layout)), rowsWritten });
	}
	return { layouts: measured, sizes: [...shapes, inAll(shapes)].map(perReading) };
}

function inAll(shapes) {
	const sumOf = (name) => shapes.reduce((sum, shape) => sum + shape[name], 0);
	return {
		shape: "all of them",
		readings: sumOf("readings"),
		blockBytes: sumOf("blockBytes"),
		quarterBytes: sumOf("quarterBytes"),
	};
}

function perReading({ shape, readings, blockBytes, quarterBytes }) {
	return { shape, block: blockBytes / readings, whole: (blockBytes + quarterBytes) / readings };
}

async function queryRows(runtime) {
	const rows = await queriesOf(runtime, "rows");
	const blocks = await queriesOf(runtime, "blocks");
	const millions = format(blocks.readings / 1e6, 1);
	console.log(`\n| of ${millions} M readings | CPU ms, one row per reading | CPU ms, blocks | rows ÷ blocks |`);
	console.log("|---|---|---|---|");
	for (const [index, { what, ms }] of blocks.timed.entries()) {
		const rowsMs = rows.timed[index].ms;
		console.log(`| ${what} | ${format(rowsMs, 1)} | ${format(ms, 1)} | ${format(rowsMs / ms, 1)} |`);
	}
	console.log(
		`| the database, bytes per reading; of blocks without what is archived | ${format(rows.bytes)} | ${format(blocks.bytes)} | |`,
	);
	console.log(`\nThe hour of 100 devices holds ${format(blocks.hour, 0)} readings.`);
	return [
		...blocks.timed.map(({ what, ms, bar }) => atMost(`${what}, CPU ms in the object`, ms, bar)),
		atMost("a year of one channel as chart, kB", blocks.chartBytes / 1000, 60),
	];
}

async function summaryRows(runtime) {
	await runtime.call("cycles", "fillCycles");
	const read = (limits) => runtime.measured("cycles", "readOutTimes", limits);
	const limitsFrom = (lowest) => Array.from({ length: summaries }, (_, index) => lowest + index / 100);
	await read(limitsFrom(19));
	const first = await read(limitsFrom(20));
	const again = await read(limitsFrom(20));
	const evicted = await afterEviction(runtime, "cycles", (time) => read([21 + time / 100]));
	const rows = [
		{ what: "the first time", ms: msEach(first, summaries) },
		{ what: "again", ms: msEach(again, summaries) },
		{ what: "the first time after eviction, the archive's emulation included", ms: evicted },
	];
	console.log("\n| the summary of a year of one channel, each day partly out of limits | CPU ms |\n|---|---|");
	for (const { what, ms } of rows) console.log(`| ${what} | ${format(ms, 1)} |`);
	const [{ ms }] = rows;
	return [atMost("a year's summary, each day partly out of limits, the first time, CPU ms in the object", ms, yearBar)];
}

const derivedCharts = 10;
const derivedSummaries = 5;
const derivedBars = [
	{ channelId: "dewPoint", chart: 60, summary: 150 },
	{ channelId: "wetBulb", chart: 60, summary: 300 },
];

/** A year of values that two channels of one-minute readings make. */
export async function derivedRows(runtime) {
	await runtime.call("air", "fillAir");
	const bars = [];
	console.log("\n| of a year of a derived channel | chart, CPU ms | first summary | again |\n|---|---|---|---|");
	for (const { channelId, chart, summary } of derivedBars) {
		const readCharts = () => runtime.measured("air", "readDerivedYears", { channelId, times: derivedCharts });
		const summarize = (limits) => runtime.measured("air", "readDerivedOutTimes", { channelId, limits });
		const limitsFrom = (lowest) => Array.from({ length: derivedSummaries }, (_, index) => lowest + index / 100);
		await readCharts();
		await summarize(limitsFrom(9));
		const chartMs = msEach(await readCharts(), derivedCharts);
		const firstMs = msEach(await summarize(limitsFrom(10)), derivedSummaries);
		const againMs = msEach(await summarize(limitsFrom(10)), derivedSummaries);
		console.log(`| ${channelId} | ${format(chartMs, 1)} | ${format(firstMs, 1)} | ${format(againMs, 1)} |`);
		bars.push(
			atMost(`a year's chart of ${channelId}, CPU ms in the object`, chartMs, chart),
			atMost(`a year's first summary of ${channelId}, CPU ms in the object`, firstMs, summary),
		);
	}
	return bars;
}

const seriesYears = 20;

/** Call after `derivedRows`, which stores the year. */
export async function seriesRows(runtime) {
	const read = () => runtime.measured("air", "readHoursOfYear", { times: seriesYears });
	const { result: steps } = await read();
	const ms = msEach(await read(), seriesYears);
	console.log(`\nThe series of a year by the hour, ${format(steps, 0)} steps: ${format(ms, 1)} CPU ms.`);
	return [atMost("a year of one channel by the hour as series, CPU ms in the object", ms, 20)];
}

async function queriesOf(runtime, layout) {
	await runtime.call(layout, "clear");
	const history = { layout, readings: historyReadings, days: daysPerFill };
	let readings = null;
	while (readings === null) readings = await runtime.call(layout, "fill", history);
	const readHours = (hoursBack) => runtime.measured(layout, "readHours", { layout, hoursBack });
	const readYears = (times) => runtime.measured(layout, "readYears", { layout, times });
	const { result: hour } = await readHours(hoursOfADay);
	const ofADay = await readHours(hoursOfADay);
	const ofDays = await readHours(hoursOfDays);
	const { result: chartBytes } = await readYears(charts);
	const years = await readYears(charts);
	const anHour = "an hour of 100 devices";
	const aYear = "a year of one channel as chart";
	return {
		timed: [
			{ what: `${anHour}, of a day in memory`, bar: hourBar, ms: msEach(ofADay, hoursOfADay.length) },
			{ what: `${anHour}, of another day each time`, bar: hourBar, ms: msEach(ofDays, hoursOfDays.length) },
			{
				what: `${anHour}, after eviction`,
				bar: hourBar,
				ms: await afterEviction(runtime, layout, (time) => readHours([30 + 24 * time])),
			},
			{ what: aYear, bar: yearBar, ms: msEach(years, charts) },
			{
				what: `${aYear}, after eviction`,
				bar: yearBar,
				ms: await afterEviction(runtime, layout, () => readYears(1)),
			},
		],
		hour,
		chartBytes,
		readings,
		bytes: (await runtime.call(layout, "databaseBytes")) / readings,
	};
}

async function afterEviction(runtime, layout, request) {
	let cpuSeconds = 0;
	for (let time = 0; time < evictions; time += 1) {
		await runtime.evict(layout);
		cpuSeconds += (await request(time)).cpuSeconds;
	}
	return msEach({ cpuSeconds }, evictions);
}

function msEach({ cpuSeconds }, times) {
	return (cpuSeconds * 1000) / times;
}
