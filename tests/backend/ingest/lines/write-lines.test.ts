import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lineParts, lineRules } from "../../../../backend/db/schema";
import { dayMs, hourMs, minuteMs } from "../../../../shared/base/durations";
import { limits, serverLimits } from "../../../../shared/base/limits";
import type { NewIntegrationKey } from "../../../../shared/ingest/integration-key";
import { accountStub, addDevice, createOwner, inAccount, newId } from "../../fixtures/fleet";
import { addIntegration, latestValues } from "../../fixtures/integrations";
import { choose, lineSource, linesEndpoint, storedReadings, writeLines } from "../../fixtures/lines";
import { origin, type Person, send } from "../../fixtures/people";
import { holdAlarm, workThrough } from "../../fixtures/works";

let owner: Person;
let accountId: string;
let key: string;
let keyId: string;

// Each test moves the clock by itself: two uploads a minute are the limit.
beforeEach(async () => {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
	({ owner, id: accountId } = await createOwner());
	const created: NewIntegrationKey = await addIntegration(owner);
	key = created.key;
	keyId = created.integration.id;
});
afterEach(() => {
	vi.useRealTimers();
});

const now = () => Date.now();
const time = (ms: number) => `${ms}000000`;
const air = "climate,host=cellar air";

async function chooseAir(): Promise<string> {
	await writeLines(key, `climate,host=cellar air=4 ${time(now())}`);
	return choose(owner, { keyId, device: { name: "Cellar" }, series: { [air]: "Air" } });
}

describe("a series of the line protocol", () => {
	it("waits with its count and newest value until a device is chosen, and is stored from then on", async () => {
		const start = now();
		expect((await writeLines(key, `climate,host=cellar air=4,hum=50 ${time(start)}`)).status).toBe(204);
		await writeLines(key, `climate,host=cellar air=3 ${time(start - hourMs)}`);
		const { waiting, waitingCount, last } = await lineSource(owner, keyId);
		expect(waiting).toEqual([
			{ series: air, count: 2, at: start, value: 4, heardAt: start },
			{ series: "climate,host=cellar hum", count: 1, at: start, value: 50, heardAt: start },
		]);
		expect([waitingCount, last]).toEqual([2, { at: start, lines: 1, stored: 0, waiting: 1, texts: 0, leftOut: 0 }]);
		const deviceId = await choose(owner, { keyId, device: { name: "Cellar" }, series: { [air]: "Air" } });
		vi.setSystemTime(start + minuteMs);
		await writeLines(key, `climate,host=cellar air=5,hum=51 ${time(now())}`);
		expect(await storedReadings(accountId, owner, deviceId)).toEqual({ Air: [[now(), 5]] });
		const after = await lineSource(owner, keyId);
		expect(after.chosen).toMatchObject([{ series: air, deviceId, device: "Cellar", channel: "Air" }]);
		expect(after.waiting.map(({ series }) => series)).toEqual(["climate,host=cellar hum"]);
		expect(after.last).toMatchObject({ stored: 1, waiting: 1 });
		expect(await latestValues(owner, "cellar")).toEqual({ Air: { value: 5, at: now() } });
	});

	it("goes to a known device and channel, and waits again once it is released", async () => {
		const { device } = await addDevice(owner);
		await writeLines(key, "climate,host=cellar air=4");
		await choose(owner, { keyId, device: { deviceId: device.id }, series: { [air]: "air" } });
		vi.setSystemTime(now() + minuteMs);
		const at = now();
		await writeLines(key, `climate,host=cellar air=6i ${time(at)}`);
		expect(await storedReadings(accountId, owner, device.id)).toEqual({ Air: [[at, 6]], Door: [] });
		await owner.mutate("account.releaseLineSeries", { keyId, series: [air] });
		vi.setSystemTime(now() + minuteMs);
		await writeLines(key, "climate,host=cellar air=7");
		expect((await storedReadings(accountId, owner, device.id)).Air).toEqual([[at, 6]]);
		expect((await lineSource(owner, keyId)).waiting.map(({ value }) => value)).toEqual([7]);
	});

	it("takes one channel, never a computed or foreign one, and shares it with no other", async () => {
		const { device } = await addDevice(owner);
		const other = await addDevice(owner, { name: "Other" });
		await writeLines(key, "a v=1\nb v=1");
		const attempt = (series: object[], to: object = { deviceId: device.id }) =>
			owner.mutate("account.chooseLineSeries", { keyId, device: to, series });
		const channelId = other.device.channels[0]?.id;
		const toAir = (series: string) => ({ series, channel: { name: "Air" } });
		const complaints = [
			await attempt([toAir("a v"), toAir("b v")]),
			await attempt([{ series: "a v", channel: { channelId } }]),
			await attempt([toAir("a v"), toAir("a v")]),
			await attempt([toAir("noSeries")]),
			await attempt([]),
			await attempt([toAir("a v")], { deviceId: newId("device") }),
			await attempt([{ series: "a v", channel: { name: "" } }]),
			await attempt([toAir("a v"), toAir("b v")], { name: "New" }),
		].map(({ error }) => error?.data.fields ?? error?.data.reason);
		expect(complaints).toEqual([
			{ series: "Two series cannot send to one channel." },
			{ series: "The channel does not exist on this device, or is computed. Choose another." },
			{ series: "A series is named twice." },
			{ series: "This is no series of the line protocol." },
			{ series: "Choose a channel for at least one series." },
			"DEVICE_NOT_FOUND",
			{ "series.0.channel.name": "Enter a channel name." },
			{ series: "Channel names must differ." },
		]);
		await attempt([toAir("a v")]);
		expect((await attempt([toAir("b v")])).error?.data.fields).toEqual({
			series: "The series “a v” already sends to this channel. Release it first.",
		});
	});

	it("waits again when its device is deleted, and its rule goes with the integration", async () => {
		const deviceId = await chooseAir();
		await owner.mutate("device.archiveDevices", { deviceIds: [deviceId] });
		vi.setSystemTime(now() + minuteMs);
		expect((await writeLines(key, "climate,host=cellar air=4")).status).toBe(204);
		expect((await lineSource(owner, keyId)).notStored).toMatchObject([{ reason: "archived", text: air }]);
		expect(await inAccount(accountId, (db) => db.select().from(lineRules).all())).toHaveLength(1);
		await owner.mutate("account.revokeIntegrationKey", { keyId });
		expect(await inAccount(accountId, (db) => db.select().from(lineRules).all())).toEqual([]);
		expect((await writeLines(key, "climate,host=cellar air=4")).status).toBe(401);
	});
});

