// The rows of reports: a file of a million readings, a PDF of a fleet's month, the preview, and a minute in which many are due.
import { startLogRuntime } from "./log-runtime.mjs";
import { atMost, format, median } from "./rows.mjs";

const monthDays = 31;
const fleet = { devices: 100, days: monthDays, everyMinutes: 15 };
const many = { devices: 23, days: monthDays, everyMinutes: 1 };
const pdfs = 4;
const csvs = 2;
const previews = 3;
const previewsTogether = 5;
const accounts = 50;
const small = { devices: 5, days: 1, everyMinutes: 15 };
const uploadsAlone = 20;

export async function benchReports(options) {
	const runtime = await startLogRuntime({ ...options, path: "report/report-worker" });
	try {
		// The first PDF of a process costs most: it reads the fonts and their library.
		return [...(await pdfRows(runtime)), ...(await csvRows(runtime)), ...(await minuteRows(runtime))];
	} finally {
		await runtime.stop();
	}
}

async function made(runtime, name, kind) {
	const [run] = await runtime.call(name, "startReport", { kind });
	const measured = await runtime.measured(name, "make", { run, now: Date.UTC(2026, 2, 1 + monthDays) });
	const { states, rows, errors } = await runtime.call(name, "runs");
	if (states.at(-1) !== "ok") throw new Error(`A report of the bench is ${states.at(-1)}: ${errors.join(" ")}`);
	return { ...measured, rows };
}

async function pdfRows(runtime) {
	await runtime.call("fleet", "prepare", { accountId: "fleet", ...fleet });
	const seconds = [];
	for (let time = 0; time < pdfs; time += 1) seconds.push((await made(runtime, "fleet", "pdf")).cpuSeconds);
	await runtime.call("fleet", "preview", { kind: "preview", times: 1 });
	let least = Number.POSITIVE_INFINITY;
	for (let time = 0; time < previews; time += 1) {
		const preview = await runtime.measured("fleet", "preview", { kind: "preview", times: previewsTogether });
		if (preview.result === 0) throw new Error("Nothing was previewed");
		least = Math.min(least, preview.cpuSeconds / previewsTogether);
	}
	console.log(`\n| PDF of ${fleet.devices} devices and a month | CPU s |\n|---|---|`);
	for (const [position, value] of seconds.entries())
		console.log(`| ${position === 0 ? "the first" : "again"} | ${format(value)} |`);
	return [
		// Most users wait for the first report of a process, which compiles the code and reads the fonts.
		atMost(`PDF summary of ${fleet.devices} devices and a month, the first of a process, CPU s`, seconds[0], 2),
		atMost("preview of an excursion report of 100 devices and a month, CPU ms", least * 1000, 300),
	];
}

async function csvRows(runtime) {
	await runtime.call("many", "prepare", { accountId: "many", ...many });
	const heldBefore = runtime.heldBytes();
	const first = await made(runtime, "many", "csv");
	const grown = runtime.peakBytes() - heldBefore;
	let fastest = first.rows / first.cpuSeconds;
	for (let time = 1; time < csvs; time += 1) {
		const { cpuSeconds, rows } = await made(runtime, "many", "csv");
		fastest = Math.max(fastest, rows / (time + 1) / cpuSeconds);
	}
	return [
		{
			what: `CSV of a million readings, rows per CPU second, the fastest of ${csvs}`,
			value: fastest,
			bar: 50_000,
			isMet: (value) => value >= 50_000,
		},
		...(heldBefore === null ? [] : [atMost("the memory it takes more, its garbage included, MB", grown / 1e6, 48)]),
	];
}

async function minuteRows(runtime) {
	const names = Array.from({ length: accounts }, (_, position) => `account-${position}`);
	for (const name of names) {
		await runtime.call(name, "prepare", { accountId: name, ...small });
		await runtime.call(name, "schedule");
	}
	const alone = median(await runtime.call(names[0], "uploads", { count: uploadsAlone }));
	const { result, cpuSeconds } = await runtime.measured("all", "passMinute", { accounts: names });
	const { started, uploadMs } = result;
	if (started !== accounts * 4) throw new Error(`${started} reports were due`);
	console.log(`\nBeside them an upload took ${median(uploadMs)} ms, ${Math.max(...uploadMs)} at most; alone ${alone}.`);
	return [
		// One thread makes all of them; consumers at the edge have one each.
		atMost("200 reports of 50 accounts due at one minute, CPU s of all", cpuSeconds, 60),
		atMost("what an upload waits more beside them, median ms", median(uploadMs) - alone, 50),
	];
}
