import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { demoDevices } from "../../local/seed/demo-devices";
import { type SeedResult, seedDemo } from "../../local/seed/seed-demo";
import { switchSimulator } from "../../local/simulator";
import { dayMs, minuteMs } from "../../shared/base/durations";
import { CreateDevice } from "../../shared/device/device-inputs";
import type { LocalSeedApi, SeedAccount, SeedDevice, SeedRecords } from "../../shared/local-seed";
import { userPool } from "./pool-client";

type Upload = { endpoint: "seed" | "ingest"; key: string; channels: string[]; at: number[]; receivedAt?: number };
type Seen = {
	accounts: Record<string, SeedAccount>;
	devices: Record<string, SeedDevice>;
	uploads: Upload[];
	records: SeedRecords | null;
};

const onTime = demoDevices.filter(({ reported }) => reported === "on time");

async function seed(query = ""): Promise<unknown> {
	return (await exports.default.fetch(`http://127.0.0.1/__local/seed${query}`, { method: "POST" })).json();
}

async function seen(): Promise<Seen> {
	return (await env.BACKEND.fetch("https://backend/seen")).json();
}

async function fallSilent(ms: number): Promise<void> {
	await runInDurableObject(userPool(), (_, { storage: { sql } }) => {
		sql.exec("UPDATE device_keys SET posted_until = ?", Date.now() - ms);
	});
}

/** The seed at a time of the test's choosing, epoch ms. */
function seedAt(now: number): Promise<SeedResult> {
	return runInDurableObject(userPool(), (_, { storage: { sql } }) =>
		// The binding's type lacks the entrypoint, which is another project's.
		seedDemo({ sql, backend: env.SEED as unknown as LocalSeedApi, now }),
	);
}

function nextTick(): Promise<number | null> {
	return runInDurableObject(userPool(), (_, { storage }) => storage.getAlarm());
}

async function tick(): Promise<Upload[]> {
	const before = (await seen()).uploads.length;
	expect(await runDurableObjectAlarm(userPool())).toBe(true);
	return (await seen()).uploads.slice(before);
}

beforeEach(() => {
	vi.spyOn(console, "info").mockImplementation(() => {});
});

afterEach(async () => {
	await env.BACKEND.fetch("https://backend/open");
	await seed("?simulate=off");
	vi.restoreAllMocks();
});

describe("the seed", () => {
	it("makes two accounts, forty devices, their month and their records, and posts no reading twice", async () => {
		const now = Date.now();
		const first = await seedAt(now);
		expect(first).toEqual({ accountId: "acc_northwind", devices: 40, readings: expect.any(Number), isNew: true });
		const { accounts, devices, uploads, records } = await seen();
		expect(Object.keys(devices)).toEqual(demoDevices.map(({ serialNumber }) => serialNumber));
		expect(first.readings).toBeGreaterThan(550_000);
		expect(first.readings).toBe(uploads.reduce((sum, { at, channels }) => sum + at.length * channels.length, 0));
		expect(uploads.every(({ endpoint }) => endpoint === "seed")).toBe(true);
		expect(new Set(uploads.map(({ key }) => key)).size).toBe(39);
		expect(records).toMatchObject({ contacts: { length: 8 }, alerts: { length: 8 }, reports: { length: 5 } });
		expect(records?.events.length).toBeGreaterThan(20);

		expect(accounts.northwind?.groups).toHaveLength(7);
		expect(accounts.northwind?.members.map(({ email, role }) => `${email} ${role}`)).toEqual([
			"owner@aqlcloud.test owner",
			"admin@aqlcloud.test admin",
			"operator@aqlcloud.test operator",
			"viewer@aqlcloud.test viewer",
			"billing@aqlcloud.test billing",
			"new@aqlcloud.test viewer",
			"totp@aqlcloud.test operator",
			"removed@aqlcloud.test viewer",
			"scoped@aqlcloud.test admin",
		]);
		const scopes = accounts.northwind?.members.flatMap(({ email, scope }) => (scope === "all" ? [] : { email, scope }));
		expect(scopes).toEqual([{ email: "scoped@aqlcloud.test", scope: { groupNames: ["Pharmacy"] } }]);
		expect(accounts.northwind?.members.filter(({ isRemoved }) => isRemoved)).toHaveLength(1);
		expect(accounts.harbour?.members.map(({ email, role }) => `${email} ${role}`)).toEqual([
			"stranger@aqlcloud.test owner",
		]);
		const groupNames = accounts.northwind?.groups.map(({ name }) => name) ?? [];
		expect(groupNames).toContain("Pharmacy");
		for (const device of Object.values(devices)) {
			expect(CreateDevice.safeParse(device).success).toBe(true);
			for (const name of device.groupNames) expect(groupNames).toContain(name);
		}

		expect(await seedAt(now)).toEqual({ accountId: "acc_northwind", devices: 40, readings: 0, isNew: false });
		expect((await seen()).uploads).toHaveLength(uploads.length);
		await seedAt(now + 45 * minuteMs);
		const posted = (await seen()).uploads.flatMap(({ key, at }) => at.map((time) => `${key} ${time}`));
		expect(posted.length).toBeGreaterThan(first.readings / 4);
		expect(new Set(posted).size).toBe(posted.length);
	});

	it("fills an idle week on its grid: every ten minutes, and the last two hours by the minute", async () => {
		await seed("?simulate=off");
		await fallSilent(7 * dayMs);
		const before = (await seen()).uploads.length;
		await seed("?simulate=off");
		const uploads = (await seen()).uploads.slice(before);
		expect(new Set(uploads.map(({ key }) => key)).size).toBe(39);
		const room = uploads.filter(({ key }) => key === "aqd_AQ-10421").flatMap(({ at }) => at);
		const newest = room.at(-1) ?? 0;
		const fine = room.filter((at) => at > newest - 118 * minuteMs);
		expect(fine).toHaveLength(118);
		const coarse = room.filter((at) => at <= newest - 120 * minuteMs);
		expect(coarse.every((at) => at % (10 * minuteMs) === 0)).toBe(true);
		expect(coarse.length).toBeGreaterThanOrEqual(7 * 144 - 13);
		expect(coarse.length).toBeLessThanOrEqual(7 * 144 - 11);
	});

	it("receives the loading dock's last upload twenty minutes before the seed", async () => {
		await fallSilent(dayMs);
		const now = Date.now();
		await seedAt(now);
		const { uploads } = await seen();
		expect(uploads.findLast(({ key }) => key === "aqd_AQ-10511")?.receivedAt).toBe(now - 20 * minuteMs);
		expect(uploads.findLast(({ key }) => key === "aqd_AQ-10513")?.receivedAt).toBe(now - 185 * minuteMs);
		expect(uploads.some(({ key }) => key === "aqd_AQ-10730")).toBe(false);
	});

	it("says which device's key is lost rather than going on without it", async () => {
		await seed("?simulate=off");
		await runInDurableObject(userPool(), (_, { storage: { sql } }) => {
			sql.exec("DELETE FROM device_keys WHERE serial_number = 'AQ-10388'");
		});
		await runInDurableObject(userPool(), (pool) =>
			expect(pool.seed({ isSimulating: false })).rejects.toThrow("The key of Blast freezer is lost."),
		);
		await runInDurableObject(userPool(), (_, { storage: { sql } }) => {
			sql.exec("INSERT INTO device_keys VALUES ('AQ-10388', 'aqd_AQ-10388', ?)", Date.now());
		});
	});
});

