import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { devices } from "../../../backend/db/schema";
import { dayMs } from "../../../shared/base/durations";
import { serverLimits } from "../../../shared/base/limits";
import type { DeviceListRow } from "../../../shared/device/device";
import type { CreatedDevice, DeletionPreview } from "../../../shared/device/device-inputs";
import type { LogPage } from "../../../shared/log/log";
import { afterGrace, air, change, createTwo, importedFrom, importInto, listed, whole } from "../fixtures/deletion";
import { addDevice, addMember, freezer, inAccount, ingest, newId, postReadings } from "../fixtures/fleet";
import { openPage, topicsOf } from "../fixtures/live-page";
import { dataOf } from "../fixtures/people";
import { eventsOf, uploadAt } from "../fixtures/uploads";
import { alarmOf, watchAlone, workThrough } from "../fixtures/works";

describe("deleting a device", () => {
	it("hides it in every list for a week, keeps all of it, and names what will be deleted", async () => {
		const { id, owner, gone, kept } = await createTwo();
		const now = Date.now();
		await ingest(gone.key, [air(now - 60_000), air(now)]);
		await owner.mutate("log.addNote", { deviceId: gone.device.id, at: now, text: "Door was open" });
		await importInto(owner, gone.device.id);
		const target = { deviceIds: [gone.device.id] };
		const preview = dataOf<DeletionPreview>(await owner.query("device.getDeletionPreview", target));
		expect(preview).toMatchObject({
			devices: 1,
			readings: 4,
			notes: 1,
			imports: 1,
			oldestReadingAt: importedFrom,
		});
		expect(preview.bytes).toBeGreaterThan(0);
		expect(Math.abs(preview.goesAt - now - serverLimits.deletionGraceMs)).toBeLessThan(60_000);

		const result = await change(owner, "deleteDevices", gone.device.id);
		expect(result).toEqual({ changed: 1, undoId: expect.stringMatching(/^und_/) });
		expect([await listed(owner), await listed(owner, "archived")]).toEqual([[kept.device.id], [gone.device.id]]);
		const device = await whole(owner, gone.device.id);
		const [row] = dataOf<DeviceListRow[]>(await owner.query("device.getDevices", { archived: "archived" }));
		expect(row?.deletedFrom).toBe(device.deletedFrom?.getTime());
		expect(device).toMatchObject({ status: "disabled", version: gone.device.version + 1, readings: 4 });
		expect(device.deletedFrom?.getTime()).toBe((device.archivedAt?.getTime() ?? 0) + serverLimits.deletionGraceMs);
		const hour = { rangeType: "hour", offset: 0, kinds: ["reading"] };
		const page = dataOf<LogPage>(await owner.query("log.getLogs", hour));
		expect(page.devices.map(({ id: deviceId }) => deviceId)).not.toContain(gone.device.id);
		expect((await eventsOf(id, "config")).at(-1)?.text).toMatch(/^Deleted; it can be restored until /);
	});

	it("rejects its key at once, and keeps its serial number until it is gone", async () => {
		const { owner, gone, stub } = await createTwo();
		await change(owner, "deleteDevices", gone.device.id);
		expect((await postReadings(gone.key, [air(Date.now())])).status).toBe(401);
		const another = () => owner.mutate("device.createDevice", { ...freezer, serialNumber: "sn1" });
		expect((await another()).error?.data.reason).toBe("SERIAL_NUMBER_TAKEN");
		await workThrough(stub, afterGrace());
		expect((await postReadings(gone.key, [air(Date.now())])).status).toBe(401);
		expect(dataOf<CreatedDevice>(await another()).device.serialNumber).toBe("sn1");
	});

	it("keeps the end of a device that is being deleted", async () => {
		const { owner, gone } = await createTwo();
		await change(owner, "deleteDevices", gone.device.id);
		const before = await whole(owner, gone.device.id);
		expect(await change(owner, "deleteDevices", gone.device.id)).toEqual({ changed: 0, undoId: null });
		expect(await whole(owner, gone.device.id)).toEqual(before);
	});

	it("keeps it archived since when it was, and undoing it leaves it in the archive", async () => {
		const { owner, gone } = await createTwo();
		await change(owner, "archiveDevices", gone.device.id);
		const { archivedAt } = await whole(owner, gone.device.id);
		const { undoId } = await change(owner, "deleteDevices", gone.device.id);
		expect((await whole(owner, gone.device.id)).archivedAt).toEqual(archivedAt);
		expect(dataOf(await owner.mutate("account.undo", { undoId }))).toEqual({ restored: 1, skipped: 0 });
		expect(await whole(owner, gone.device.id)).toMatchObject({ archivedAt, deletedFrom: null });
	});

	it("changes none of several if one is out of the caller's reach", async () => {
		const { id, owner, gone, kept, groupId } = await createTwo();
		const elsewhere = await addDevice(owner, { name: "Elsewhere" });
		const scoped = await addMember(id, "admin", { groupIds: [groupId] });
		for (const verb of ["deleteDevices", "restoreDevices", "getDeletionPreview"]) {
			for (const other of [elsewhere.device.id, newId("device")]) {
				const input = { deviceIds: [gone.device.id, other] };
				const path = `device.${verb}`;
				const { error } = await (verb.startsWith("get") ? scoped.query(path, input) : scoped.mutate(path, input));
				expect(error?.data).toMatchObject({ code: "NOT_FOUND", reason: "DEVICE_NOT_FOUND" });
			}
		}
		expect(await listed(owner)).toEqual([gone.device.id, kept.device.id, elsewhere.device.id]);
		expect(await change(scoped, "deleteDevices", gone.device.id)).toMatchObject({ changed: 1 });
	});

	it("sends an invalidation to open pages, then and when the device is gone", async () => {
		const { owner, gone, stub } = await createTwo();
		const page = await openPage(owner);
		await change(owner, "deleteDevices", gone.device.id);
		await vi.waitUntil(() => page.received.length > 0, { timeout: 10_000 });
		expect(topicsOf(page)[0]?.toSorted()).toEqual(["devices", "groups", "log"]);
		await workThrough(stub, afterGrace());
		await vi.waitUntil(() => page.received.length > 1, { timeout: 10_000 });
		expect(topicsOf(page)[1]?.toSorted()).toEqual(["devices", "groups", "log"]);
	});

	it("sets the alarm for the week's end, also after an eviction", async () => {
		const { id, owner, gone, stub } = await createTwo();
		await change(owner, "deleteDevices", gone.device.id);
		const goesAt = (await whole(owner, gone.device.id)).deletedFrom?.getTime() ?? 0;
		await evictDurableObject(stub);
		await runInDurableObject(stub, (_, { storage }) => storage.deleteAlarm());
		await evictDurableObject(stub);
		await whole(owner, gone.device.id);
		expect(await alarmOf(id)).toBe(goesAt);
		await watchAlone(id);
	});
});

