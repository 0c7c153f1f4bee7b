import { runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { reportFiles } from "../../../backend/db/report-schema";
import * as schema from "../../../backend/db/schema";
import type { BillingSummary, StorageDetails } from "../../../shared/account/billing";
import type { StorageOverview } from "../../../shared/account/storage";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { dayMs } from "../../../shared/base/durations";
import type { Device } from "../../../shared/device/device";
import { addAlert } from "../fixtures/alert-rules";
import {
	accountStub,
	addDevice,
	createOwner,
	inAccount,
	ingest,
	postReadings,
	type TestAccount,
} from "../fixtures/fleet";
import { addContact } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";
import { partsOf, workThrough } from "../fixtures/works";

const old = (days: number) => ({ channel: "Air", at: Date.now() - days * dayMs, value: days });

async function lookAt({ id }: TestAccount, now = Date.now()): Promise<void> {
	await runInDurableObject(accountStub(id), (object) => partsOf(object).storageWatch.look(now));
}

async function setQuota({ id }: TestAccount, quotaBytes: number, isQuotaBinding = true): Promise<void> {
	await inAccount(id, (db) => db.update(schema.account).set({ quotaBytes, isQuotaBinding }).run());
}

const notifiedOf = ({ id }: TestAccount) =>
	inAccount(id, (db) =>
		db
			.select({ key: schema.notices.recipientKey })
			.from(schema.notices)
			.where(eq(schema.notices.cause, "storage"))
			.all()
			.map(({ key }) => key)
			.sort(),
	);

const overviewOf = async ({ owner }: TestAccount) =>
	dataOf<StorageOverview>(await owner.query("billing.getStorageOverview"));

const mailsOf = ({ id }: TestAccount) =>
	inAccount(id, (db) =>
		db
			.select()
			.from(schema.notices)
			.all()
			.flatMap(({ cause, facts }) => (cause === "storage" ? [facts] : [])),
	);

const eventsOf = ({ id }: TestAccount) =>
	inAccount(id, (db) =>
		db
			.select()
			.from(schema.logEvents)
			.all()
			.filter(({ deviceId }) => deviceId === null),
	);

async function createFilled() {
	const account = await createOwner();
	const { device, key } = await addDevice(account.owner);
	await ingest(key, [old(5), old(4), old(3), old(2), old(1)]);
	return { account, device, key };
}

function reportFile(bytes: number): typeof reportFiles.$inferInsert {
	const names = { name: "Report.csv", mediaType: "text/csv", objectKey: "report/one", sha256: "00" };
	return { id: "fil_1", runId: "run_1", kind: "report", ...names, bytes, createdAt: new Date() };
}

const hourLater = () => Date.now() + 3_600_000;

describe("a full storage", () => {
	it("rejects readings with a sentence, notifies owners once, and shows the reason at the device", async () => {
		const { account, device, key } = await createFilled();
		await setQuota(account, 10);
		await lookAt(account, hourLater());
		await lookAt(account, hourLater() + 3_600_000);
		const response = await postReadings(key, [old(0)]);
		expect(response.status).toBe(507);
		expect(response.headers.get("retry-after")).toBe("3600");
		expect(await response.json()).toMatchObject({
			error: { name: "StorageFull", message: expect.stringMatching(/storage is full/) },
		});
		expect(await mailsOf(account)).toMatchObject([{ percent: 100, quotaBytes: 10, removedFrom: null }]);
		expect(await eventsOf(account)).toContainEqual(
			expect.objectContaining({ level: "error", text: expect.stringMatching(/New readings are refused/) }),
		);
		const { refusals: denials } = dataOf<Device>(
			await account.owner.query("device.getDevice", { deviceId: device.id }),
		);
		expect(denials).toMatchObject({ reasons: [{ reason: "storage-full" }] });

		await setQuota(account, 1_000_000);
		await lookAt(account, hourLater() + 2 * 3_600_000);
		expect((await postReadings(key, [old(0)])).status).toBe(200);
		expect((await overviewOf(account)).fullSince).toBeNull();
		expect(await eventsOf(account)).toContainEqual(
			expect.objectContaining({ text: "The storage has room again. New readings are taken" }),
		);
	});

	it("sends a new notice if a decision makes it reject readings", async () => {
		const { account, key } = await createFilled();
		dataOf(await account.owner.mutate("billing.setWhenFull", { whenFull: "removeOldest" }));
		await setQuota(account, 10);
		await lookAt(account, hourLater());
		expect((await postReadings(key, [old(0)])).status).toBe(200);
		dataOf(await account.owner.mutate("billing.setWhenFull", { whenFull: "refuse" }));
		await lookAt(account, hourLater() + 3_600_000);
		await lookAt(account, hourLater() + 2 * 3_600_000);
		expect(await mailsOf(account)).toMatchObject([{ whenFull: "removeOldest" }, { whenFull: "refuse" }]);
	});

	it("notifies the contacts of active rules too, once, when it rejects readings", async () => {
		const { account, key } = await createFilled();
		const [{ id: watching }, { id: off }] = [
			await addContact(account.id, { phone: null }),
			await addContact(account.id),
		];
		await addAlert(account.owner, { contactIds: [watching] });
		await addAlert(account.owner, { name: "Also", contactIds: [watching] });
		await addAlert(account.owner, { name: "Off", contactIds: [off], isEnabled: false });
		await setQuota(account, 10);
		await lookAt(account, hourLater());
		expect((await postReadings(key, [old(0)])).status).toBe(507);
		await lookAt(account, hourLater() + 3_600_000);
		const notified = await notifiedOf(account);
		expect(notified).toHaveLength(2);
		expect(notified.filter((key) => key.includes(watching))).toHaveLength(1);
	});

	it.each([
		[70, false],
		[90, false],
		[100, true],
	])("notifies whom the rules notify of %s % once, by e-mail, and owners of grace daily", async (percent, isDaily) => {
		const { account } = await createFilled();
		const both = await addContact(account.id);
		const phoneOnly = await addContact(account.id, { email: null });
		const channels = ["sms" as const];
		await addAlert(account.owner, {
			contactIds: [both.id, phoneOnly.id],
			notification: { ...plainNotification, channels },
		});
		dataOf(await account.owner.mutate("billing.setWhenFull", { whenFull: "removeOldest" }));
		const { usedBytes } = dataOf<StorageDetails>(await account.owner.query("billing.getStorageDetails"));
		await setQuota(account, Math.floor((usedBytes * 100) / (percent + 1)));
		await lookAt(account, hourLater());
		const contacts = [`contact:${both.id}:email`, `contact:${phoneOnly.id}:sms`].sort();
		const owner = expect.stringMatching(/^user:/);
		expect(await notifiedOf(account)).toEqual([...contacts, owner]);
		await lookAt(account, hourLater() + dayMs);
		expect(await notifiedOf(account)).toEqual([...contacts, owner, ...(isDaily ? [owner] : [])]);
	});

	it("notifies the chosen contacts instead, and no former ones", async () => {
		const { account } = await createFilled();
		const [ofRule, chosen, going] = [
			await addContact(account.id),
			await addContact(account.id, { phone: null }),
			await addContact(account.id, { fullName: "Bo" }),
		];
		await addAlert(account.owner, { contactIds: [ofRule.id] });
		const contacts = { contactIds: [chosen.id, going.id], contactGroupIds: [] };
		dataOf(await account.owner.mutate("billing.setStorageContacts", { contacts }));
		dataOf(await account.owner.mutate("contact.deleteContacts", { contactIds: [going.id], successorId: null }));
		expect((await overviewOf(account)).contacts).toEqual({ ...contacts, contactIds: [chosen.id] });
		const { usedBytes } = dataOf<StorageDetails>(await account.owner.query("billing.getStorageDetails"));
		await setQuota(account, Math.floor(usedBytes / 0.75));
		await lookAt(account, hourLater());
		expect(await notifiedOf(account)).toEqual([`contact:${chosen.id}:email`, expect.stringMatching(/^user:/)]);
		const denied = await account.owner.mutate("billing.setStorageContacts", { contacts });
		expect(denied.error?.data.reason).toBe("CONTACT_NOT_FOUND");
	});

	it("appears in the log each time it rejects again, without a second notice", async () => {
		const { account, key } = await createFilled();
		const { usedBytes } = dataOf<StorageDetails>(await account.owner.query("billing.getStorageDetails"));
		const looks = [usedBytes, Math.ceil(usedBytes / 0.97), usedBytes];
		for (const [index, quota] of looks.entries()) {
			await setQuota(account, quota);
			await lookAt(account, hourLater() + index * 3_600_000);
		}
		expect((await postReadings(key, [old(0)])).status).toBe(507);
		expect(await notifiedOf(account)).toHaveLength(1);
		const denying = (await eventsOf(account)).filter(({ text }) => text.includes("New readings are refused"));
		expect(denying).toHaveLength(2);
	});

	it("counts the files of reports and deleted devices until they are gone, wherever its use is shown", async () => {
		const { account, device } = await createFilled();
		const usedBy = async () => dataOf<StorageDetails>(await account.owner.query("billing.getStorageDetails")).usedBytes;
		const before = await usedBy();
		await inAccount(account.id, (db) => db.insert(reportFiles).values(reportFile(5_000)).run());
		dataOf(await account.owner.mutate("device.deleteDevices", { deviceIds: [device.id] }));
		expect(await usedBy()).toBe(before + 5_000);
		const { usage } = dataOf<BillingSummary>(await account.owner.query("billing.getBillingSummary"));
		expect(usage.find(({ meter }) => meter === "storageBytes")?.used).toBe(before + 5_000);
		await setQuota(account, (before + 5_000) / 0.95);
		await lookAt(account, hourLater());
		expect(await mailsOf(account)).toMatchObject([{ percent: 90, usedBytes: before + 5_000 }]);
		await workThrough(accountStub(account.id), Date.now() + 9 * dayMs);
		expect(await usedBy()).toBe(5_000);
	});

	it("ends nothing without billing", async () => {
		const { account, key } = await createFilled();
		await setQuota(account, 10, false);
		await lookAt(account, hourLater());
		expect((await postReadings(key, [old(0)])).status).toBe(200);
		expect(await mailsOf(account)).toEqual([]);
		expect((await overviewOf(account)).fullSince).toBeNull();
	});

	it("removes the oldest after 30 days where that is chosen, and takes new readings all the while", async () => {
		const { account, device, key } = await createFilled();
		dataOf(await account.owner.mutate("billing.setWhenFull", { whenFull: "removeOldest" }));
		const start = hourLater();
		await workThrough(accountStub(account.id), start + 2 * dayMs);
		const used = async () =>
			runInDurableObject(accountStub(account.id), async (object) => {
				const usage = await partsOf(object).readingStore.deviceUsage(device.id, start);
				return usage ?? { readings: 0, usedBytes: 0, oldestReadingAt: null };
			});
		const before = await used();
		await setQuota(account, before.usedBytes - 1);
		await lookAt(account, start + 3 * dayMs);
		expect((await postReadings(key, [old(0)])).status).toBe(200);
		expect((await used()).readings).toBe(before.readings + 1);
		await lookAt(account, start + 34 * dayMs);
		const after = await used();
		expect(after.readings).toBeLessThan(before.readings + 1);
		expect(after.oldestReadingAt ?? 0).toBeGreaterThan(before.oldestReadingAt ?? 0);
		expect(await eventsOf(account)).toContainEqual(
			expect.objectContaining({ text: expect.stringMatching(/The storage is full: \d readings? older than/) }),
		);
		expect((await mailsOf(account))[0]).toMatchObject({ whenFull: "removeOldest" });
	});
});
