import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { switchSimulator } from "../../local/simulator/simulator-switch";
import { CreateDevice } from "../../shared/device";
import type { SeedAccount, SeedDevice, SeedReading } from "../../shared/local-seed";
import { userPool } from "./pool-client";

type Upload = { door: "seed" | "ingest"; key: string; readings: SeedReading[]; receivedAt?: number };
type Seen = { accounts: Record<string, SeedAccount>; devices: Record<string, SeedDevice>; uploads: Upload[] };

const minuteMs = 60_000;

async function seed(query = ""): Promise<unknown> {
	return (await exports.default.fetch(`http://127.0.0.1/__local/seed${query}`, { method: "POST" })).json();
}

async function seen(): Promise<Seen> {
	return (await env.BACKEND.fetch("https://backend/seen")).json();
}

/** As if the simulator had last posted this long ago. */
async function fallSilent(ms: number): Promise<void> {
	await runInDurableObject(userPool(), (_, { storage: { sql } }) => {
		sql.exec("UPDATE device_keys SET posted_until = posted_until - ?", ms);
	});
}

function nextTick(): Promise<number | null> {
	return runInDurableObject(userPool(), (_, { storage }) => storage.getAlarm());
}

async function tick(): Promise<Upload[]> {
	const before = (await seen()).uploads.length;
	expect(await runDurableObjectAlarm(userPool())).toBe(true);
	return (await seen()).uploads.slice(before);
}

afterEach(async () => {
	vi.restoreAllMocks();
	await env.BACKEND.fetch("https://backend/open");
	await seed("?simulate=off");
});

describe("the seed", () => {
	it("makes two accounts and a day of six devices, and posts no reading twice", async () => {
		const first = await seed("?simulate=off");
		expect(first).toEqual({ accountId: "acc_northwind", devices: 6, readings: expect.any(Number), isNew: true });
		const { accounts, devices, uploads } = await seen();
		expect(first).toHaveProperty("readings", uploads.flatMap(({ readings }) => readings).length);
		expect(uploads.flatMap(({ readings }) => readings).length).toBeGreaterThan(6_000);

		expect(accounts.northwind?.members.map(({ email, role }) => `${email} ${role}`)).toEqual([
			"owner@aqlcloud.test owner",
			"admin@aqlcloud.test admin",
			"operator@aqlcloud.test operator",
			"viewer@aqlcloud.test viewer",
			"billing@aqlcloud.test billing",
			"new@aqlcloud.test viewer",
			"totp@aqlcloud.test operator",
		]);
		expect(accounts.harbour?.members.map(({ email, role }) => `${email} ${role}`)).toEqual([
			"stranger@aqlcloud.test owner",
		]);
		const groupNames = accounts.northwind?.groups.map(({ name }) => name) ?? [];
		for (const device of Object.values(devices)) {
			expect(CreateDevice.safeParse(device).success).toBe(true);
			for (const name of device.groupNames) expect(groupNames).toContain(name);
		}

		expect(await seed("?simulate=off")).toMatchObject({ accountId: "acc_northwind", devices: 6, isNew: false });
		const posted = (await seen()).uploads.flatMap(({ key, readings }) =>
			readings.map(({ channel, at }) => `${key} ${channel} ${at}`),
		);
		expect(new Set(posted).size).toBe(posted.length);
	});

	it("receives the loading dock's last upload twenty minutes before the others'", async () => {
		await seed("?simulate=off");
		const { uploads } = await seen();
		const [dock] = uploads.filter(({ key }) => key === "aqd_AQ-10511");
		const [room] = uploads.filter(({ key }) => key === "aqd_AQ-10421");
		expect((room?.receivedAt ?? 0) - (dock?.receivedAt ?? 0)).toBe(20 * minuteMs);
	});

	it("fills in what is missing since the newest reading", async () => {
		await seed("?simulate=off");
		await fallSilent(60 * minuteMs);
		const before = (await seen()).uploads.length;
		await seed("?simulate=off");
		const room = (await seen()).uploads.slice(before).find(({ key }) => key === "aqd_AQ-10421");
		const times = new Set(room?.readings.map(({ at }) => at));
		// A minute may begin while the test runs.
		expect([60, 61]).toContain(times.size);
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
	it("posts what is due through the ingest door, leaves the stopped device alone, and goes on", async () => {
		await seed();
		await fallSilent(3 * minuteMs);
		const uploads = await tick();
		expect(uploads.map(({ door, key }) => `${door} ${key}`)).toEqual([
			"ingest aqd_AQ-10421",
			"ingest aqd_AQ-10422",
			"ingest aqd_AQ-10388",
			"ingest aqd_AQ-30102",
			"ingest aqd_AQ-40077",
		]);
		expect(await nextTick()).toBeGreaterThan(Date.now());
		const newest = Math.max(...uploads.flatMap(({ readings }) => readings.map(({ at }) => at)));
		expect(Date.now() - newest).toBeLessThan(2 * minuteMs);
	});

	it("keeps readings due while the door fails, and ticks on", async () => {
		await seed();
		await fallSilent(3 * minuteMs);
		await env.BACKEND.fetch("https://backend/shut");
		const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
		expect(await tick()).toEqual([]);
		expect(warned).toHaveBeenCalledTimes(5);
		expect(await nextTick()).not.toBeNull();

		await env.BACKEND.fetch("https://backend/open");
		const [room] = await tick();
		expect(new Set(room?.readings.map(({ at }) => at)).size).toBeGreaterThanOrEqual(3);
	});

	it("is still after a seed with simulate=off", async () => {
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
