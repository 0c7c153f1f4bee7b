import { describe, expect, it } from "vitest";
import { probeBucket } from "../../../backend/lake/own-bucket";
import type { BucketOutcome, SavedLakeBucket } from "../../../shared/account/lake";
import { dayMs } from "../../../shared/base/durations";
import { bucketHost } from "../fixtures/bucket";
import { addDevice, createOwner, type TestAccount } from "../fixtures/fleet";
import { type LakeRun, lakeOf, lakeRow, makeNight, manifestOf, parquetRows, sendTo, switchOn } from "../fixtures/lake";
import { takeLogs } from "../fixtures/logs";
import { dataOf } from "../fixtures/people";
import { uploadAt } from "../fixtures/uploads";

const today = Math.floor(Date.now() / dayMs);
const place = {
	endpoint: `https://${bucketHost}`,
	bucket: "readings",
	prefix: "plant-1/",
	region: "eu-central-1",
	keyId: "AKIA0001",
};
const secret = "q8-secret/of+bucket";

const save = async ({ owner }: TestAccount, changes: object = {}) =>
	dataOf<SavedLakeBucket>(await owner.mutate("account.saveLakeBucket", { ...place, secret, ...changes }));

async function createWithBucket(): Promise<LakeRun & { key: string }> {
	const account = await createOwner();
	const device = await addDevice(account.owner);
	for (const back of [3, 2]) {
		await uploadAt(device.key, Date.now(), [{ channel: "Air", at: (today - back) * dayMs, value: back }]);
	}
	const run = await switchOn(account);
	expect((await save(account)).outcome).toEqual({ kind: "ok", detail: "" });
	return { ...run, key: device.key };
}

async function anotherNight(run: LakeRun, faults: Parameters<typeof makeNight>[1] = {}): Promise<void> {
	run.clock.now = Math.max(run.clock.now, (await lakeRow(run.account))?.dueAt ?? 0);
	await makeNight(run, faults);
}

const named = ({ objects }: LakeRun): string[] => {
	const text = new TextDecoder().decode(objects.get("readings/plant-1/manifest.json"));
	return (JSON.parse(text) as { files: { path: string }[] }).files.map(({ path }) => path);
};
const outcomeOf = async ({ account }: LakeRun) => (await lakeOf(account)).lastNight?.bucket;

describe("the probe of an own bucket", () => {
	const probe = (changes: object, send = sendTo(new Map())) =>
		probeBucket({ outside: { send, isLocal: false }, ownHosts: ["console.test"] }, { ...place, secret, ...changes });
	const failing = (name: string) => async () => {
		throw Object.assign(new Error(name), { name });
	};

	it("leaves nothing behind in a bucket that works", async () => {
		const objects = new Map<string, Uint8Array>();
		expect(await probe({}, sendTo(objects))).toEqual({ kind: "ok", detail: "" });
		expect([...objects]).toEqual([]);
	});

	it.each<[string, BucketOutcome["kind"], string]>([
		["denied", "denied", "SignatureDoesNotMatch"],
		["write-only", "denied", "GetObject"],
		["undeletable", "denied", "AccessDenied"],
		["absent", "notFound", "NoSuchBucket"],
		["elsewhere", "wrongRegion", "eu-west-3"],
		["half", "altered", ""],
		["broken", "unexpected", "500 InternalError"],
	])("names how a bucket fails: %s", async (bucket, kind, detail) => {
		expect(await probe({ bucket })).toMatchObject(detail === "" ? { kind } : { kind, detail });
	});

	it("names a bucket that is slow or out of reach", async () => {
		expect(await probe({}, failing("TimeoutError"))).toEqual({ kind: "slow", detail: "" });
		expect(await probe({}, failing("TypeError"))).toEqual({ kind: "unreachable", detail: "" });
	});

	it.each([
		"https://10.0.0.7",
		"https://console.test",
		"http://s3.acme.io",
		"https://s3.internal",
		"https://169.254.169.254",
	])("sends nothing to %s", async (endpoint) => {
		expect(await probe({ endpoint }, failing("reached"))).toEqual({ kind: "blocked", detail: "" });
	});
});

