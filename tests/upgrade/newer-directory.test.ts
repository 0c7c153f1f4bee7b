import { createExecutionContext, createMessageBatch, createScheduledController, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { storedForm } from "../../backend/base/stored-form";
import { createDirectoryForm, directoryForm } from "../../backend/db/directory-form";
import worker from "../../backend/index";
import { postReadings } from "../backend/fixtures/fleet";
import { createPerson, send } from "../backend/fixtures/people";
import state from "./states/release-2.json";
import { storeAccount, storedAccount } from "./stored-state";

const newer = { version: storedForm.version + 1, leastReader: storedForm.version + 1 };

async function formIn(directory: D1Database) {
	return directory.prepare("SELECT version, least_reader AS leastReader FROM _stored_form").first();
}

async function setForm({ version, leastReader }: typeof storedForm): Promise<void> {
	await env.DIRECTORY.prepare("UPDATE _stored_form SET version = ?, least_reader = ?").bind(version, leastReader).run();
}

function createForm(now = { ms: 0 }) {
	const asked: string[] = [];
	const failures: unknown[] = [];
	const background: Promise<unknown>[] = [];
	const prepare = (query: string) => {
		asked.push(query);
		return env.DIRECTORY.prepare(query);
	};
	const directory: Pick<D1Database, "prepare"> = { prepare };
	const form = createDirectoryForm({
		directory,
		clock: () => now.ms,
		keepAlive: (work) => background.push(work),
		onFailure: (error) => failures.push(error),
	});
	return { form, asked, failures, now, settle: () => Promise.all(background) };
}

afterEach(() => setForm(storedForm));

it("moves the directory to this release's form before anything else is done, and checks twice a minute behind requests", async () => {
	await setForm({ version: 1, leastReader: 1 });
	const { form, asked, now, settle } = createForm();
	expect(await Promise.all([form.findNewer(), form.findNewer()])).toEqual([null, null]);
	expect(await formIn(env.DIRECTORY)).toEqual(storedForm);
	const first = asked.length;
	for (now.ms = 0; now.ms < 30_000; now.ms += 1_000) expect(await form.findNewer()).toBeNull();
	expect(asked).toHaveLength(first);
	await setForm(newer);
	expect(await form.findNewer(), "what was remembered").toBeNull();
	await settle();
	expect(await form.findNewer()).toEqual(newer);
	expect(await formIn(env.DIRECTORY), "nothing is written").toEqual(newer);
	await setForm({ version: 1, leastReader: 1 });
	now.ms += 30_000;
	expect(await form.findNewer({ isFresh: true }), "health waits for what is so now").toBeNull();
});

it("stops no one while the directory does not respond, and reads it again soon", async () => {
	const failing = createForm();
	const broken = createDirectoryForm({
		directory: {
			prepare: () => {
				throw new Error("D1 is down");
			},
		},
		clock: () => failing.now.ms,
		keepAlive: () => {},
		onFailure: (error) => failing.failures.push(error),
	});
	expect(await broken.findNewer()).toBeNull();
	expect(await broken.findNewer()).toBeNull();
	expect(failing.failures).toHaveLength(1);
	failing.now.ms = 5_000;
	expect(await broken.findNewer()).toBeNull();
	expect(failing.failures).toHaveLength(2);
});

it("keeps the directory's form beside a release that may read it", async () => {
	const readable = { version: newer.version, leastReader: storedForm.version };
	await setForm(readable);
	expect(await createForm().form.findNewer()).toBeNull();
	expect(await formIn(env.DIRECTORY)).toEqual(readable);
});

it("makes health red where a newer release has written it, and every request, queue and cron waits", async () => {
	await storeAccount(state);
	await setForm(newer);
	// As in a new isolate, which has not read the directory.
	const { form } = createForm();
	const spied = vi.spyOn(directoryForm, "findNewer").mockImplementation(form.findNewer);
	onTestFinished(() => spied.mockRestore());
	const stored = await storedAccount(state.accountId);
	const health = await send("/api/health");
	expect(health.status).toBe(503);
	expect(await health.json()).toEqual({
		status: "outdated",
		storedForm: expect.stringContaining(`form ${newer.version}`),
	});
	const owner = await createPerson({ sub: state.ownerSub });
	const refused = { data: { reason: "UPDATE_UNDER_WAY", httpStatus: 503 } };
	expect((await owner.query("device.getDevices")).error).toMatchObject(refused);
	const upload = await postReadings(state.key, [{ channel: "Air", at: 0, value: 1 }]);
	expect([upload.status, upload.headers.get("retry-after"), await upload.json()]).toEqual([
		...[503, "60"],
		{ error: expect.objectContaining({ name: "UpdateUnderWay" }) },
	]);
	const link = await send("/api/links/some-token");
	expect([link.status, link.headers.get("content-type"), link.headers.get("retry-after")]).toEqual([
		...[503, "text/html; charset=utf-8", "60"],
	]);
	expect(await link.text()).toContain("The console is being updated");
	const message = { id: "1", timestamp: new Date(), attempts: 1, body: { accountId: "", messageId: "", attempt: 1 } };
	const batch = createMessageBatch("aqlcloud-alert-messages", [message]);
	await worker.queue(batch as Parameters<typeof worker.queue>[0]);
	expect(await getQueueResult(batch, createExecutionContext())).toMatchObject({
		explicitAcks: [],
		retryBatch: { retry: true },
	});
	await worker.scheduled(createScheduledController());
	expect(await storedAccount(state.accountId)).toEqual(stored);
});
