import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { archivePrefix } from "../../../backend/base/archive-places";
import { changeBilling } from "../../../backend/db/billing-rows";
import { reportRuns } from "../../../backend/db/schema";
import { goOnClosing } from "../../../backend/leaving/close-account";
import { closingMs, deletionGraceMs, type Leaving } from "../../../shared/account/leaving";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import { close, companyName, deleteWhole, plan, tracesOf } from "../fixtures/account-deletion";
import { inObject, setPlan } from "../fixtures/billed-account";
import { importInto } from "../fixtures/deletion";
import { accountStub, addDevice, createOwner, inAccount } from "../fixtures/fleet";
import { sendImport } from "../fixtures/import-form";
import { takeLogs } from "../fixtures/logs";
import { dataOf } from "../fixtures/people";
import { endedRun } from "../fixtures/report-run";
import { createStripeRecorder, stripeSubscription } from "../fixtures/stripe-recorder";

describe("an account that is deleted meanwhile", () => {
	it("leaves nothing of an export half made, a report half uploaded and an import", async () => {
		const account = await createOwner(companyName);
		const { id, owner } = account;
		const objectId = env.ACCOUNT.idFromName(id);
		const { device } = await addDevice(owner);
		await importInto(owner, device.id);
		const now = Date.now();
		const { run } = await endedRun(id, { now, run: { isSent: false, finishedAt: null } });
		const waiting = { state: "queued", attempt: 0, dueAt: null, startedAt: null } as const;
		await inAccount(id, (db) => db.update(reportRuns).set(waiting).run());
		await plan(account);

		const attempt = { runId: run.id, attempt: 1 };
		// The claim lasts until after the account closes, or the queue's own clock would make it again.
		const claimedAt = now + deletionGraceMs + minuteMs;
		const claim = await accountStub(id).claimRun(attempt, claimedAt);
		const objectKey = claim.status === "make" ? (claim.run.files[0]?.objectKey ?? "") : "";
		expect(objectKey).toContain(archivePrefix("report", objectId));
		const { uploadId } = await env.ARCHIVE.createMultipartUpload(objectKey);
		await accountStub(id).tellRun(attempt, { kind: "upload", objectKey, uploadId }, claimedAt);
		dataOf<Leaving>(await owner.mutate("account.startDataExport"));
		const prefix = `${archivePrefix("export", objectId)}/`;
		while ((await env.ARCHIVE.list({ prefix })).objects.length === 0) {
			await accountStub(id).runOverdue(Date.now() + hourMs);
		}
		const [begun] = dataOf<Leaving>(await owner.query("account.getLeaving")).exports;
		expect(begun?.state).toBe("running");

		await close(id);
		// A consumer at work gets false, and a new call finds no account.
		const notified = await accountStub(id).tellRun(attempt, { kind: "upload", objectKey, uploadId }, Date.now());
		expect(notified).toBe(false);
		const file = `time,Air\n${new Date(now - dayMs).toISOString()},5\n`;
		const imported = await sendImport(owner, "log.importReadings", { options: { deviceId: device.id }, file });
		expect(imported.error?.data.reason).toBe("NO_ACCOUNT");

		await deleteWhole(id);
		expect(await tracesOf(id, [id, objectId.toString()])).toEqual({ rows: [], keys: [], tables: [] });
		await expect(env.ARCHIVE.resumeMultipartUpload(objectKey, uploadId).uploadPart(1, "bytes")).rejects.toThrow();
	}, 60_000);
});

describe("the subscription of an account that is deleted", () => {
	const closed = async () => {
		const account = await createOwner(companyName);
		const { id } = account;
		const stripe = createStripeRecorder();
		const customerId = `cus_${id.slice(-8)}`;
		stripe.subscriptions.set("sub_1", stripeSubscription(customerId, { id: "sub_1" }));
		stripe.subscriptions.set("sub_0", stripeSubscription(customerId, { id: "sub_0", status: "canceled" }));
		stripe.subscriptions.set("sub_2", stripeSubscription("cus_other", { id: "sub_2" }));
		await setPlan(account, "free");
		await inAccount(id, (db) => changeBilling(db, { customerId }));
		await plan(account);
		await close(id);
		const objectId = env.ACCOUNT.idFromName(id);
		const goOn = (now: number) =>
			runInDurableObject(accountStub(id), () =>
				inObject(account, ({ db }) =>
					goOnClosing(
						{ id: objectId, db, bucket: env.ARCHIVE, directory: env.DIRECTORY, payments: stripe.payments },
						now,
					),
				),
			);
		const canceled = () => stripe.recorded.flatMap(({ method, path }) => (method === "DELETE" ? path : []));
		return { id, stripe, goOn, canceled, begins: Date.now() + deletionGraceMs + closingMs + hourMs };
	};

	it("ends before anything else is deleted, once, and never before the account is closed", async () => {
		const { id, goOn, canceled, begins } = await closed();
		expect(await goOn(Date.now())).toMatchObject({ status: "again" });
		expect(canceled()).toEqual([]);
		expect(await goOn(begins)).toEqual({ status: "empty" });
		expect(await goOn(begins)).toEqual({ status: "empty" });
		expect(canceled()).toEqual(["/v1/subscriptions/sub_1"]);
		expect((await tracesOf(id, [id])).rows).toEqual([]);
	});

	it("delays the deletion while Stripe does not respond, for three days and no longer", async () => {
		const { id, stripe, goOn, begins } = await closed();
		stripe.beforeEach(() => {
			throw new Error("Stripe is down");
		});
		expect(await goOn(begins)).toMatchObject({ status: "again" });
		expect((await tracesOf(id, [id])).rows).not.toEqual([]);
		expect(takeLogs().join()).toContain("deletion-interrupted");
		expect(await goOn(begins + 3 * dayMs)).toEqual({ status: "empty" });
		expect(takeLogs().join()).toContain("subscription-not-ended");
		expect((await tracesOf(id, [id])).rows).toEqual([]);
	});
});
