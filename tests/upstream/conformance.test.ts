import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CheckResult, type ConformanceOptions, runConformance } from "../conformance/run-conformance";
import { faults } from "./faults";
import { type RunningUpstream, startUpstream } from "./server";
import { startTestPool, type TestPool } from "./test-pool";

const owner = { sub: "0a5e7b10-0001-4000-8000-000000000001" };
const viewer = { sub: "0a5e7b10-0004-4000-8000-000000000004" };

let pool: TestPool;
let upstream: RunningUpstream;
let asOwner: ConformanceOptions;
beforeAll(async () => {
	pool = await startTestPool();
	upstream = await startUpstream({ ...pool, auth: "bearer", port: 0 });
	asOwner = {
		upstream: upstream.url,
		fetch,
		token: pool.accessToken(owner),
		expiredToken: pool.accessToken({ ...owner, exp: 1_700_000_000 }),
		formProcedure: "device.countLines",
		subscription: "log.watch",
	};
});
afterAll(async () => {
	await upstream.stop();
	await pool.stop();
});

const withOutcome = (results: CheckResult[], outcome: CheckResult["outcome"]) =>
	results.filter((result) => result.outcome === outcome);
const failedNames = (results: CheckResult[]) => withOutcome(results, "failed").map(({ name }) => name);

describe("the example upstream", () => {
	it("passes every conformance check", async () => {
		const results = await runConformance(asOwner);
		expect(results.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
		expect(results.length).toBeGreaterThan(40);
	});

	it("takes id tokens where the console sends those, and rejects them otherwise", async () => {
		const idUpstream = await startUpstream({ ...pool, auth: "id", port: 0 });
		try {
			const asId = { ...asOwner, upstream: idUpstream.url, token: pool.idToken(owner), expiredToken: null };
			expect(failedNames(await runConformance(asId))).toEqual([]);
		} finally {
			await idUpstream.stop();
		}
		expect(failedNames(await runConformance({ ...asOwner, token: pool.idToken(owner) }))).toContain(
			"account.getCurrent",
		);
	});

	it("denies a role what it may not see, and an unknown person everything", async () => {
		const asViewer = await runConformance({ ...asOwner, token: pool.accessToken(viewer) });
		const denied = withOutcome(asViewer, "failed").filter(({ detail }) => detail.includes("FORBIDDEN"));
		expect(denied.map(({ name }) => name)).toEqual(
			expect.arrayContaining(["account.getUsers", "billing.getBillingSummary"]),
		);
		expect(failedNames(asViewer)).not.toContain("device.getDevices");
		const asStranger = await runConformance({ ...asOwner, token: pool.accessToken({ sub: "somebody" }) });
		expect(failedNames(asStranger)).toEqual(expect.arrayContaining(["account.getCurrent", "device.getDevices"]));
	});

	it.each([
		["GET", "//", 400],
		["GET", "/trpc/%", 401],
		["POST", "/elsewhere", 400],
	])("rejects %s %s with an envelope, and goes on", async (method, path, status) => {
		// fetch would normalize the path.
		const { hostname, port } = new URL(upstream.url);
		const requested = request({ hostname, port, path, method }).end();
		const [response] = (await once(requested, "response")) as [IncomingMessage]; // as node:http documents the event
		expect(response.statusCode).toBe(status);
		expect(JSON.parse((await response.setEncoding("utf8").toArray()).join(""))).toMatchObject({ error: { json: {} } });
		expect((await runConformance(asOwner)).filter(({ outcome }) => outcome === "failed")).toEqual([]);
	});

	it("responds 503, not 401, while it has no keys to check with", async () => {
		const cutOff = await startUpstream({ ...pool, jwksUri: "http://127.0.0.1:1/", auth: "bearer", port: 0 });
		try {
			const headers = { authorization: `Bearer ${pool.accessToken(owner)}` };
			const response = await fetch(`${cutOff.url}/account.getCurrent`, { headers });
			expect(response.status).toBe(503);
			expect(await response.json()).toMatchObject({ error: { json: { data: { reason: "SESSION_UNCHECKED" } } } });
		} finally {
			await cutOff.stop();
		}
	});
});

describe("the conformance run", () => {
	it.each(faults)("notices that $fault", async ({ fails, spoil }) => {
		const results = await runConformance({ ...asOwner, fetch: spoil(fetch) });
		expect(failedNames(results).toSorted()).toEqual(fails.toSorted());
	});

	it("includes a fault for every check", async () => {
		const noticed = new Set(faults.flatMap(({ fails }) => fails));
		const names = (await runConformance(asOwner)).map(({ name }) => name);
		expect(names.filter((name) => !noticed.has(name))).toEqual([]);
	});

	it("reports what a backend does not offer, and does not call it passed", async () => {
		const { formProcedure: _, subscription: __, expiredToken: ___, ...plain } = asOwner;
		const results = await runConformance(plain);
		expect(withOutcome(results, "not checked").map(({ name }) => name)).toEqual([
			"an expired token is 401",
			"a form as a mutation",
			"an event stream",
		]);
		expect(failedNames(results)).toEqual([]);
	});

	it("names the path of the first difference", async () => {
		const spoil = faults.find(({ fault }) => fault === "a field of a list is missing")?.spoil;
		const results = await runConformance({ ...asOwner, fetch: spoil?.(fetch) ?? fetch });
		expect(withOutcome(results, "failed")[0]?.detail).toContain("[0].serialNumber");
	});

	it("fails each check, and does not stop, where the backend is down", async () => {
		const results = await runConformance({ ...asOwner, upstream: "http://127.0.0.1:1" });
		expect(withOutcome(results, "passed")).toEqual([]);
		expect(results[0]?.detail).toContain("no answer");
	});
});
