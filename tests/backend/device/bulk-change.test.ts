import { runInDurableObject } from "cloudflare:test";
import { eq, like } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import * as schema from "../../../backend/db/schema";
import { devicesPerSlice } from "../../../backend/device/change/bulk-change";
import type { DeviceListRow } from "../../../shared/device/device";
import type { BulkProgress, ChangedDevices, Undone } from "../../../shared/device/device-inputs";
import * as fc from "../../properties";
import { eventsSeen } from "../fixtures/alert-account";
import { addAlert } from "../fixtures/alert-rules";
import { createChanged } from "../fixtures/changed-account";
import { copyDevice } from "../fixtures/copied-devices";
import { addTagGroup } from "../fixtures/filter-group";
import { accountStub, addDevice, addMember, inAccount, ingest } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { dataOf } from "../fixtures/people";
import { workThrough } from "../fixtures/works";

const many = 20 * devicesPerSlice;
const tag = "audited";

async function createFleet(count: number) {
	const changed = await createChanged();
	const { account, owner } = changed;
	const sender = await addDevice(owner, { name: "Sender" });
	const first = await changed.add({ name: "First" });
	const deviceIds = [first.id, ...(await copyDevice(account.id, first.id, count - 1))].sort();
	const isTagged = like(schema.devices.tags, `%${tag}%`);
	return {
		...changed,
		sender,
		deviceIds,
		tagged: () => inAccount(account.id, (db) => db.$count(schema.devices, isTagged)),
		begun: () => inAccount(account.id, (db) => db.select().from(schema.bulkChanges).all()),
		parts: () => inAccount(account.id, (db) => db.$count(schema.bulkChangeParts)),
	};
}

type Fleet = Awaited<ReturnType<typeof createFleet>>;

/** Waits until some but not all slices are made; returns the change's id. */
async function underWay({ begun }: Fleet): Promise<string> {
	return vi.waitUntil(
		async () => {
			const [row] = await begun();
			return row && row.changed > 0 && row.changed < many ? row.id : null;
		},
		{ interval: 1, timeout: 20_000 },
	);
}

