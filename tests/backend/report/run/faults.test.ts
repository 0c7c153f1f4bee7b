import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { reportGarbage } from "../../../../backend/db/schema";
import { longestRunMs } from "../../../../backend/report/run/claim-run";
import type { RunCalls } from "../../../../backend/report/run/run-calls";
import { dayMs, hourMs, minuteMs } from "../../../../shared/base/durations";
import type { Device } from "../../../../shared/device/device";
import type { ReportRun } from "../../../../shared/report/report";
import { accountStub, addDevice, createOwner, inAccount, ingest } from "../../fixtures/fleet";
import { takeLogs } from "../../fixtures/logs";
import { dataOf, type Person } from "../../fixtures/people";
import { consumeRun, createReport, finishedRun, runReport } from "../../fixtures/reports";
import { partsOf, workThrough } from "../../fixtures/works";

async function withRun() {
	const { id, owner } = await createOwner();
	await runInDurableObject(accountStub(id), (object) => {
		const { works } = partsOf(object);
		works.splice(0, works.length, ...works.filter(({ name }) => !/^report (runs|sweep)$/.test(name)));
	});
	const { device, key } = await addDevice(owner);
	const to = Math.floor(Date.now() / minuteMs) * minuteMs;
	const from = to - 10 * minuteMs;
	await ingest(
		key,
		Array.from({ length: 10 }, (_, index) => ({ at: from + index * minuteMs, channel: "Air", value: index })),
	);
	const report = await createReport(owner);
	const { id: runId } = await runReport(owner, report.id, { from, to });
	return { id, owner, device, key, report, runId, from, to };
}

const objectsOf = async (runId: string) => {
	const { objects } = await env.ARCHIVE.list({ prefix: "report/" });
	return objects.filter(({ key }) => key.includes(runId));
};

const readRun = async (owner: Person, runId: string) =>
	dataOf<ReportRun>(await owner.query("report.getRun", { runId }));

async function lookAfter(accountId: string, now: number, submitted: unknown[] = []): Promise<void> {
	await runInDurableObject(accountStub(accountId), async (object) => {
		const parts = partsOf(object);
		const { handOverRunsWork } = await import("../../../../backend/report/run/hand-over-runs");
		const { sweepReportsWork } = await import("../../../../backend/report/run/old-runs");
		const queue = { send: async (body: unknown) => void submitted.push(body) };
		const handing = handOverRunsWork({
			db: parts.db,
			invalidations: parts.invalidations,
			hooks: parts.runHooks,
			queue,
		});
		const sweeping = sweepReportsWork({ db: parts.db, bucket: env.ARCHIVE });
		for (const work of [handing, sweeping]) for (const subject of work.due(now, 100)) await work.run(subject, now);
	});
}

function brokenBucket(methods: Partial<R2Bucket>): R2Bucket {
	return new Proxy(env.ARCHIVE, {
		get: (bucket, name) => {
			const own = Reflect.get(methods, name);
			if (own !== undefined) return own;
			const value = Reflect.get(bucket, name);
			return typeof value === "function" ? value.bind(bucket) : value;
		},
	});
}

