// The rows of alerts and messages: what rules add to an upload, an object's start, a fleet's silence, and handing over.
import { startLogRuntime } from "./log-runtime.mjs";

const rounds = 3;
const devices = 20;
const readings = 100;
const uploads = 10;
const historyUploads = 15;
/** `limits.ingestReadings`. */
const mostReadings = 20_000;
const starts = 5;
const fleet = 10_000;
const silent = 1_000;
const weekDays = 7;
const rehearsals = 10;
const messages = 1_000;
const handOvers = 10;

const none = { name: "no rules", rules: null };
const concerning = { name: "50 rules that concern it", rules: { mix: "mixed", count: 50, areOfOthers: false } };
const ofOthers = { name: "200 rules of other devices", rules: { mix: "mixed", count: 200, areOfOthers: true } };
const windows = {
	name: "50 rules with windows of a day",
	rules: { mix: "windows of a day", count: 50, areOfOthers: false },
};

/** Measures and prints alerts and messages. Returns their bars. Speed is CPU time of the runtime's process. */
export async function benchAlerts(options) {
	const runtime = await startLogRuntime({ ...options, path: "alert/alert-worker" });
	try {
		return [
			...(await uploadRows(runtime)),
			...(await derivedRows(runtime)),
			...(await flutterRows(runtime)),
			...(await fleetRows(runtime)),
			...(await rehearsalRows(runtime)),
			...(await messageRows(runtime)),
		];
	} finally {
		await runtime.stop();
	}
}

async function uploadRows(runtime) {
	const rows = [none, concerning, ofOthers, windows];
	for (const { name, rules } of rows) {
		await runtime.call(name, "prepare", { devices, rules });
		await runtime.call(name, "upload", { uploads: historyUploads, readings });
	}
	const seconds = new Map(rows.map(({ name }) => [name, []]));
	for (let round = 0; round < rounds; round += 1) {
		for (const { name } of rows) {
			seconds.get(name).push((await runtime.measured(name, "upload", { uploads, readings })).cpuSeconds);
		}
	}
	const msOf = ({ name }) => (median(seconds.get(name)) * 1000) / (devices * uploads);
	console.log(`\n| an upload of ${readings} readings | CPU ms in the object |\n|---|---|`);
	for (const row of rows) console.log(`| ${row.name} | ${format(msOf(row))} |`);
	return [
		atMost("50 rules that concern the device, CPU ms more of an upload", msOf(concerning) - msOf(none), 3),
		atMost("200 rules of other devices ÷ no rules, CPU of an upload", msOf(ofOthers) / msOf(none), 1.1),
		atMost("50 rules with windows of a day, CPU ms more of an upload", msOf(windows) - msOf(none), 3),
	];
}

/** Ten rules on what a device sends, and ten of which half watch two channels that are computed from it. */
async function derivedRows(runtime) {
	const rows = {
		sent: { isDerived: false, names: ["Air"], count: 10 },
		derived: { isDerived: true, names: ["Air", "dewPoint", "Air", "frostPoint"], count: 10 },
	};
	const seconds = { sent: [], derived: [] };
	for (const [name, climate] of Object.entries(rows)) {
		await runtime.call(name, "prepare", { devices, rules: null, climate });
		await runtime.call(name, "upload", { uploads: historyUploads, readings, isOfTwo: true });
	}
	for (let round = 0; round < rounds; round += 1) {
		for (const name of Object.keys(rows)) {
			const { cpuSeconds } = await runtime.measured(name, "upload", { uploads, readings, isOfTwo: true });
			seconds[name].push(cpuSeconds);
		}
	}
	const msOf = (name) => (median(seconds[name]) * 1000) / (devices * uploads);
	console.log(
		`\n| an upload of ${readings} readings of two channels under 10 rules | CPU ms in the object |\n|---|---|`,
	);
	console.log(`| all of what is sent | ${format(msOf("sent"))} |`);
	console.log(`| half of them of two derived channels | ${format(msOf("derived"))} |`);
	const what = "2 derived channels with half of 10 rules ÷ 10 rules on what is sent, CPU of an upload";
	return [atMost(what, msOf("derived") / msOf("sent"), 1.3)];
}