describe("lines that are not stored", () => {
	it("show their place and reason, and never change the response", async () => {
		await chooseAir();
		vi.setSystemTime(now() + minuteMs);
		const body = [
			`climate,host=cellar air=5 ${time(now())}`,
			'climate,host=cellar air="off"',
			"climate,host=cellar",
			"climate,host=cellar air=1 4294967295000000000",
			"climate,host=cellar air=1 0",
			`climate,host=cellar air=9007199254740993i`,
			`secret,token=${key} a b`,
		].join("\n");
		expect((await writeLines(key, body)).status).toBe(204);
		const { notStored, last } = await lineSource(owner, keyId);
		expect(notStored.map(({ line, reason }) => [line, reason])).toEqual([
			[3, "unreadable"],
			[4, "future"],
			[5, "too-old"],
			[6, "integer"],
			[7, "unreadable"],
			[null, "text"],
		]);
		expect(JSON.stringify(notStored)).not.toContain(key);
		expect(last).toMatchObject({ lines: 7, stored: 1, texts: 1, leftOut: 6 });
	});

	it("go beyond 200, and after a day with all that waits", async () => {
		await holdAlarm(accountId);
		await writeLines(key, "broken\n".repeat(150));
		vi.setSystemTime(now() + 2 * minuteMs);
		await writeLines(key, `waits f=1\n${"wrong\n".repeat(150)}`);
		const { notStored } = await lineSource(owner, keyId);
		expect([notStored.length, notStored[0]?.text, notStored[199]?.text]).toEqual([200, "wrong", "broken"]);
		vi.setSystemTime(now() + dayMs + 2 * hourMs);
		expect(await lineSource(owner, keyId)).toMatchObject({ waiting: [], notStored: [] });
		await workThrough(accountStub(accountId), now());
		expect(await inAccount(accountId, (db) => db.select().from(lineParts).all())).toEqual([]);
	});

	it("count 5,000 series that wait, beyond which new ones are refused by name", async () => {
		const lines = Array.from({ length: serverLimits.lineSeries + 10 }, (_, index) => `m,sensor=🧊\\ ${index} f=1`);
		expect((await writeLines(key, lines.join("\n"))).status).toBe(204);
		const { waiting, waitingCount, notStored } = await lineSource(owner, keyId);
		expect([waiting.length, waitingCount]).toEqual([200, serverLimits.lineSeries]);
		expect(notStored).toHaveLength(10);
		expect(new Set(notStored.map(({ reason }) => reason))).toEqual(new Set(["too-many-series"]));
		expect((await lineSource(owner, keyId, "🧊\\ 4999")).waiting).toMatchObject([{ series: "m,sensor=🧊\\ 4999 f" }]);
	});
});