describe("a run whose bucket fails", () => {
	it("makes the file again, and only the whole file ever exists", async () => {
		const { id, owner, runId } = await withRun();
		const bucket = brokenBucket({ put: () => Promise.reject(new Error("The bucket is away")) });
		await consumeRun({ accountId: id, runId, attempt: 1 }, { bucket });
		expect(takeLogs().join()).toContain("report-failed");
		expect(await readRun(owner, runId)).toMatchObject({ state: "queued", files: [] });
		await consumeRun({ accountId: id, runId, attempt: 2 });
		const run = await readRun(owner, runId);
		expect(run).toMatchObject({ state: "ok", files: [{ kind: "report" }] });
		await lookAfter(id, Date.now() + 2 * dayMs);
		expect(await objectsOf(runId)).toHaveLength(1);
		expect(await inAccount(id, (db) => db.select().from(reportGarbage).all())).toEqual([]);
	});

	it("rejects a file whose stored size differs from what was written", async () => {
		const { id, owner, runId } = await withRun();
		const bucket = brokenBucket({
			head: async () => ({ size: 3 }) as R2Object,
		});
		await consumeRun({ accountId: id, runId, attempt: 1 }, { bucket });
		expect(takeLogs().join()).toContain("report-failed");
		expect(await readRun(owner, runId)).toMatchObject({ state: "queued", files: [] });
		await lookAfter(id, Date.now() + 2 * dayMs);
		expect(await objectsOf(runId)).toEqual([]);
	});

	it("fails the run after three times, leaves nothing behind and says so", async () => {
		const { id, owner, runId } = await withRun();
		const bucket = brokenBucket({ put: () => Promise.reject(new Error("The bucket is away")) });
		for (const attempt of [1, 2, 3]) await consumeRun({ accountId: id, runId, attempt }, { bucket });
		expect(takeLogs()).toHaveLength(3);
		expect(await readRun(owner, runId)).toMatchObject({
			state: "failed",
			error: "It could not be made just now.",
			files: [],
		});
		await lookAfter(id, Date.now() + 2 * dayMs);
		expect(await objectsOf(runId)).toEqual([]);
	});
});

describe("a run whose derived channel is changed while it is made", () => {
	it("makes the file again, of one definition", async () => {
		const { id, owner } = await createOwner();
		await runInDurableObject(accountStub(id), (object) => {
			const { works } = partsOf(object);
			works.splice(0, works.length, ...works.filter(({ name }) => !/^report (runs|sweep)$/.test(name)));
		});
		const { device, key } = await addDevice(owner);
		const to = Math.floor(Date.now() / minuteMs) * minuteMs;
		const from = to - 3 * minuteMs;
		await ingest(
			key,
			[1, 2, 3].map((value, index) => ({ at: from + index * minuteMs, channel: "Air", value })),
		);
		const source = device.channels[0]?.id ?? "";
		const scaledBy = (factor: number) => ({
			kind: "linear",
			sources: [{ role: "source", channelId: source }],
			driver: source,
			toleranceSeconds: 0,
			options: { factor, addend: 0, quantity: "other", unit: "" },
		});
		const added = dataOf<Device>(
			await owner.mutate("device.addDerivedChannel", {
				deviceId: device.id,
				version: device.version,
				name: "Scaled",
				definition: scaledBy(10),
			}),
		);
		const channelId = added.channels.find(({ derived }) => derived)?.id ?? "";
		const { id: reportId } = await createReport(owner, { type: "readings", format: "csv" });
		const { id: runId } = await runReport(owner, reportId, { from, to });
		let [changes, reads] = [0, 0];
		const change = async () => {
			changes += 1;
			const { version } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
			const definition = scaledBy(100);
			dataOf(await owner.mutate("device.changeDerivedChannel", { channelId, version, definition }));
		};
		const stub = accountStub(id);
		const calls = {
			claimRun: (...given: Parameters<RunCalls["claimRun"]>) => stub.claimRun(...given),
			tellRun: (...given: Parameters<RunCalls["tellRun"]>) => stub.tellRun(...given),
			askRun: async (...given: Parameters<RunCalls["askRun"]>) => {
				reads += 1;
				// The first read is of the head, the second of the readings.
				if (reads === 2) await change();
				return stub.askRun(...given);
			},
		};
		const accounts = { idFromName: (name: string) => env.ACCOUNT.idFromName(name), get: () => calls } as never;
		await consumeRun({ accountId: id, runId, attempt: 1 }, { accounts });
		expect(await readRun(owner, runId)).toMatchObject({ state: "queued", files: [] });
		await consumeRun({ accountId: id, runId, attempt: 2 }, { accounts });
		expect(await readRun(owner, runId)).toMatchObject({ state: "ok" });
		const [file] = await objectsOf(runId);
		const text = await (await env.ARCHIVE.get(file?.key ?? ""))?.text();
		expect(text).toContain("100 × Air");
		expect(text?.match(/[123]00(?=,|\r)/g)).toEqual(["100", "200", "300"]);
		expect(changes).toBe(1);
	});
});