describe("restoring a device", () => {
	it("restores a deleted and archived device, so that its key works again and its silence is reported", async () => {
		const { id, owner, gone, kept, stub } = await createTwo();
		const now = Date.now();
		await uploadAt(gone.key, now);
		await change(owner, "deleteDevices", gone.device.id);
		await evictDurableObject(stub);
		await workThrough(stub, now);
		expect(await change(owner, "restoreDevices", gone.device.id, kept.device.id)).toMatchObject({ changed: 1 });
		expect(await listed(owner)).toEqual([gone.device.id, kept.device.id]);
		expect(await whole(owner, gone.device.id)).toMatchObject({ archivedAt: null, deletedFrom: null });
		await workThrough(stub, now + dayMs);
		expect((await eventsOf(id, "event")).map(({ text }) => text)).toContain("Offline: no upload for 45 minutes");
		await uploadAt(gone.key, now + dayMs, [air(now)]);
		await workThrough(stub, afterGrace());
		expect(await listed(owner)).toEqual([gone.device.id, kept.device.id]);
	});

	it("can be undone, and fails once the week is over", async () => {
		const { id, owner, gone, kept, groupId } = await createTwo();
		await change(owner, "deleteDevices", gone.device.id);
		const { undoId } = await change(owner, "restoreDevices", gone.device.id);
		expect(dataOf(await owner.mutate("account.undo", { undoId }))).toEqual({ restored: 1, skipped: 0 });
		expect(await listed(owner, "archived")).toEqual([gone.device.id]);
		await inAccount(id, (db) =>
			db
				.update(devices)
				.set({ deletedFrom: new Date(Date.now() - 1) })
				.where(eq(devices.id, gone.device.id))
				.run(),
		);
		for (const [path, input] of [
			["device.restoreDevices", { deviceIds: [gone.device.id] }],
			["device.rotateDeviceKey", { deviceId: gone.device.id, graceSeconds: 0 }],
		] as const) {
			expect((await owner.mutate(path, input)).error?.data.reason).toBe("DEVICE_NOT_FOUND");
		}
		const logs = { rangeType: "hour", offset: 0, deviceIds: [gone.device.id] };
		expect((await owner.query("log.getLogs", logs)).error?.data.reason).toBe("DEVICE_NOT_FOUND");
		const ofGroup = await owner.query("log.getLogs", { rangeType: "hour", offset: 0, groupIds: [groupId] });
		expect(dataOf<LogPage>(ofGroup).devices.map(({ id: deviceId }) => deviceId)).toEqual([kept.device.id]);
	});
});
