import { describe, expect, it } from "vitest";
import { applyPlan, liftPlan, smallerQuotaGraceMs } from "../../../backend/billing/apply-plan";
import { accountOrThrow } from "../../../backend/db/account-rows";
import { changeBilling } from "../../../backend/db/billing-rows";
import { storageRejection } from "../../../backend/ingest/quota";
import { dayMs } from "../../../shared/base/durations";
import type { Device } from "../../../shared/device/device";
import { catalog, createBilled, inObject, setPlan } from "../fixtures/billed-account";
import { addDevice, addMember, freezer, inAccount, postReadings } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";

const said = (result: unknown) => JSON.stringify(result);
const invite = (email: string) => ({ email, role: "viewer", scope: "all", note: "" });

describe("the limit of a plan", () => {
	it("rejects the device that would exceed it, by form, file and restoring, and states what to do", async () => {
		const { owner } = await createBilled();
		const { device } = await addDevice(owner);
		const filed = dataOf<({ id: string } | { fields: object })[]>(
			await owner.mutate("device.createDevices", { devices: [freezer, { ...freezer, name: "Third" }] }),
		);
		expect(filed.map((result) => "id" in result)).toEqual([true, false]);
		const denied = said(await owner.mutate("device.createDevice", freezer));
		expect(denied).toContain("The Free plan has 2 devices, 2 of which are used. Archive a device");
		dataOf(await owner.mutate("device.archiveDevices", { deviceIds: [device.id] }));
		await addDevice(owner, { name: "In its place" });
		expect(said(await owner.mutate("device.restoreDevices", { deviceIds: [device.id] }))).toContain(
			"The Free plan has 2",
		);
	});

	it("counts open invitations as users, and lets the invited join", async () => {
		const { owner, id } = await createBilled();
		await addMember(id, "viewer");
		dataOf(await owner.mutate("account.inviteUser", invite("one@example.com")));
		expect(said(await owner.mutate("account.inviteUser", invite("two@example.com")))).toContain(
			"The Free plan has 3 users",
		);
	});

	it("removes no devices and no readings for a lower plan", async () => {
		const account = await createBilled("large");
		const { owner } = account;
		const [{ device, key }] = [await addDevice(owner), await addDevice(owner), await addDevice(owner)];
		await setPlan(account, "free");
		expect((await postReadings(key, [{ channel: "Air", at: Date.now() - 1_000, value: 3 }])).status).toBe(200);
		expect(dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id })).archivedAt).toBeNull();
		expect(said(await owner.mutate("device.createDevice", freezer))).toContain("2 devices, 3 of which are used");
	});

	it("binds 30 days after a plan with less storage than is used", async () => {
		const account = await createBilled("large");
		const small = catalog.plans.find(({ id }) => id === "small");
		const begin = Date.now();
		const bindsAt = (now: number, usedBytes: number) =>
			inObject(account, ({ db, invalidations }) => {
				if (small) applyPlan({ db, invalidations, now }, small, { status: "active", usedBytes });
				return accountOrThrow(db).isQuotaBinding;
			});
		expect(await bindsAt(begin, 3_000_000)).toBe(false);
		expect(await bindsAt(begin + 29 * dayMs, 3_000_000)).toBe(false);
		expect(await bindsAt(begin + smallerQuotaGraceMs, 3_000_000)).toBe(true);
		expect(await bindsAt(begin + smallerQuotaGraceMs + dayMs, 3_000_000)).toBe(true);
		await setPlan(account, "large");
		expect(await inAccount(account.id, (db) => storageRejection(db))).toBeNull();
	});

	it("lifts once the operator stops billing", async () => {
		const account = await createBilled();
		await addDevice(account.owner);
		await addDevice(account.owner);
		await inAccount(account.id, (db) => changeBilling(db, { frozenFrom: 1 }));
		await inObject(account, ({ db, invalidations }) => liftPlan({ db, invalidations, now: Date.now() }));
		expect((await addDevice(account.owner)).device.id).toBeTruthy();
	});
});
