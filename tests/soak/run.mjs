// `npm run soak`: the built product under everyday use, while its processes are killed and its provider fails; then checks of what must hold. `--
// --minutes 1` is shorter; `-- --readings 10000000` stores so many; `-- --kills 30` only kills the backend between a delivery and its report, so often.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { readCommandLine } from "../../local/tasks/command-line.mjs";
import {
	chatsCheck,
	drained,
	eventsCheck,
	messagesCheck,
	readingsCheck,
	reportsCheck,
	sessionsCheck,
} from "./checks.mjs";
import { createRandom, makeTrouble } from "./faults.mjs";
import { createLogger } from "./logger.mjs";
import { createPerson, wait } from "./person.mjs";
import { freePort, startProduct } from "./product.mjs";
import { startProvider } from "./provider.mjs";
import { saveReport, writeReport } from "./report.mjs";

const { values } = readCommandLine({
	usage:
		"npm run soak [-- --minutes <number>] [--readings <number>] [--kills <number>] [--seed <number>] [--report <file>]",
	options: {
		minutes: { type: "string", default: "10" },
		readings: { type: "string", default: "0" },
		kills: { type: "string", default: "0" },
		seed: { type: "string", default: String(Date.now() % 1_000_000) },
		report: { type: "string", default: "dist/proofs/soak.md" },
	},
});
const [minutes, readingsWanted, killsWanted, seed] = [
	...[values.minutes, values.readings, values.kills, values.seed].map(Number),
];

const readingsPerLogger = 500_000;
const steadyLoggers = Math.max(8, Math.ceil(readingsWanted / readingsPerLogger));
const warmLoggers = killsWanted > 0 ? 6 : 2;
/** Separates the excursions of warm loggers, so that the beginning of one meets the end of another. */
const warmShiftMs = 5_000;
/** Longer than a critical alert waits for others, so that kills hit alerts of open events, which soon end. */
const warmFor = killsWanted > 0 ? 15 : 5;
const uploadEveryMs = 1_000;
const readingsPerUpload = 15;
const bulkReadings = 10_000;
/** The life of an access token: sessions are refreshed while processes die. */
const accessTokenSeconds = 20;
const graceSeconds = 60;
const dayMs = 86_400_000;
const channels = [{ name: "Temperature", quantity: "temperature", unit: "°C" }];