describe("a consumer that dies", () => {
	/** A consumer that stops after `calls` calls; `died` resolves then. */
	const dying = (accountId: string, calls: number) => {
		let left = calls;
		const { promise: died, resolve } = Promise.withResolvers<void>();
		const stub = accountStub(accountId);
		const orDie = (act: () => Promise<unknown>): Promise<unknown> => {
			left -= 1;
			if (left >= 0) return act();
			resolve();
			return new Promise(() => {});
		};
		const object = {
			claimRun: (...args: Parameters<typeof stub.claimRun>) => orDie(() => stub.claimRun(...args)),
			askRun: (...args: Parameters<typeof stub.askRun>) => orDie(() => stub.askRun(...args)),
			tellRun: (...args: Parameters<typeof stub.tellRun>) => orDie(() => stub.tellRun(...args)),
		};
		const accounts = { idFromName: () => env.ACCOUNT.idFromName(accountId), get: () => object } as never;
		return { accounts, died };
	};

	it.each([1, 2, 3])(
		"continues with another consumer after %i calls, with one file and nothing else",
		async (calls) => {
			const { id, owner, runId } = await withRun();
			const { accounts, died } = dying(id, calls);
			await Promise.race([consumeRun({ accountId: id, runId, attempt: 1 }, { accounts }), died]);
			const sent: unknown[] = [];
			await lookAfter(id, Date.now() + 2 * minuteMs, sent);
			expect(sent).toEqual([{ accountId: id, runId, attempt: 2 }]);
			await consumeRun({ accountId: id, runId, attempt: 2 });
			expect(await readRun(owner, runId)).toMatchObject({ state: "ok", files: [{ kind: "report" }] });
			await lookAfter(id, Date.now() + 2 * dayMs);
			expect(await objectsOf(runId)).toHaveLength(1);
		},
	);

	it("denies its pages and its file to a returning consumer once another has the run", async () => {
		const { id, owner, runId } = await withRun();
		const stub = accountStub(id);
		const claim = await stub.claimRun({ runId, attempt: 1 }, Date.now());
		expect(claim.status).toBe("make");
		await lookAfter(id, Date.now() + 2 * minuteMs);
		const later = Date.now() + 2 * minuteMs;
		expect((await stub.claimRun({ runId, attempt: 2 }, later)).status).toBe("make");
		const request = { ask: { kind: "head" }, done: 0 } as const;
		expect(await stub.askRun({ runId, attempt: 1 }, request, later)).toEqual({ status: "lost" });
		const made = { rows: 1, excursions: 0, isPartial: false, notes: [], files: [] };
		expect(await stub.tellRun({ runId, attempt: 1 }, { kind: "made", made }, later)).toBe(false);
		expect((await stub.askRun({ runId, attempt: 2 }, request, later)).status).toBe("answered");
		expect(await readRun(owner, runId)).toMatchObject({ state: "running", files: [] });
	});
});

describe("an object that is ended", () => {
	it.each(["queued", "claimed"])("continues a run that is %s", async (stage) => {
		const { id, owner, runId } = await withRun();
		if (stage === "claimed") await accountStub(id).claimRun({ runId, attempt: 1 }, Date.now());
		await evictDurableObject(accountStub(id));
		const attempt = stage === "claimed" ? 2 : 1;
		if (stage === "claimed") await lookAfter(id, Date.now() + 2 * minuteMs);
		await consumeRun({ accountId: id, runId, attempt });
		expect(await finishedRun(owner, runId)).toMatchObject({ state: "ok" });
	});
});