describe("the response to lines", () => {
	it("accepts a body without lines, which clients send first, in gzip or not", async () => {
		for (const body of [null, "", "\n", "# none", gzipSync("")]) {
			const headers = body instanceof Uint8Array ? { "content-encoding": "gzip" } : undefined;
			const response = await writeLines(key, body, { ...(headers && { headers }) });
			expect([response.status, await response.text()]).toEqual([204, ""]);
			expect(response.headers.get("x-influxdb-version")).toBe("2.7.0-compatible");
		}
	});

	it("takes the key as Token, Bearer or password, of any media type and at both paths", async () => {
		const basic = btoa(`anything:${key}`);
		for (const [index, authorization] of [`token ${key}`, `Bearer ${key}`, `Basic ${basic}`].entries()) {
			const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };
			const response = await writeLines(key, `m v=${index}`, { headers, path: "/write?db=d&precision=s" });
			expect(response.status).toBe(204);
		}
		expect((await lineSource(owner, keyId)).waiting).toMatchObject([{ series: "m v", count: 3 }]);
	});

	it("rejects a wrong key with 401 and a sentence, and one in the address", async () => {
		const { key: deviceKey } = await addDevice(owner);
		const wrong = [undefined, "Token x", `Token ${deviceKey}`, "Basic !", `Basic ${btoa("noColon")}`];
		for (const authorization of wrong) {
			const headers = { ...(authorization && { authorization }) };
			const response = await send("/api/v2/write", { method: "POST", headers, body: "m v=1" });
			expect([response.status, await response.json()]).toEqual([
				401,
				{ code: "unauthorized", message: "the integration key is missing or not valid" },
			]);
		}
		const inAddress = await send(`/write?u=a&p=${key}`, { method: "POST", body: "m v=1" });
		expect([inAddress.status, await inAddress.json()]).toMatchObject([
			401,
			{ message: expect.stringMatching(/^a key in/) },
		]);
	});

	it("rejects more than 20,000 values or 4 MB with 413, so that the sender splits them", async () => {
		const many = Array.from({ length: limits.ingestReadings + 1 }, (_, index) => `m v=${index}`).join("\n");
		expect((await writeLines(key, many)).status).toBe(413);
		const packed = gzipSync(`m v="${"x".repeat(serverLimits.ingestBodyBytes)}"`);
		expect((await writeLines(key, packed, { headers: { "content-encoding": "gzip" } })).status).toBe(413);
	});

	it("rejects a device's third upload within a minute with 429, and stores nothing of it", async () => {
		const deviceId = await chooseAir();
		const start = now();
		const write = (offset: number) => writeLines(key, `climate,host=cellar air=1 ${time(start + offset)}`);
		expect([(await write(1)).status, (await write(2)).status]).toEqual([204, 204]);
		const rejected = await write(3);
		expect([rejected.status, rejected.headers.get("retry-after")]).toEqual([429, "30"]);
		expect((await storedReadings(accountId, owner, deviceId)).Air).toHaveLength(2);
		vi.setSystemTime(start + 30_000);
		expect((await write(3)).status).toBe(204);
		expect((await storedReadings(accountId, owner, deviceId)).Air).toHaveLength(3);
	});

	it("rejects bytes that cannot be unpacked with 503, as another sending may repair them", async () => {
		const whole = gzipSync("m v=1\n".repeat(1_000));
		for (const [body, encoding] of [
			[whole.subarray(0, 30), "gzip"],
			["m v=1", "zstd"],
		] as const) {
			const response = await writeLines(key, body, { headers: { "content-encoding": encoding } });
			expect([response.status, response.headers.get("retry-after")]).toEqual([503, "30"]);
		}
		expect((await lineSource(owner, keyId)).notStored.map(({ reason }) => reason)).toEqual(["encoding", "encoding"]);
	});

	it("accepts an unknown precision, which the integration shows", async () => {
		expect((await writeLines(key, "m v=1 1", { path: "/write?precision=week" })).status).toBe(204);
		expect((await lineSource(owner, keyId)).notStored).toMatchObject([{ reason: "precision", text: "week" }]);
	});

	it("names a wait of 30 to 600 seconds, as no sender waits longer", async () => {
		const endpoint = (retryAfterSeconds: number) => {
			const refused = { appendLines: async () => ({ refusal: "daily-quota" as const, retryAfterSeconds }) };
			const accounts = { idFromName: () => ({}), get: () => refused } as never; // only these two are called
			return linesEndpoint({ accounts, clock: now });
		};
		const request = () =>
			new Request(`${origin}/api/v2/write`, {
				method: "POST",
				headers: { authorization: `Token ${key}` },
				body: "m v=1",
			});
		const waits = [1, 100, 80_000].map(async (seconds) => {
			const response = await endpoint(seconds)(request());
			return [response.status, response.headers.get("retry-after")];
		});
		expect(await Promise.all(waits)).toEqual([
			[429, "30"],
			[429, "100"],
			[429, "600"],
		]);
	});

	it("names the service at /health and /ping, for GET and HEAD", async () => {
		const health = await send("/health");
		expect([health.status, await health.json()]).toMatchObject([200, { status: "pass" }]);
		for (const method of ["GET", "HEAD"]) expect((await send("/ping", { method })).status).toBe(204);
		expect((await send("/ping", { method: "POST" })).status).toBe(405);
	});
});