describe("a change of many devices", () => {
	it("lets an upload in while it runs", async () => {
		const fleet = await createFleet(many);
		const { owner, sender, deviceIds, tagged } = fleet;
		const said: string[] = [];
		const change = owner.mutate("device.changeDevices", { deviceIds, addTags: [tag] }).then((response) => {
			said.push("changed");
			return dataOf<ChangedDevices>(response);
		});
		await underWay(fleet);
		await ingest(sender.key, [{ channel: "Air", at: new Date().toISOString(), value: 4 }]);
		said.push("stored");
		expect((await change).changed).toBe(many);
		expect(said).toEqual(["stored", "changed"]);
		expect(await tagged()).toBe(many);
		expect(await fleet.parts()).toBe(0);
	});

	it("reports its progress to the member who began it, and to no one else", async () => {
		const fleet = await createFleet(many);
		const { account, owner, deviceIds } = fleet;
		const admin = await addMember(account.id, "admin");
		const progressFor = async (person: typeof owner) =>
			dataOf<BulkProgress[]>(await person.query("device.getBulkProgress", undefined));
		expect(await progressFor(owner)).toEqual([]);
		const change = owner.mutate("device.changeDevices", { deviceIds, addTags: [tag] });
		await underWay(fleet);
		const [mine, others] = await Promise.all([progressFor(owner), progressFor(admin)]);
		const [row] = await fleet.begun();
		const of = { id: row?.id, isUndo: false };
		expect(mine).toEqual([{ ...of, done: expect.any(Number), changed: expect.any(Number), total: many }]);
		expect(mine[0]?.done).toBeGreaterThan(0);
		expect(mine[0]?.done).toBeLessThan(many);
		expect(others).toEqual([]);
		await change;
		expect(await progressFor(owner)).toEqual([{ ...of, done: many, changed: many, total: many }]);
		const [made] = await fleet.begun();
		await workThrough(accountStub(account.id), (made?.leaseUntil ?? 0) + 1);
		expect(await progressFor(owner)).toEqual([]);
	});

	it("continues to its end once if its object ended in the middle, and is undone as a whole", async () => {
		const fleet = await createFleet(many);
		const { account, owner, deviceIds, tagged, undo } = fleet;
		const call = Promise.allSettled([owner.mutate("device.changeDevices", { deviceIds, addTags: [tag] })]);
		const id = await underWay(fleet);
		const kill = runInDurableObject(accountStub(account.id), (_, state) => state.abort("killed"));
		await expect(kill).rejects.toThrow("killed");
		await call;
		expect(takeLogs()).toEqual([expect.stringContaining("internal-error")]);
		const [row] = await fleet.begun();
		expect(await tagged()).toBe(row?.changed);
		expect(row?.changed).toBeLessThan(many);

		await workThrough(accountStub(account.id), (row?.leaseUntil ?? 0) + 1);
		expect(await fleet.parts()).toBe(0);
		const changed = await inAccount(account.id, (db) => db.select().from(schema.devices).all());
		expect(changed.filter(({ tags, version }) => tags.includes(tag) && version === 2)).toHaveLength(many);
		expect(dataOf<Undone>(await undo(id))).toEqual({ restored: many, skipped: 0 });
		expect(await tagged()).toBe(0);
	});

	it("leaves out a device that is archived meanwhile", async () => {
		const fleet = await createFleet(many);
		const { account, owner, deviceIds, tagged } = fleet;
		const change = owner.mutate("device.changeDevices", { deviceIds, addTags: [tag] });
		await underWay(fleet);
		const last = deviceIds.at(-1) ?? "";
		await inAccount(account.id, (db) =>
			db.update(schema.devices).set({ archivedAt: new Date() }).where(eq(schema.devices.id, last)).run(),
		);
		expect(dataOf<ChangedDevices>(await change).changed).toBe(many - 1);
		expect(await tagged()).toBe(many - 1);
	});

	it("moves devices between dynamic groups, and changes which members see them and which rules watch them", async () => {
		const { account, owner, sender, deviceIds, change, undo } = await createFleet(2 * devicesPerSlice);
		const groups = [await addTagGroup(account.id, "old"), await addTagGroup(account.id, "new")];
		const people = await Promise.all(groups.map((id) => addMember(account.id, "viewer", { groupIds: [id] })));
		await addAlert(owner, { scope: { groupIds: groups.slice(0, 1) } });
		const all = [...deviceIds, sender.device.id];
		const state = async () => {
			const seen = people.map(async (each) => dataOf<DeviceListRow[]>(await each.query("device.getDevices")).length);
			const open = (await eventsSeen(owner)).filter(({ endedAt }) => endedAt === null).length;
			return { seen: await Promise.all(seen), open };
		};
		const sendWarm = () => ingest(sender.key, [{ channel: "Air", at: new Date().toISOString(), value: 9 }]);
		await change(all, { addTags: ["old"] });
		await sendWarm();
		expect(await state()).toEqual({ seen: [all.length, 0], open: 1 });
		const { undoId } = await change(all, { addTags: ["new"], removeTags: ["old"] });
		expect(await state()).toEqual({ seen: [0, all.length], open: 0 });
		await sendWarm();
		expect(await state()).toEqual({ seen: [0, all.length], open: 0 });
		dataOf<Undone>(await undo(undoId));
		await sendWarm();
		expect(await state()).toEqual({ seen: [all.length, 0], open: 1 });
	});

	it("changes none if one cannot be changed when it begins", async () => {
		const { owner, deviceIds, tagged, act } = await createFleet(2 * devicesPerSlice);
		await act("device.archiveDevices", { deviceIds: deviceIds.slice(-1) });
		const denied = await owner.mutate("device.changeDevices", { deviceIds, addTags: [tag] });
		expect(denied.error?.data).toMatchObject({ reason: "DEVICE_ARCHIVED" });
		expect(await tagged()).toBe(0);
	});

	it("changes each device once, wherever its slices end", { timeout: fc.timeLimit(60_000) }, async () => {
		const { deviceIds, change, undo, tagged } = await createFleet(2 * devicesPerSlice + 1);
		const counts = fc.oneof(
			fc.constantFrom(devicesPerSlice, devicesPerSlice + 1, 2 * devicesPerSlice, 2 * devicesPerSlice + 1),
			fc.integer({ min: 1, max: deviceIds.length }),
		);
		const isWhole = async (count: number) => {
			const { changed, undoId } = await change(deviceIds.slice(0, count), { addTags: [tag] });
			expect([changed, await tagged()]).toEqual([count, count]);
			expect(dataOf<Undone>(await undo(undoId))).toEqual({ restored: count, skipped: 0 });
			expect(await tagged()).toBe(0);
		};
		await fc.assert(fc.asyncProperty(counts, isWhole), { numRuns: 10 });
	});
});