async function flutterRows(runtime) {
	const ms = new Map();
	for (const count of [1, 50]) {
		for (const flutters of [false, true]) {
			const name = `${count} rules, ${flutters ? "fluttering" : "calm"}`;
			await runtime.call(name, "prepare", { devices: 1, rules: { mix: "near", count, areOfOthers: false } });
			await runtime.call(name, "upload", { uploads: 1, readings: 100 });
			const taken = [];
			for (let round = 0; round < rounds; round += 1) {
				const upload = { uploads: 1, readings: mostReadings, flutters };
				taken.push((await runtime.measured(name, "upload", upload)).cpuSeconds * 1000);
			}
			ms.set(name, median(taken));
		}
	}
	console.log(`\n| an upload of ${format(mostReadings, 0)} readings | CPU ms in the object |\n|---|---|`);
	for (const [name, value] of ms) console.log(`| ${name} | ${format(value)} |`);
	const ratio = (count) => ms.get(`${count} rules, fluttering`) / ms.get(`${count} rules, calm`);
	return [
		atMost("20,000 fluttering readings ÷ as many that cross nothing, CPU under 1 rule", ratio(1), 2),
		// Most of it writes 1,050 events, 21 of each rule.
		atMost("20,000 fluttering readings ÷ as many that cross nothing, CPU under 50 rules", ratio(50), 4),
	];
}

async function fleetRows(runtime) {
	const rules = { mix: "mixed", count: 200, areOfOthers: false };
	await runtime.call("fleet", "prepare", { devices: fleet, rules });
	await runtime.call("fleet", "upload", { uploads: 1, readings: 1 });
	let startSeconds = 0;
	for (let time = 0; time < starts; time += 1) {
		await runtime.evict("fleet");
		startSeconds += (await runtime.measured("fleet", "load")).cpuSeconds;
	}
	const silence = { mix: "silence", count: 1, areOfOthers: false };
	const ms = {};
	for (const [name, areTogether] of [
		["one by one", false],
		["together", true],
	]) {
		await runtime.call(name, "prepare", { devices: silent, rules: silence });
		await runtime.call(name, "upload", { uploads: 1, readings: 1 });
		const { cpuSeconds } = await runtime.measured(name, "passSilence", { areTogether });
		ms[name] = (cpuSeconds * 1000) / silent;
	}
	console.log(`\n| of ${format(silent, 0)} silent devices, each | CPU ms in the object |\n|---|---|`);
	for (const [name, value] of Object.entries(ms)) console.log(`| ${name} | ${format(value)} |`);
	const startMs = (startSeconds * 1000) / starts;
	return [
		atMost(`start with ${format(fleet, 0)} devices and ${rules.count} rules, CPU ms in the object`, startMs, 300),
		// One turn of the alarm takes 25 devices, in slices of 50 ms.
		atMost("one silent device of many, CPU ms in the object", ms.together, 2),
	];
}

async function rehearsalRows(runtime) {
	await runtime.call("rehearsal", "prepare", { devices: 1, rules: null });
	await runtime.call("rehearsal", "upload", { uploads: Math.ceil((weekDays * 24 * 60) / readings), readings });
	const bars = [];
	for (const mix of ["mixed", "windows of a day", "silence"]) {
		const { hasReadings } = await runtime.call("rehearsal", "rehearse", { mix, times: 1 });
		if (!hasReadings) throw new Error("Nothing was rehearsed");
		const { cpuSeconds } = await runtime.measured("rehearsal", "rehearse", { mix, times: rehearsals });
		const what = `a rehearsal of 7 days of one device (${mix}), CPU ms in the Worker and the object together`;
		bars.push(atMost(what, (cpuSeconds * 1000) / rehearsals, 50));
	}
	return bars;
}

async function messageRows(runtime) {
	await runtime.call("messages", "queue", { messages });
	const { result: turns, cpuSeconds } = await runtime.measured("messages", "handOverAll", { times: handOvers });
	return [
		atMost(`handing over ${format(messages, 0)} messages, CPU ms in the object`, (cpuSeconds * 1000) / handOvers, 200),
		atMost("one turn of it, CPU ms in the object", (cpuSeconds * 1000) / turns, 50),
	];
}

function median(values) {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function format(value, digits = 2) {
	return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function atMost(what, value, bar) {
	return { what, value, bar, isMet: (measured) => measured <= bar };
}
