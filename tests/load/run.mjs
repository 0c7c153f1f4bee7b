// `npm run load`: uploads and screens in rising steps against the built product, until more clients bring no more responses. Then it checks rejections,
// recovery and memory.
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { readCommandLine } from "../../local/tasks/command-line.mjs";
import { createPerson, wait } from "../soak/person.mjs";
import { freePort, startProduct } from "../soak/product.mjs";
import { startProvider } from "../soak/provider.mjs";
import { saveReport } from "../soak/report.mjs";
import { runStep } from "./step.mjs";
import { kneeOf, writeLoadReport } from "./verdict.mjs";

const { values } = readCommandLine({
	usage: "npm run load [-- --seconds <number of each step>] [--most <clients>] [--report <file>]",
	options: {
		seconds: { type: "string", default: "10" },
		most: { type: "string", default: "128" },
		report: { type: "string", default: "dist/proofs/load.md" },
	},
});
const [seconds, most] = [values.seconds, values.most].map(Number);
/** Writes wait for their storage: a disk would be measured in place of the product. */
const memoryFolder = "/dev/shm";
const devicesAtOnce = 8;
/** So many accounts and devices that the machine is the limit, not a quota of one device or account. */
const people = ["owner", "stranger", "admin"];
const devicesOfOne = 64;
const recoveryMs = 60_000;

const startedAt = new Date();
const log = (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
const ports = { consolePort: await freePort(), backendPort: await freePort(), localPort: await freePort() };
const providerPort = await freePort();
const provider = await startProvider({ port: providerPort, localPort: ports.localPort });
const product = await startProduct({ providerPort, ports, folder: existsSync(memoryFolder) ? memoryFolder : tmpdir() });
const { origin } = product;

const channels = [{ name: "Temperature", quantity: "temperature", unit: "°C" }];

async function addAccount(name) {
	const person = createPerson({ origin, email: `${name}@aqlcloud.test`, isRunning: () => true });
	await person.signIn();
	await person.mutate("account.createAccount", { companyName: `Load of ${name}` });
	const keys = [];
	for (let from = 0; from < devicesOfOne; from += devicesAtOnce) {
		const names = Array.from({ length: devicesAtOnce }, (_, index) => `Load ${from + index}`);
		const made = names.map((device) =>
			person.mutate("device.createDevice", { name: device, timezoneOffset: 0, timeZoneRule: 0, channels }),
		);
		keys.push(...(await Promise.all(made)).map(({ key }) => key));
	}
	return { keys, cookie: person.cookieHeader() };
}

const accounts = await Promise.all(people.map(addAccount));
log(`${accounts.length} accounts of ${devicesOfOne} devices are there`);

const heldMegabytes = () =>
	["console", "backend"].reduce((sum, name) => {
		const status = readFileSync(`/proc/${product.pidOf(name)}/status`, "utf8");
		return sum + Number(/^VmRSS:\s+(\d+) kB/m.exec(status)[1]) / 1024;
	}, 0);

const shared = { origin, accounts };
const idle = await runStep({ ...shared, clients: 1, seconds });
const steps = [];
for (let clients = 1; clients <= most; clients *= 2) {
	const step = { ...(await runStep({ ...shared, clients, seconds })), heldMegabytes: heldMegabytes() };
	steps.push(step);
	log(`${clients} clients: ${step.perSecond.toFixed(0)} answers a second, p95 ${step.p95} ms`);
}
// Repeats the step, which separates memory that fills caches from memory that grows for ever.
const again = { ...(await runStep({ ...shared, clients: most, seconds })), heldMegabytes: heldMegabytes() };
const recoverBy = Date.now() + recoveryMs;
let after = null;
do {
	await wait(1_000);
	after = await runStep({ ...shared, clients: 1, seconds: 2 });
} while (after.p95 > idle.p95 * 2 && Date.now() < recoverBy);
await product.stop();
await provider.stop();

const { text, isHeld } = writeLoadReport({ startedAt, seconds, idle, steps, again, after, knee: kneeOf(steps) });
saveReport(values.report, text);
process.exitCode = isHeld ? 0 : 1;
