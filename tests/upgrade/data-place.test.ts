import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { accountObjects } from "../../backend/base/account-objects";
import { createDataPlace, dataPlace } from "../../backend/db/data-place";
import worker from "../../backend/index";
import { postReadings } from "../backend/fixtures/fleet";
import { createPerson, send } from "../backend/fixtures/people";
import state from "./states/release-3.json";
import { storeAccount, storedAccount } from "./stored-state";

const placeOf = (own: string, failures: unknown[] = []) =>
	createDataPlace({ directory: env.DIRECTORY, own, onFailure: (error) => failures.push(error) });

const forgetPlace = async () => void (await env.DIRECTORY.prepare("DELETE FROM data_place").run());

beforeEach(forgetPlace);
afterEach(forgetPlace);

it("writes the place with the first request, and never again", async () => {
	expect(await placeOf("eu").findOther()).toBeNull();
	expect(await placeOf("").findOther()).toBe("eu");
	expect(await placeOf("fedramp").findOther()).toBe("eu");
	expect(await placeOf("eu").findOther()).toBeNull();
});

it("stops no one while the directory does not respond, and reads it again", async () => {
	const failures: unknown[] = [];
	const broken = {
		prepare: () => env.DIRECTORY.prepare("SELECT 1"),
		batch: () => Promise.reject(new Error("D1 is down")),
	};
	const place = createDataPlace({ directory: broken, own: "", onFailure: (error) => failures.push(error) });
	expect([await place.findOther(), await place.findOther()]).toEqual([null, null]);
	expect(failures).toHaveLength(2);
});

it("chooses the objects of its jurisdiction, which the local runtime has none of", () => {
	const asked: string[] = [];
	const jurisdiction = (name: string) => {
		asked.push(name);
		return env.ACCOUNT;
	};
	const ACCOUNT = Object.assign(Object.create(env.ACCOUNT), { jurisdiction });
	expect(accountObjects({ ACCOUNT, JURISDICTION: "" })).toBe(ACCOUNT);
	expect(accountObjects({ ACCOUNT, JURISDICTION: "eu" })).toBe(env.ACCOUNT);
	expect(() => accountObjects({ ACCOUNT, JURISDICTION: "mars" })).toThrow("no jurisdiction mars");
	expect(asked).toEqual(["eu"]);
});

it("closes the backend where its place differs from where data lies, and writes nothing", async () => {
	await storeAccount(state);
	await env.DIRECTORY.prepare("INSERT OR REPLACE INTO data_place VALUES (1, 'eu')").run();
	// As in a new isolate, which has not read the directory.
	const spied = vi.spyOn(dataPlace, "findOther").mockImplementation(placeOf("").findOther);
	onTestFinished(() => spied.mockRestore());
	const stored = await storedAccount(state.accountId);
	const owner = await createPerson({ sub: state.ownerSub });
	expect((await owner.query("device.getDevices")).error).toMatchObject({ data: { httpStatus: 503 } });
	const reading = { channel: "Air", at: Date.now(), value: 5 };
	expect((await postReadings(state.key, [reading])).status).toBe(503);
	const health = await send("/api/health", {});
	expect([health.status, await health.json()]).toEqual([
		503,
		{ status: "misplaced", dataPlace: expect.stringContaining("Data lies in the jurisdiction eu") },
	]);
	await worker.scheduled(createScheduledController());
	expect(await storedAccount(state.accountId)).toEqual(stored);
});
