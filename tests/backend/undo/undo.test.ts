import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { devices, logEvents, undos } from "../../../backend/db/schema";
import { Role } from "../../../shared/account/permissions";
import { serverLimits } from "../../../shared/base/limits";
import type { Device } from "../../../shared/device/device";
import type { ChangeDevices, Undone } from "../../../shared/device/device-inputs";
import { createChanged, idsOf } from "../fixtures/changed-account";
import { copyDevice } from "../fixtures/copied-devices";
import { addTagGroup } from "../fixtures/filter-group";
import { addDevice, addGroup, addMember, createOwner, inAccount, ingest, newId, postReadings } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";
import { alarmOf, watchAlone } from "../fixtures/works";

type Changed = Awaited<ReturnType<typeof createChanged>>;
let account: Changed["account"];
let owner: Changed["owner"];
let get: Changed["get"];
let add: Changed["add"];
let act: Changed["act"];

beforeEach(async () => {
	({ account, owner, get, add, act } = await createChanged());
});

const undo = (person: Person, undoId: string | null) => person.mutate("account.undo", { undoId });
const change = (deviceIds: string[], changes: Omit<ChangeDevices, "deviceIds">) =>
	act("device.changeDevices", { deviceIds, ...changes });

/** The restored device differs in its version alone, which never goes back. */
const restoredFrom = (device: Device) => ({ ...device, version: device.version + 2 });