const startedAt = new Date();
const log = (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
const ports = { consolePort: await freePort(), backendPort: await freePort(), localPort: await freePort() };
const providerPort = await freePort();
const provider = await startProvider({ port: providerPort, localPort: ports.localPort });
const product = await startProduct({ providerPort, ports });
log(`the product serves ${product.origin}, seed ${seed}`);

let isOver = false;
let isGivenUp = false;
const isRunning = () => !isOver;
const isWaiting = () => !isGivenUp;
const person = (name) => {
	const email = `${name}@aqlcloud.test`;
	return { email, person: createPerson({ origin: product.origin, email, isRunning: isWaiting }) };
};

const responded = await fetch(`${product.local}/__local/user-pool/settings`, {
	method: "POST",
	headers: { "content-type": "application/json" },
	body: JSON.stringify({ rotation: "on", graceSeconds, accessTokenSeconds }),
});
if (!responded.ok) throw new Error(`The user pool's settings answered ${responded.status}`);
const people = [person("owner"), person("stranger"), person("admin")];
const accounts = [];
for (const { email, person: each } of people) {
	await each.signIn();
	accounts.push(await each.mutate("account.createAccount", { companyName: `Company of ${email.split("@")[0]}` }));
}
const owner = people[0].person;

async function addLogger(index, options) {
	const input = { name: `Logger ${index}`, timezoneOffset: 0, timeZoneRule: 0, channels };
	const { device, key } = await owner.mutate("device.createDevice", input);
	return createLogger({ origin: product.origin, device, key, seed: index, ...options });
}

const loggers = [];
for (let index = 0; index < steadyLoggers; index += 1) {
	loggers.push(await addLogger(index, { isWarm: false, firstAt: Date.now() - 20 * dayMs, stepMs: 1_000 }));
}
for (let index = 0; index < warmLoggers; index += 1) {
	loggers.push(
		await addLogger(steadyLoggers + index, {
			isWarm: true,
			warmFor,
			firstAt: Date.now() - index * warmShiftMs,
			stepMs: 1_000,
		}),
	);
}
const { contact } = await owner.mutate("contact.createContact", {
	fullName: "Duty desk",
	company: "",
	title: "",
	timeZone: "UTC",
	language: "en",
	email: null,
	phone: null,
	webhookUrl: "https://hooks.example.com/duty",
	slackUrl: "https://hooks.example.com/chat",
	defaultChannels: ["webhook", "slack"],
	quietHours: [],
	criticalBypassesQuiet: true,
	contactGroupIds: [],
	linkedUserId: null,
});
const alert = await owner.mutate("alert.createAlert", {
	name: "Too warm",
	description: "",
	severity: "critical",
	isEnabled: true,
	scope: "all",
	contactIds: [contact.id],
	contactGroupIds: [],
	rule: {
		condition: {
			kind: "threshold",
			channels: { quantity: "temperature", unit: "°C", name: null },
			comparison: ">",
			limit: { from: "value", value: 8 },
		},
		forSeconds: 0,
		clear: { by: "opposite", hysteresis: null, clearForSeconds: 0 },
		schedule: null,
	},
	notification: { channels: null, reminder: null, escalation: [], reportsMissed: false },
});
const { module: reports } = await runnerImport(fileURLToPath(new URL("../report-definition.ts", import.meta.url)));
const report = await owner.mutate("report.createReport", reports.reportDefinition());
log("the accounts, devices, the rule and the report are there");

const storedReadings = () => loggers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
const endsAt = Date.now() + minutes * 60_000;
const isEnough = () =>
	killsWanted > 0 ? trouble.done.aimedKills >= killsWanted : Date.now() >= endsAt && storedReadings() >= readingsWanted;

async function keepUploading(logger) {
	while (!isOver) {
		const dueCount = Math.floor((Date.now() - logger.firstAt) / logger.stepMs) - logger.acknowledged;
		// A logger continues after its share at its usual pace: a fast machine would reach the limit of a day.
		const isBehind = !logger.isWarm && readingsWanted > 0 && logger.acknowledged < readingsPerLogger;
		const count = Math.min(isBehind ? bulkReadings : readingsPerUpload, dueCount);
		if (count > 0) await logger.upload(count, isWaiting);
		await wait(uploadEveryMs);
	}
}

async function keepNavigating({ person: each, email }, turn) {
	const to = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
	for (let count = 0; !isOver; count += 1) {
		await each.ask("/api/isAuthenticated");
		await each.query(...[["account.getCurrent"], ["device.getDevices"], ["group.getGroups"], ["alert.getAlerts"]], [
			"log.getLogs",
			{ rangeType: "hour", offset: 0, from: to - dayMs, to, limit: 50 },
		]);
		if (count % 30 === 15) {
			const again = person(email.split("@")[0]);
			await again.person.signIn();
			await again.person.query(["account.getCurrent"]);
		}
		await wait(500 + turn * 100);
	}
}

/** The least and most runs of the report: a write whose response was lost may have run. */
const runs = { least: 0, most: 0 };
const period = { from: loggers[0].firstAt, to: loggers[0].firstAt + dayMs };
async function keepReporting() {
	while (!isOver) {
		runs.most += 1;
		if (await owner.mutateOnce("report.runReport", { reportId: report.id, isSent: false, period })) runs.least += 1;
		await wait(15_000);
	}
}

async function untilEnough() {
	for (let lines = 0; !isEnough(); lines += 1) {
		if (lines % 15 === 0)
			log(`${storedReadings().toLocaleString("en")} readings, ${provider.received.length} webhooks`);
		await wait(2_000);
	}
	isOver = true;
}

const trouble = {
	product,
	provider,
	accountIds: accounts.map(({ id }) => id),
	random: createRandom(seed),
	isRunning,
	log,
	isAimedOnly: killsWanted > 0,
	done: { consoleKills: 0, backendKills: 0, aimedKills: 0, evictions: 0, outages: 0 },
};
const { done } = trouble;
await Promise.all([
	makeTrouble(trouble),
	...loggers.map(keepUploading),
	...people.map(keepNavigating),
	keepReporting(),
	untilEnough(),
]);
log("no more trouble: what is on its way may arrive");
provider.aim(null);
provider.answerWith("accept");
for (const logger of loggers.filter(({ isWarm }) => isWarm)) {
	// Ends open events, so that the oracle and the product agree.
	while (logger.acknowledged % 30 !== 29) await logger.upload(1, isWaiting);
}
await product.runCron();
const left = await drained(owner);
log("everything arrived: now it is compared");
const events = await eventsCheck(owner, loggers, alert.id);
const checks = [
	await readingsCheck(owner, loggers, log),
	events,
	await messagesCheck(owner, provider.received, events.stored),
	chatsCheck(provider.chats),
	await reportsCheck(owner, report.id, {
		...runs,
		interruptions: done.backendKills + done.aimedKills + done.evictions,
	}),
	sessionsCheck(people),
];
if (left > 0) checks[2].problems.push(`${left} messages are still on their way`);
isGivenUp = true;
await product.stop();
await provider.stop();
const text = writeReport({
	startedAt,
	seed,
	minutes,
	done,
	readings: storedReadings(),
	checks,
	logged: product.logged(),
	faults: product.faults(),
});
saveReport(values.report, text);
process.exitCode = checks.every(({ problems }) => problems.length === 0) ? 0 : 1;
