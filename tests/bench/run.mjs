// Speed as ratios to a baseline of the same run, in plain workerd: `npm run bench`. CPU per request decides.
import { spawnSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "../../local/tasks/command-line.mjs";
import { benchAlerts } from "./alerts.mjs";
import { printCost } from "./cost.mjs";
import { benchFleet } from "./fleet.mjs";
import { measure } from "./load.mjs";
import { benchLog } from "./log.mjs";
import { benchReports } from "./reports.mjs";
import { startRuntime } from "./runtime.mjs";
import { batchPath, screenCalls } from "./screen-calls.mjs";

readCommandLine({ usage: "npm run bench" });

const seconds = Number(process.env.BENCH_SECONDS ?? 2);
const rounds = Number(process.env.BENCH_ROUNDS ?? 10);

/** Off by default: the emulated limit costs several times the forwarder, unlike the edge's. */
const rateLimit = process.env.BENCH_RATE_LIMIT ?? "off";

const built = spawnSync("npm", ["run", "build:local"], { stdio: "inherit" });
if (built.status !== 0) throw new Error("Nothing to measure: the build failed.");

const runtime = await startRuntime({ vars: { PROXY_RATE_LIMIT: rateLimit }, withPeers: true });

function printBars(bars) {
	console.log("\n| bar | measured | asked | |\n|---|---|---|---|");
	for (const { what, value, bar, isMet } of bars) {
		console.log(`| ${what} | ${Number(value.toPrecision(3))} | ${bar} | ${isMet(value) ? "met" : "MISSED"} |`);
	}
	if (bars.some(({ value, isMet }) => !isMet(value))) process.exitCode = 1;
}

/** Takes the least of several rounds; the rows of one round follow each other. */
async function measureAll(rows) {
	const results = new Map(rows.map((row) => [row.name, []]));
	for (let round = 0; round < rounds; round += 1) {
		for (const row of rows) results.get(row.name).push(await measure({ pids: [runtime.pid], ...row, seconds }));
	}
	return rows.map(({ name }) => ({
		name,
		cpuMicros: Math.min(...results.get(name).map((result) => result.cpuMicros)),
		requestsPerSecond: Math.max(...results.get(name).map((result) => result.requestsPerSecond)),
	}));
}

/** The cookie that an act on a page sets, which every later request carries. The minute of the sign-in sets none. */
async function activeCookie(consoleUrl, cookie) {
	await setTimeout(61_000 - (Date.now() % 60_000));
	const headers = { cookie, "x-acted": "0" };
	const response = await fetch(`${consoleUrl}/api/isAuthenticated`, { headers });
	const line = response.headers.getSetCookie().find((each) => each.startsWith("aql.active="));
	if (line === undefined) throw new Error("The console set no cookie for an act: has it a SESSION_KEY?");
	return line.slice(0, line.indexOf(";"));
}

try {
	const session = await runtime.signIn("owner@aqlcloud.test");
	const bearer = { authorization: `Bearer ${session.accessToken}`, "x-aqlcloud-id-token": session.idToken };
	const one = batchPath([["group.getGroups"]]);
	const consoleUrl = await runtime.urlOf("aqlcloud");
	const backendUrl = await runtime.urlOf("aqlcloud-backend");
	const cookie = { cookie: session.cookie };
	const { length } = await (await fetch(backendUrl + one, { headers: bearer })).text();
	const rows = await measureAll([
		{ name: "Hono hello", url: `${await runtime.urlOf("hello")}/` },
		{ name: "Hono hello that leaves a line in the log", url: `${await runtime.urlOf("hello")}/logged` },
		{ name: "bare object call, as long an answer", url: `${await runtime.urlOf("bare-object")}/?length=${length}` },
		{ name: "isAuthenticated, warm token", url: `${consoleUrl}/api/isAuthenticated`, headers: cookie },
		{ name: "backend directly, batch of 1", url: backendUrl + one, headers: bearer },
		{
			name: "isAuthenticated, warm token, with the cookie of the last act",
			url: `${consoleUrl}/api/isAuthenticated`,
			headers: { cookie: `${session.cookie}; ${await activeCookie(consoleUrl, session.cookie)}` },
		},
		{ name: "through the proxy, batch of 1", url: consoleUrl + one, headers: cookie },
		{
			name: "backend directly, the dashboard's batch",
			url: backendUrl + batchPath(screenCalls.dashboard),
			headers: bearer,
		},
		{
			name: "hono/proxy alone, batch of 1",
			url: (await runtime.urlOf("hono-proxy")) + one,
			headers: bearer,
		},
		{
			name: "Express and http-proxy-middleware with the same session check, batch of 1",
			url: runtime.express.url + one,
			headers: cookie,
			pids: [runtime.pid, runtime.express.pid],
		},
	]);
	const [hello, logged, bare, check, direct, active, proxied, dashboard, hop] = rows;
	console.log(
		`\n${runtime.isPinned ? "Runtime and load are pinned to a core each." : "Nothing is pinned to a core here."}`,
	);
	console.log(`\nRequests to the forwarder are ${rateLimit === "on" ? "" : "not "}counted (BENCH_RATE_LIMIT).`);
	console.log("\n| what | CPU µs per request | requests per second | CPU, bare call = 1 |\n|---|---|---|---|");
	for (const { name, cpuMicros, requestsPerSecond } of rows) {
		console.log(
			`| ${name} | ${cpuMicros.toFixed(1)} | ${requestsPerSecond.toFixed(0)} | ${(cpuMicros / bare.cpuMicros).toFixed(2)} |`,
		);
	}
	const bars = [
		{
			what: "isAuthenticated ÷ hello, speed by CPU",
			value: hello.cpuMicros / check.cpuMicros,
			bar: 0.65,
			isMet: (value) => value >= 0.65,
		},
		{
			what: "isAuthenticated with the cookie of the last act ÷ hello that leaves a line, CPU",
			value: active.cpuMicros / logged.cpuMicros,
			bar: 1.6,
			isMet: (value) => value <= 1.6,
		},
		{
			what: "backend directly, batch of 1 ÷ bare object call, CPU",
			value: direct.cpuMicros / bare.cpuMicros,
			bar: 2.4,
			isMet: (value) => value <= 2.4,
		},
		{
			what: "what the proxy adds ÷ what hono/proxy adds, CPU",
			value: (proxied.cpuMicros - direct.cpuMicros) / (hop.cpuMicros - direct.cpuMicros),
			bar: 1.6,
			isMet: (value) => value <= 1.6,
		},
		{
			what: "the dashboard's batch ÷ one call, CPU",
			value: dashboard.cpuMicros / direct.cpuMicros,
			bar: 3,
			isMet: (value) => value <= 3,
		},
	];
	const added = proxied.cpuMicros - direct.cpuMicros;
	console.log(`\nThe proxy adds ${added.toFixed(0)} µs to a call of the backend.`);
	const ofLogged = (logged.cpuMicros / check.cpuMicros).toFixed(3);
	console.log(
		`isAuthenticated has ${ofLogged} of the speed of a hello that leaves a line in the log, as it does itself.`,
	);
	printBars(bars);
} finally {
	await runtime.stop();
}

const { bars: logBars, costFigures } = await benchLog({ compatibilityDate: runtime.compatibilityDate });
printBars(logBars);
printBars(await benchAlerts({ compatibilityDate: runtime.compatibilityDate }));
printBars(await benchReports({ compatibilityDate: runtime.compatibilityDate }));
printBars(await benchFleet({ compatibilityDate: runtime.compatibilityDate }));
printCost(costFigures);
for (const name of ["chart-frames.mjs", "list-frames.mjs", "first-load.mjs"]) {
	const path = fileURLToPath(new URL(name, import.meta.url));
	if (spawnSync(process.execPath, [path], { stdio: "inherit" }).status !== 0) process.exitCode = 1;
}