describe("account.undo", () => {
	it("makes devices what they were, in every respect", async () => {
		const [one, two] = [await addGroup(account.id, "One"), await addGroup(account.id, "Two")];
		await addTagGroup(account.id, "food", { uploadIntervalSeconds: 77, retentionDays: 5 });
		const before = [
			await add({ groupIds: [one], tags: ["food"], retentionDays: null }),
			await add({ groupIds: [two], uploadIntervalSeconds: 60, offlineAfterSeconds: 3600 }),
			await add({ timezoneOffset: 345, timeZoneRule: 2, retentionDays: 400 }),
		];
		const undoId = await change(idsOf(before), {
			addGroupIds: [two],
			removeGroupIds: [one],
			addTags: ["audit"],
			removeTags: ["food"],
			clock: { timezoneOffset: 0, timeZoneRule: 0 },
			loggingIntervalSeconds: 5,
			inherit: ["uploadIntervalSeconds", "offlineAfterSeconds", "retentionDays"],
		});
		for (const device of before) expect(await get(device.id)).not.toMatchObject({ tags: device.tags });
		expect(dataOf<Undone>(await undo(owner, undoId))).toEqual({ restored: 3, skipped: 0 });
		for (const device of before) expect(await get(device.id)).toEqual(restoredFrom(device));
	});

	it("takes back muting, unmuting and archiving", async () => {
		const { device, key } = await addDevice(owner);
		const deviceIds = [device.id];
		const until = Date.now() + 60_000;
		const mute = await act("device.muteDevices", { deviceIds, until, reason: "Service" });
		expect(dataOf(await undo(owner, mute))).toEqual({ restored: 1, skipped: 0 });
		expect(await get(device.id)).toEqual(device);
		await act("device.muteDevices", { deviceIds, until, reason: "Service" });
		const unmute = await act("device.muteDevices", { deviceIds, until: null });
		dataOf(await undo(owner, unmute));
		expect(await get(device.id)).toMatchObject({ mutedUntil: until, muteReason: "Service" });
		const archive = await act("device.archiveDevices", { deviceIds });
		expect((await postReadings(key, [{ channel: "Air", at: Date.now(), value: 1 }])).status).toBe(401);
		dataOf(await undo(owner, archive));
		expect(await get(device.id)).toMatchObject({ archivedAt: null, status: "never" });
		expect((await postReadings(key, [{ channel: "Air", at: Date.now(), value: 1 }])).status).toBe(200);
	});

	it("skips what was changed again meanwhile, by whatever it was", async () => {
		const all = [await add(), await add(), await add(), await add()];
		const [first, second, third, fourth] = idsOf(all);
		const undoId = await change(idsOf(all), { addTags: ["audit"] });
		dataOf(await owner.mutate("device.updateDevice", { deviceId: first, version: 2, name: "B" }));
		await change(second === undefined ? [] : [second], { retentionDays: 5 });
		await inAccount(account.id, (db) => db.run(`DELETE FROM devices WHERE id = '${third}'`));
		expect(dataOf(await undo(owner, undoId))).toEqual({ restored: 1, skipped: 3 });
		expect(await get(first ?? "")).toMatchObject({ name: "B", tags: ["audit"] });
		expect(await get(second ?? "")).toMatchObject({ retentionDays: 5, tags: ["audit"] });
		expect(await get(fourth ?? "")).toMatchObject({ tags: [] });
	});

	it("leaves a mute as it is that came meanwhile", async () => {
		const device = await add();
		const undoId = await change([device.id], { addTags: ["audit"] });
		const until = Date.now() + 60_000;
		await act("device.muteDevices", { deviceIds: [device.id], until });
		expect(dataOf(await undo(owner, undoId))).toEqual({ restored: 1, skipped: 0 });
		expect(await get(device.id)).toMatchObject({ tags: [], mutedUntil: until });
	});

	it("reverts a mute on a device that was edited since, but not a later mute", async () => {
		const [edited, mutedAnew, archived] = [await add(), await add(), await add()];
		const until = Date.now() + 60_000;
		const undoId = await act("device.muteDevices", { deviceIds: idsOf([edited, mutedAnew, archived]), until });
		await change([edited.id], { addTags: ["audit"] });
		await act("device.muteDevices", { deviceIds: [mutedAnew.id], until, reason: "Service" });
		await act("device.archiveDevices", { deviceIds: [archived.id] });
		expect(dataOf(await undo(owner, undoId))).toEqual({ restored: 1, skipped: 2 });
		expect(await get(edited.id)).toMatchObject({ tags: ["audit"], mutedUntil: null });
		expect(await get(mutedAnew.id)).toMatchObject({ mutedUntil: until, muteReason: "Service" });
		expect(await get(archived.id)).toMatchObject({ mutedUntil: until });
	});

	it("takes nothing into use again where the account has no room left, and can be tried again", async () => {
		const device = await add();
		const undoId = await act("device.archiveDevices", { deviceIds: [device.id] });
		const other = await add();
		const others = await copyDevice(account.id, other.id, serverLimits.devices - 1);
		expect((await undo(owner, undoId)).error?.data).toMatchObject({ code: "CONFLICT", reason: "DEVICE_LIMIT" });
		expect(await get(device.id)).toMatchObject({ archivedAt: expect.any(Date) });
		await inAccount(account.id, (db) =>
			db
				.delete(devices)
				.where(eq(devices.id, others[0] ?? ""))
				.run(),
		);
		expect(dataOf(await undo(owner, undoId))).toEqual({ restored: 1, skipped: 0 });
	});

	it("works once, even if it is requested twice at once", async () => {
		const device = await add();
		const undoId = await change([device.id], { addTags: ["audit"] });
		const responses = await Promise.all([undo(owner, undoId), undo(owner, undoId), undo(owner, undoId)]);
		const outcomes = responses.map(({ error }) => error?.data.reason ?? "undone");
		expect(outcomes.sort()).toEqual(["UNDO_NOT_FOUND", "UNDO_NOT_FOUND", "undone"]);
		expect(await get(device.id)).toMatchObject({ tags: [], version: 3 });
	});

	it("appears in the log of each device, by the person who did it", async () => {
		const device = await add();
		const admin = await addMember(account.id, "admin");
		const undoId = await change([device.id], { addTags: ["audit"] });
		dataOf(await undo(admin, undoId));
		const events = await inAccount(account.id, (db) => db.select().from(logEvents).all());
		expect(events.map(({ text }) => text)).toEqual(expect.arrayContaining(["Tagged audit", "No longer tagged audit"]));
	});

	it("leaves out groups that are gone or made by a filter by now", async () => {
		const [gone, filtered] = [await addGroup(account.id, "Gone"), await addGroup(account.id, "Filtered")];
		const device = await add({ groupIds: [gone, filtered] });
		const undoId = await change([device.id], { removeGroupIds: [gone, filtered] });
		await inAccount(account.id, (db) => {
			db.run(`DELETE FROM groups WHERE id = '${gone}'`);
			db.run(`UPDATE groups SET kind = 'dynamic', filter = '{"tags":["x"]}' WHERE id = '${filtered}'`);
		});
		expect(dataOf(await undo(owner, undoId))).toEqual({ restored: 1, skipped: 0 });
		expect((await get(device.id)).groupIds).toEqual([]);
	});

	it("does not delete for good what was taken out of a deletion whose time is over", async () => {
		const device = await add();
		const archived = { archivedAt: new Date(), deletedFrom: new Date(Date.now() - 1000) };
		await inAccount(account.id, (db) => db.update(devices).set(archived).run());
		const entry = { id: device.id, version: 1, before: archived, joined: [], left: [] };
		const undoId = newId("undo");
		const row = { id: undoId, part: 0, kind: "devices", payload: [entry], createdBy: "x", createdAt: new Date() };
		await inAccount(account.id, (db) => {
			db.update(devices).set({ archivedAt: null, deletedFrom: null }).run();
			db.insert(undos).values(row).run();
		});
		expect(dataOf(await undo(owner, undoId))).toEqual({ restored: 0, skipped: 1 });
		expect(await get(device.id)).toMatchObject({ archivedAt: null, deletedFrom: null });
	});

	it("reports what watches the devices", async () => {
		const { device, key } = await addDevice(owner, { uploadIntervalSeconds: 3600 });
		await watchAlone(account.id);
		await ingest(key, [{ channel: "Air", at: Date.now(), value: 1 }]);
		const undoId = await change([device.id], { uploadIntervalSeconds: 48 * 3600 });
		await watchAlone(account.id);
		const { lastReceivedAt } = await get(device.id);
		expect(await alarmOf(account.id)).toBe((lastReceivedAt ?? 0) + 1.5 * 48 * 3600 * 1000);
		dataOf(await undo(owner, undoId));
		expect(await alarmOf(account.id)).toBe((lastReceivedAt ?? 0) + 1.5 * 3600 * 1000);
	});
});