describe("the simulator", () => {
	it("posts what is due through the ingest endpoint, leaves the silent devices alone, and goes on", async () => {
		await seed();
		// Longer than the longest interval, so that every device has come to its next upload.
		await fallSilent(16 * minuteMs);
		const uploads = await tick();
		expect(uploads.map(({ endpoint, key }) => `${endpoint} ${key}`)).toEqual(
			onTime.map(({ serialNumber }) => `ingest aqd_${serialNumber}`),
		);
		expect(await nextTick()).toBeGreaterThan(Date.now());
		const newest = Math.max(...uploads.flatMap(({ at }) => at));
		expect(Date.now() - newest).toBeLessThan(3 * minuteMs);
	});

	it("lets each device wait for its own next upload", async () => {
		await seed();
		await fallSilent(4 * minuteMs);
		const keys = (await tick()).map(({ key }) => key);
		const fast = onTime.filter(({ uploadIntervalSeconds }) => uploadIntervalSeconds <= 120);
		expect(keys).toEqual(expect.arrayContaining(fast.map(({ serialNumber }) => `aqd_${serialNumber}`)));
		expect(keys.length).toBeLessThan(onTime.length);
		expect((await tick()).length).toBeLessThan(fast.length);
	});

	it("keeps readings due while the endpoint fails, and ticks on", async () => {
		await seed();
		await fallSilent(16 * minuteMs);
		await env.BACKEND.fetch("https://backend/shut");
		const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
		expect(await tick()).toEqual([]);
		expect(warned).toHaveBeenCalledTimes(onTime.length);
		expect(await nextTick()).not.toBeNull();

		await env.BACKEND.fetch("https://backend/open");
		const [room] = await tick();
		expect(room?.at.length).toBeGreaterThanOrEqual(15);
	});

	it("stays still after a seed with simulate=off", async () => {
		await seed();
		expect(await nextTick()).not.toBeNull();
		await seed("?simulate=off");
		expect(await nextTick()).toBeNull();
	});

	it("stays still when it is switched off in the middle of a tick", async () => {
		await seed();
		await fallSilent(3 * minuteMs);
		await runInDurableObject(userPool(), async (pool, { storage }) => {
			const ticking = pool.alarm();
			await switchSimulator(storage, false, Date.now());
			await ticking;
			expect(await storage.getAlarm()).toBeNull();
		});
	});
});

it("says in a sentence that a newer version wrote the state, and touches nothing", async () => {
	await env.BACKEND.fetch("https://backend/newer");
	const response = await exports.default.fetch("http://127.0.0.1/__local/seed", { method: "POST" });
	await env.BACKEND.fetch("https://backend/known");
	const { error } = await response.json<{ error: { message: string } }>();
	expect([response.status, error.message]).toEqual([503, expect.stringMatching(/^The state of this local run was /)]);
});