describe("an object that ends while its run is written", () => {
	const killed = (accountId: string) => evictDurableObject(accountStub(accountId));

	it("continues the run before the bucket has the file, and the run has one file", async () => {
		const { id, owner, runId } = await withRun();
		const put = async (key: string, bytes: Uint8Array<ArrayBuffer>) => {
			await killed(id);
			const held = await env.ARCHIVE.put(key, bytes);
			if (held === null) throw new Error("The bucket took nothing");
			return held;
		};
		await consumeRun({ accountId: id, runId, attempt: 1 }, { bucket: brokenBucket({ put }) });
		expect(await readRun(owner, runId)).toMatchObject({ state: "ok", files: [{ kind: "report" }] });
		expect(await objectsOf(runId)).toHaveLength(1);
	});

	it("leaves the run to the next attempt at each of its calls, and nothing of its own behind", async () => {
		const { id, owner, runId } = await withRun();
		const stub = accountStub(id);
		const object = {
			claimRun: (...args: Parameters<typeof stub.claimRun>) => stub.claimRun(...args),
			askRun: (...args: Parameters<typeof stub.askRun>) => stub.askRun(...args),
			tellRun: async () => {
				await killed(id);
				throw new Error("The object is away");
			},
		};
		const accounts = { idFromName: () => env.ACCOUNT.idFromName(id), get: () => object } as never;
		expect(await consumeRun({ accountId: id, runId, attempt: 1 }, { accounts })).toBe(false);
		expect(takeLogs().join()).toContain("report-retried");
		expect(await readRun(owner, runId)).toMatchObject({ state: "running", files: [] });
		const sent: unknown[] = [];
		await lookAfter(id, Date.now() + 2 * minuteMs, sent);
		expect(sent).toEqual([{ accountId: id, runId, attempt: 2 }]);
		await consumeRun({ accountId: id, runId, attempt: 2 });
		expect(await readRun(owner, runId)).toMatchObject({ state: "ok", files: [{ kind: "report" }] });
		await lookAfter(id, Date.now() + 2 * dayMs);
		expect(await objectsOf(runId)).toHaveLength(1);
	});
});

describe("a canceled run", () => {
	it("rejects the result of its consumer, and has no file", async () => {
		const { id, owner, runId } = await withRun();
		await accountStub(id).claimRun({ runId, attempt: 1 }, Date.now());
		expect(dataOf(await owner.mutate("report.cancelRun", { runId }))).toMatchObject({ state: "canceled" });
		const made = { rows: 1, excursions: 0, isPartial: false, notes: [], files: [] };
		expect(await accountStub(id).tellRun({ runId, attempt: 1 }, { kind: "made", made }, Date.now())).toBe(false);
		expect(await owner.mutate("report.cancelRun", { runId })).toMatchObject({
			error: { data: { reason: "REPORT_RUN_OVER" } },
		});
		expect(await readRun(owner, runId)).toMatchObject({ state: "canceled", files: [] });
	});
});

describe("the readings of a run", () => {
	it("stay until the run is over, although their device is deleted", async () => {
		const { id, owner, device, runId } = await withRun();
		await accountStub(id).claimRun({ runId, attempt: 1 }, Date.now());
		dataOf(await owner.mutate("device.deleteDevices", { deviceIds: [device.id] }));
		const gone = Date.now() + 8 * dayMs;
		const isThere = () =>
			inAccount(id, (db) => db.query).then(() =>
				runInDurableObject(accountStub(id), (object) => partsOf(object).readingStore.latest([device.id])),
			);
		await inAccount(id, (db) => db.run(`UPDATE report_runs SET queued_at = ${gone - hourMs}`));
		await workThrough(accountStub(id), gone);
		expect((await isThere()).size).toBe(1);
		await inAccount(id, (db) => db.run(`UPDATE report_runs SET queued_at = ${gone - longestRunMs - 1}`));
		await workThrough(accountStub(id), gone + hourMs);
		expect((await isThere()).size).toBe(0);
	});
});
