import { execFile, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import type { TestHarness } from "wrangler";
import type { CreatedDevice } from "../../shared/device/device-inputs";
import type { LogPage } from "../../shared/log/log";
import { dataOf, test, Visitor } from "./product";

const run = promisify(execFile);
const text = readFileSync(new URL("../../docs/devices.md", import.meta.url), "utf8");
const hasPython = spawnSync("python3", ["--version"]).status === 0;

let harness: TestHarness;
test.beforeAll(({ harness: started }) => {
	harness = started;
});

async function exampleIn(language: string): Promise<string> {
	const [, example] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(text) ?? [];
	if (example === undefined) throw new Error(`No example in ${language}`);
	const { url } = await harness.listen();
	return example.replaceAll("https://console.example.com", url.origin);
}

async function addDevice(owner: Visitor, name: string): Promise<CreatedDevice> {
	const channels = [{ name: "Temperature", quantity: "temperature", unit: "°C" }];
	const input = { name, timezoneOffset: 0, timeZoneRule: 0, channels };
	const [created] = dataOf(await owner.mutate("device.createDevice", input)) as [CreatedDevice];
	return created;
}

async function valuesOf(owner: Visitor, { device }: CreatedDevice): Promise<number[]> {
	const input = { rangeType: "day", offset: 0, from: 0, to: Date.now() + 60_000, deviceIds: [device.id] };
	const [page] = dataOf(await owner.query({ "log.getLogs": input })) as [LogPage];
	return [...page.readings.value];
}

async function withDevice(name: string, send: (env: NodeJS.ProcessEnv) => Promise<{ stdout: string }>) {
	const owner = new Visitor(harness);
	await owner.signIn("owner");
	const created = await addDevice(owner, name);
	const { stdout } = await send({ ...process.env, DEVICE_KEY: created.key });
	const values = await valuesOf(owner, created);
	await owner.mutate("device.deleteDevices", { deviceIds: [created.device.id] });
	return { stdout, values };
}

it("the command of the page for makers of devices stores its reading", async () => {
	const example = await exampleIn("sh");
	const { stdout, values } = await withDevice("By curl", (env) => run("sh", ["-c", example], { env }));
	expect(JSON.parse(stdout)).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
	expect(values).toEqual([4.2]);
});

// Skipped without Python, which the whole check counts as failed.
it.skipIf(!hasPython)("the Python of the page for makers of devices stores its reading", async () => {
	const example = await exampleIn("python");
	const { stdout, values } = await withDevice("By Python", (env) => run("python3", ["-c", example], { env }));
	expect(stdout.trim()).toBe("stored");
	expect(values).toEqual([4.2]);
});