describe("an own bucket", () => {
	it("stores a bucket only after a test, and never shows its secret", async () => {
		const account = await createOwner();
		await switchOn(account);
		expect((await save(account, { bucket: "denied" })).outcome.kind).toBe("denied");
		expect((await lakeOf(account)).bucket).toBeNull();
		const { lake } = await save(account);
		expect(lake.bucket).toEqual({ ...place, waitingFiles: 0, outcome: { kind: "ok", detail: "" } });
		expect(JSON.stringify(await lakeOf(account))).not.toContain(secret);
		expect(JSON.stringify(dataOf(await account.owner.query("account.getAudit", {})))).not.toContain(secret);
		const tested = dataOf<SavedLakeBucket>(await account.owner.mutate("account.testLakeBucket"));
		expect(tested.outcome.kind).toBe("ok");
	});

	it("takes the stored secret for the same endpoint and key alone", async () => {
		const account = await createOwner();
		await switchOn(account);
		await save(account);
		expect((await save(account, { secret: undefined, prefix: "other/" })).outcome.kind).toBe("ok");
		for (const changes of [{ endpoint: "https://s3.evil.io" }, { keyId: "AKIA0002" }]) {
			const { error } = await account.owner.mutate("account.saveLakeBucket", { ...place, ...changes });
			expect(error?.data.fields).toHaveProperty("secret");
		}
		dataOf(await account.owner.mutate("account.removeLakeBucket"));
		expect(await lakeRow(account)).toMatchObject({ secret: null, endpoint: null });
	});

	it("gets every file and then a manifest of the same files", async () => {
		const run = await createWithBucket();
		await makeNight(run);
		expect(named(run)).toEqual((await manifestOf(run)).files.map(({ path }) => path));
		for (const path of named(run)) {
			const bytes = run.objects.get(`readings/plant-1/${path}`);
			expect(await parquetRows(bytes?.slice().buffer ?? new ArrayBuffer(0))).toHaveLength(1);
		}
		expect(await lakeOf(run.account)).toMatchObject({
			lastNight: { copied: 2, bucket: { kind: "ok" } },
			bucket: { waitingFiles: 0 },
		});
	});

	it("deletes there what a later night has replaced, after 35 days", async () => {
		const run = await createWithBucket();
		await makeNight(run);
		const before = named(run);
		await uploadAt(run.key, Date.now(), [{ channel: "Air", at: (today - 3) * dayMs + 5, value: 9 }]);
		await anotherNight(run);
		expect(run.objects.size).toBe(4);
		run.clock.now += 36 * dayMs;
		await anotherNight(run);
		expect(run.objects.size).toBe(3);
		expect(before.filter((path) => named(run).includes(path))).toHaveLength(1);
	});

	it.each<[string, BucketOutcome["kind"]]>([
		["denied", "denied"],
		["absent", "notFound"],
		["half", "altered"],
		["broken", "unexpected"],
	])("keeps our files whole while the bucket fails, and catches up: %s", async (bucket, kind) => {
		const run = await createWithBucket();
		const good = sendTo(run.objects);
		await makeNight(run, { outside: (url, init) => sendTo(new Map())(url.replace("/readings/", `/${bucket}/`), init) });
		expect(await outcomeOf(run)).toMatchObject({ kind });
		expect((await manifestOf(run)).files).toHaveLength(2);
		expect((await lakeOf(run.account)).bucket?.waitingFiles).toBe(2);
		await anotherNight(run, { outside: good });
		expect(await outcomeOf(run)).toMatchObject({ kind: "ok" });
		expect(named(run)).toHaveLength(2);
		takeLogs();
	});

	it("tries a slow bucket three times, then leaves it for the night", async () => {
		const run = await createWithBucket();
		let tries = 0;
		const outside = async (): Promise<Response> => {
			tries += 1;
			throw Object.assign(new Error("slow"), { name: "TimeoutError" });
		};
		await makeNight(run, { outside });
		expect(tries).toBe(3);
		expect(await outcomeOf(run)).toMatchObject({ kind: "slow" });
	});

	it("names only whole files after kills at each of its puts", async () => {
		for (let puts = 0; puts < 6; puts += 1) {
			const run = await createWithBucket();
			const kills = [...Array.from({ length: puts }, () => "none" as const), "after" as const];
			await makeNight(run, { kills });
			await anotherNight(run);
			expect(named(run)).toEqual((await manifestOf(run)).files.map(({ path }) => path));
			for (const path of named(run)) expect(run.objects.has(`readings/plant-1/${path}`)).toBe(true);
			takeLogs();
		}
	});

	it("does not touch the place of another account, nor objects that are not its own", async () => {
		const run = await createWithBucket();
		const theirs = JSON.stringify({ account: "acc_other", files: [{ path: "../../secrets.txt" }] });
		run.objects.set("readings/plant-1/manifest.json", new TextEncoder().encode(theirs));
		await makeNight(run);
		expect(await outcomeOf(run)).toEqual({ kind: "foreign", detail: "" });
		expect(new TextDecoder().decode(run.objects.get("readings/plant-1/manifest.json"))).toBe(theirs);

		const own = JSON.stringify({
			account: run.account.id,
			files: [{ path: "secrets.txt" }, { path: "readings/../a" }],
		});
		run.objects.set("readings/plant-1/manifest.json", new TextEncoder().encode(own));
		run.objects.set("readings/plant-1/secrets.txt", new Uint8Array(1));
		await anotherNight(run);
		run.clock.now += 36 * dayMs;
		await anotherNight(run);
		expect(run.objects.has("readings/plant-1/secrets.txt")).toBe(true);
		expect(await outcomeOf(run)).toMatchObject({ kind: "ok" });
	});
});
