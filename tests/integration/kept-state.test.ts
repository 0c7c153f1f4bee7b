import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import type { TestHarness } from "wrangler";
import type { DeviceListRow } from "../../shared/device/device";
import type { CreatedDevice } from "../../shared/device/device-inputs";
import type { LocalSeedApi } from "../../shared/local-seed";
import type { LogPage } from "../../shared/log/log";
import { dataOf, test, Visitor } from "./product";

let harness: TestHarness;
test.beforeAll(({ harness: started }) => {
	harness = started;
});

const newPassword = "Another-demo-2";
const silentAfterMs = 60_000;

async function press(path: string): Promise<void> {
	const { status } = await new Visitor(harness).send(`/__local/${path}`, { method: "POST" });
	expect(status).toBeLessThan(400);
}

async function signedIn(persona: string): Promise<Visitor> {
	const visitor = new Visitor(harness);
	expect(await visitor.signIn(persona)).toMatchObject({ status: 200, body: { status: "signed-in" } });
	return visitor;
}

async function addDevice(owner: Visitor, name: string): Promise<CreatedDevice> {
	const channels = [{ name: "Temperature", quantity: "temperature", unit: "°C" }];
	const input = { name, timezoneOffset: 60, timeZoneRule: 2, channels, offlineAfterSeconds: silentAfterMs / 1000 };
	const [created] = dataOf(await owner.mutate("device.createDevice", input)) as [CreatedDevice];
	return created;
}

async function upload({ key }: CreatedDevice, value: number): Promise<void> {
	const { status } = await new Visitor(harness).send("/api/ingest/v1/readings", {
		method: "POST",
		headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
		body: JSON.stringify({ readings: [{ channel: "temperature", at: Date.now() - 1_000, value }] }),
	});
	expect(status).toBe(200);
}

async function devicesOf(owner: Visitor): Promise<DeviceListRow[]> {
	const [devices] = dataOf(await owner.query({ "device.getDevices": undefined })) as [DeviceListRow[]];
	return devices;
}

async function logOf(owner: Visitor, { device }: CreatedDevice): Promise<LogPage> {
	const input = { rangeType: "hour", offset: 0, deviceIds: [device.id] };
	const [readingStore] = dataOf(await owner.query({ "log.getLogs": input })) as [LogPage];
	return readingStore;
}

type Part = keyof Awaited<ReturnType<typeof everythingSeen>>;

async function everythingSeen(owner: Visitor, device: CreatedDevice, newcomer: Visitor) {
	const mailbox = await new Visitor(harness).send("/__local/mailbox", { headers: { accept: "application/json" } });
	return {
		// The clock makes devices late, whatever is restored.
		devices: (await devicesOf(owner)).map(({ status: _, ...device }) => device),
		groups: dataOf(await owner.query({ "group.getGroups": undefined })),
		readingStore: (await logOf(owner, device)).readings,
		mailbox: mailbox.body,
		newcomer: (await newcomer.query({ "device.getDevices": undefined })).status,
	};
}

describe("a local run whose state was kept", () => {
	it("returns whole after a restore, with open sessions and an alarm that goes off", async () => {
		const owner = await signedIn("owner");
		const operator = await signedIn("operator");
		const newcomer = await signedIn("newcomer");
		const device = await addDevice(owner, "Kept logger");
		await upload(device, 1);
		const silent = await addDevice(owner, "Silent logger");
		await press("state/keep");
		const kept = await everythingSeen(owner, device, newcomer);

		const { id: deviceId, version } = device.device;
		const gone = kept.devices.find(({ groupIds }) => groupIds.length > 0);
		const named = await owner.mutate("device.updateDevice", { deviceId, version, name: "Renamed" });
		const deleted = await owner.mutate("device.deleteDevices", { deviceIds: [gone?.id] });
		const founded = await newcomer.mutate("account.createAccount", { companyName: "Nobody's" });
		const passwords = { currentPassword: "Local-demo-1", password: newPassword, isSignOutElsewhere: true };
		const changed = await operator.post("/api/auth/change-password", passwords);
		const person = { email: "somebody@aqlcloud.test", name: "Sam Body", password: newPassword };
		const signedUp = await new Visitor(harness).post("/api/auth/sign-up", person);
		expect([named, deleted, founded, changed, signedUp].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
		await upload(device, 2);
		const left = await everythingSeen(owner, device, newcomer);
		expect(Object.keys(kept).filter((part) => isDeepStrictEqual(kept[part as Part], left[part as Part]))).toEqual([]);
		await press("backend/cut");

		await press("state/restore");
		expect(await everythingSeen(owner, device, newcomer)).toEqual(kept);
		await signedIn("operator");
		// The restored state lacks the person, who may sign up again.
		expect(await new Visitor(harness).post("/api/auth/sign-up", person)).toMatchObject({ status: 200 });

		// The device becomes silent in 3 s: the alarm records that, not a seed.
		const at = Date.now() - silentAfterMs + 3_000;
		const { SEED } = await harness.getWorker<{ SEED: LocalSeedApi }>("aqlcloud-local").getEnv();
		const slots = { everyMs: 1, phaseMs: 0, clockBehindMs: 0 };
		await SEED.ingest(silent.key, slots, [{ receivedAt: at, channels: ["temperature"], at: [at], values: [[3]] }]);
		await press("seed?simulate=off");
		const events = async () => (await logOf(owner, silent)).events.map(({ text }) => text);
		await expect.poll(events, { timeout: 20_000 }).toContainEqual(expect.stringContaining("ffline"));
		const deviceIds = [deviceId, silent.device.id];
		expect(await owner.mutate("device.deleteDevices", { deviceIds })).toMatchObject({ status: 200 });
	});
});