describe("an undo", () => {
	it("expires after its time, and is deleted when the next one is made", async () => {
		const device = await add();
		const undoId = await change([device.id], { addTags: ["audit"] });
		const age = (createdAt: number) =>
			inAccount(account.id, (db) =>
				db
					.update(undos)
					.set({ createdAt: new Date(createdAt) })
					.run(),
			);
		await age(Date.now() - serverLimits.undoMs);
		expect((await undo(owner, undoId)).error?.data).toMatchObject({ code: "NOT_FOUND", reason: "UNDO_NOT_FOUND" });
		await age(Date.now() - serverLimits.undoMs - 1000);
		const next = await change([device.id], { addTags: ["more"] });
		const kept = await inAccount(account.id, (db) => db.select().from(undos).all());
		expect(kept.map(({ id }) => id)).toEqual([next]);
	});

	it("denies members who could not make the change", async () => {
		const device = await add();
		const allowed: Record<"devices" | "mutes", string[]> = { devices: [], mutes: [] };
		for (const role of Role.options) {
			const person = role === "owner" ? owner : await addMember(account.id, role);
			const ids = {
				devices: await change([device.id], { addTags: [role] }),
				mutes: await act("device.muteDevices", {
					deviceIds: [device.id],
					until: Date.now() + 60_000 + allowed.mutes.length,
				}),
			};
			for (const kind of ["mutes", "devices"] as const) {
				const { error } = await undo(person, ids[kind]);
				if (error) expect(error.data).toMatchObject({ code: "FORBIDDEN", reason: "NOT_PERMITTED" });
				else allowed[kind].push(role);
			}
		}
		expect(allowed).toEqual({ devices: ["owner", "admin"], mutes: ["owner", "admin", "operator"] });
	});

	it("hides from other accounts, and from members who do not see each of its devices", async () => {
		const mine = await addGroup(account.id, "Mine");
		const [inside, outside] = [await add({ groupIds: [mine] }), await add()];
		const admin = await addMember(account.id, "admin", { groupIds: [mine] });
		const stranger = (await createOwner()).owner;
		const both = await change(idsOf([inside, outside]), { addTags: ["audit"] });
		for (const person of [admin, stranger]) {
			expect((await undo(person, both)).error?.data).toMatchObject({ code: "NOT_FOUND", reason: "UNDO_NOT_FOUND" });
		}
		expect(await get(inside.id)).toMatchObject({ tags: ["audit"], version: 2 });
		expect(dataOf(await undo(owner, both))).toEqual({ restored: 2, skipped: 0 });
		const own = await change([inside.id], { addTags: ["audit"] });
		expect(dataOf(await undo(admin, own))).toEqual({ restored: 1, skipped: 0 });
	});

	it("denies a member of some groups if it would move a device", async () => {
		const [mine, other] = [await addGroup(account.id, "Mine"), await addGroup(account.id, "Other")];
		const device = await add({ groupIds: [mine, other] });
		const admin = await addMember(account.id, "admin", { groupIds: [mine] });
		const undoId = await change([device.id], { removeGroupIds: [other] });
		expect((await undo(admin, undoId)).error?.data.reason).toBe("NOT_PERMITTED");
		expect((await get(device.id)).groupIds).toEqual([mine]);
		expect(dataOf(await undo(owner, undoId))).toEqual({ restored: 1, skipped: 0 });
	});

	it("takes several rows if it is larger than one, whatever its size", async () => {
		const tags = Array.from(
			{ length: 20 },
			(_, position) => `${"漢".repeat(31)}${String.fromCodePoint(0x4e00 + position)}`,
		);
		const { device } = await addDevice(owner, { tags });
		const ids = [device.id, ...(await copyDevice(account.id, device.id, 1_499))];
		const undoId = await change(ids, { removeTags: tags });
		const parts = await inAccount(account.id, (db) => db.select().from(undos).all());
		expect(parts.length).toBeGreaterThan(1);
		for (const { payload } of parts) {
			expect(new TextEncoder().encode(JSON.stringify(payload)).length).toBeLessThan(1_850_000);
			expect(payload).toHaveProperty("length", expect.any(Number));
		}
		expect(dataOf(await undo(owner, undoId))).toEqual({ restored: 1_500, skipped: 0 });
		expect(await get(device.id)).toMatchObject({ tags });
	});
});
