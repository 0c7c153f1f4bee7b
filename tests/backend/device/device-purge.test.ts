import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { unnamedKeptMs } from "../../../backend/base/archive-places";
import { alerts, devices, statusChanges } from "../../../backend/db/schema";
import { purgeDevices } from "../../../backend/device/purge-devices";
import type { AlertScope } from "../../../shared/alert/alert";
import { dayMs } from "../../../shared/base/durations";
import type { ChangedDevices, CreatedDevice, Undone } from "../../../shared/device/device-inputs";
import type { DeletedGroups } from "../../../shared/device/group";
import { warmRule } from "../fixtures/alert-rules";
import { calibrate } from "../fixtures/calibrate";
import { afterGrace, air, change, createTwo, importedFrom, importInto, listed, whole } from "../fixtures/deletion";
import { accountStub, addDevice, createOwner, inAccount, newId } from "../fixtures/fleet";
import { sendImport } from "../fixtures/import-form";
import { dataOf, type Person } from "../fixtures/people";
import { logRows, tracesOf } from "../fixtures/traces";
import { eventsOf, uploadAt } from "../fixtures/uploads";
import { partsOf, workThrough } from "../fixtures/works";

/** A time after the sweep of garbage that is deleted now. */
const afterSweep = () => Date.now() + unnamedKeptMs + 1_000;

async function furnish(accountId: string, owner: Person, { device, key }: CreatedDevice): Promise<void> {
	const now = Date.now();
	const months = [200, 199, 120, 40].map((days) => now - days * dayMs);
	for (const at of months) await uploadAt(key, at, [air(at), air(at + 60_000, 2)]);
	await uploadAt(key, now, [air(now)]);
	await uploadAt(key, now, [{ channel: "Nose", at: now, value: 1 }]);
	await workThrough(accountStub(accountId), now);
	await workThrough(accountStub(accountId), now + dayMs / 12);
	await importInto(owner, device.id);
	await owner.mutate("log.addNote", { deviceId: device.id, at: now, text: "Door was open" });
	const channel = { deviceId: device.id, channelId: device.channels[0]?.id ?? "" };
	dataOf(await calibrate(owner, channel, { from: Date.UTC(2026, 0, 1), scale: 2, offset: 0 }));
	const options = { factor: 2, addend: 0, quantity: "other", unit: "" };
	const sources = [{ role: "source", channelId: channel.channelId }];
	const definition = { kind: "linear", sources, driver: channel.channelId, toleranceSeconds: 0, options };
	const { version } = await whole(owner, device.id);
	dataOf(await owner.mutate("device.addDerivedChannel", { deviceId: device.id, version, name: "Twice", definition }));
}

describe("a device whose week is over", () => {
	it("disappears with everything that names it, and nothing of another does", async () => {
		const { id, owner, gone, kept, stub } = await createTwo();
		await furnish(id, owner, gone);
		await furnish(id, owner, kept);
		const channelIds = gone.device.channels.map((channel) => channel.id);
		const words = [gone.device.id, "Going", "SN-1", ...channelIds];
		await change(owner, "deleteDevices", gone.device.id);
		expect(new Set(await tracesOf(id, words))).toEqual(
			new Set([
				...[
					"archive",
					"archived_month",
					"calibrations",
					"channels",
					"derived_channels",
					"device_log",
					"device_refusals",
				],
				...["device_states", "devices", "group_devices", "log_events", "reading_imports", "status_changes", "undos"],
			]),
		);
		const before = await whole(owner, kept.device.id);
		await workThrough(stub, afterGrace());
		await workThrough(stub, afterSweep());
		expect(await tracesOf(id, words)).toEqual(["log_events"]);
		expect((await eventsOf(id, "config")).at(-1)).toMatchObject({
			deviceId: null,
			text: "Device Going permanently deleted, with all it had sent",
		});
		expect(await logRows(id)).toMatchObject({ device_log: 1, archive_garbage: 0 });
		expect(await whole(owner, kept.device.id)).toMatchObject({
			readings: before.readings,
			groupIds: before.groupIds,
			oldestReadingAt: before.oldestReadingAt,
			channels: before.channels,
		});
	});

	it.each([0, 1, 2, 3])("disappears all the same if the object was evicted after step %d of it", async (steps) => {
		const { id, owner, gone, kept, stub } = await createTwo();
		await furnish(id, owner, gone);
		await change(owner, "deleteDevices", gone.device.id);
		await runInDurableObject(stub, async (object) => {
			const purge = purgeDevices(partsOf(object), [{ id: gone.device.id, name: "Going" }], afterGrace());
			for (let step = 0; step < steps; step += 1) await purge.next();
		});
		await evictDurableObject(stub);
		await workThrough(stub, afterGrace());
		await workThrough(stub, afterSweep());
		expect(await tracesOf(id, [gone.device.id, "SN-1"])).toEqual([]);
		expect(await logRows(id)).toMatchObject({ device_log: 0, day_block: 0, import_block: 0, archive_garbage: 0 });
		expect(await listed(owner)).toEqual([kept.device.id]);
	});

	type Sender = CreatedDevice & { owner: Person };
	const upload = ({ key }: Sender) => uploadAt(key, Date.now(), [air(Date.now() + dayMs / 2)]);
	const file = async ({ owner, device }: Sender) => {
		const csv = `time,Air\n${new Date(importedFrom).toISOString()},5\n`;
		const sent = await sendImport(owner, "log.importReadings", { options: { deviceId: device.id }, file: csv });
		expect(sent.error?.data.reason).toBe("DEVICE_NOT_FOUND");
	};
	const moments: [string, typeof upload, (object: object, purge: () => Promise<void>) => void][] = [
		[
			"before an upload is stored",
			upload,
			(object, purge) => {
				const { watch } = partsOf(object);
				const { lastReceived } = watch;
				watch.lastReceived = (deviceId) => purge().then(() => lastReceived(deviceId));
			},
		],
		[
			"when an upload is stored and nothing is said of it",
			upload,
			(object, purge) => {
				const { readingStore } = partsOf(object);
				const { append } = readingStore;
				readingStore.append = async (upload) => {
					const result = await append(upload);
					await purge();
					return result;
				};
			},
		],
		[
			"before a file is stored",
			file,
			(object, purge) => {
				const { readingStore } = partsOf(object);
				const { appendImport } = readingStore;
				readingStore.appendImport = (...file) => purge().then(() => appendImport(...file));
			},
		],
	];

	it.each(moments)("leaves no row behind if that happens %s", async (_, send, at) => {
		const { id, owner, gone, stub } = await createTwo();
		const now = Date.now();
		await uploadAt(gone.key, now - dayMs, [air(now - dayMs)]);
		await runInDurableObject(stub, (object) => {
			at(object, async () => {
				for await (const _ of purgeDevices(partsOf(object), [{ id: gone.device.id, name: "Going" }], now));
			});
		});
		await send({ owner, ...gone });
		expect(await tracesOf(id, [gone.device.id])).toEqual([]);
		expect(await logRows(id)).toMatchObject({ device_log: 0 });
	});

	it("deletes nothing else that can still be undone", async () => {
		const { id, owner, gone, kept, groupId, stub } = await createTwo();
		const tagged = await owner.mutate("device.changeDevices", {
			deviceIds: [gone.device.id, kept.device.id],
			addTags: ["audit"],
		});
		const deleted = dataOf<DeletedGroups>(await owner.mutate("group.deleteGroups", { ids: [groupId] }));
		await change(owner, "deleteDevices", gone.device.id);
		await runInDurableObject(stub, async (object) => {
			const devicesGone = [{ id: gone.device.id, name: "Going" }];
			for await (const _ of purgeDevices(partsOf(object), devicesGone, Date.now()));
		});
		expect(await tracesOf(id, [gone.device.id])).toEqual([]);
		const undo = async (undoId: string | null) => dataOf<Undone>(await owner.mutate("account.undo", { undoId }));
		expect(await undo(deleted.undoId)).toEqual({ restored: 1, skipped: 0 });
		expect((await whole(owner, kept.device.id)).groupIds).toEqual([groupId]);
		expect(await undo(dataOf<ChangedDevices>(tagged).undoId)).toEqual({ restored: 0, skipped: 1 });
	});

	it("disappears together with hundreds of others, at its own time", async () => {
		const { id, owner } = await createOwner();
		const { device } = await addDevice(owner, { name: "Last" });
		await inAccount(id, (db) => {
			const row = db.select().from(devices).get();
			if (!row) throw new Error("No device");
			for (let count = 0; count < 600; count += 1) {
				db.insert(devices)
					.values({
						...row,
						id: newId("device"),
						name: `Device ${count}`,
						archivedAt: new Date(),
						deletedFrom: new Date(5_000 + (count % 3)),
					})
					.run();
			}
		});
		await change(owner, "deleteDevices", device.id);
		await evictDurableObject(accountStub(id));
		await workThrough(accountStub(id), Date.now());
		const left = await inAccount(id, (db) => db.select({ name: devices.name }).from(devices).all());
		expect(left).toEqual([{ name: "Last" }]);
		expect((await eventsOf(id, "config")).filter(({ deviceId }) => deviceId === null).map(({ text }) => text)).toEqual([
			"250 devices permanently deleted, with all they had sent",
			"250 devices permanently deleted, with all they had sent",
			"100 devices permanently deleted, with all they had sent",
		]);
	});
});

describe("a rule of a purged device", () => {
	async function createRule(accountId: string, scope: AlertScope, isEnabled = true): Promise<string> {
		const id = newId("alert");
		const rule = {
			name: `Rule ${id.slice(-4)}`,
			severity: "warning",
			rule: warmRule,
			createdAt: new Date(),
		} as const;
		await inAccount(accountId, (db) =>
			db
				.insert(alerts)
				.values({ id, scope, isEnabled, contactIds: [], ...rule })
				.run(),
		);
		return id;
	}

	it("forgets the device, and is switched off and says so if it was the only one", async () => {
		const { id, owner, gone, kept, groupId, stub } = await createTwo();
		const [ofGone, ofKept] = [gone.device.id, kept.device.id];
		const scopes: [AlertScope, boolean, AlertScope, boolean][] = [
			[{ deviceIds: [ofGone] }, true, { deviceIds: [] }, false],
			[{ deviceIds: [ofGone] }, false, { deviceIds: [] }, false],
			[{ deviceIds: [ofKept, ofGone] }, true, { deviceIds: [ofKept] }, true],
			[{ deviceIds: [] }, true, { deviceIds: [] }, true],
			[{ groupIds: [groupId] }, true, { groupIds: [groupId] }, true],
			["all", true, "all", true],
		];
		const ids: string[] = [];
		for (const [scope, isEnabled] of scopes) ids.push(await createRule(id, scope, isEnabled));
		await change(owner, "deleteDevices", ofGone);
		await workThrough(stub, afterGrace());
		await workThrough(stub, afterGrace());
		const rules = await inAccount(id, (db) => db.select().from(alerts).all());
		const found = ids.map((ruleId) => rules.find((rule) => rule.id === ruleId));
		expect(found.map((rule) => [rule?.scope, rule?.isEnabled])).toEqual(scopes.map(([, , ...after]) => after));
		const said = (await eventsOf(id, "config")).filter(({ deviceId }) => deviceId === null).map(({ text }) => text);
		expect(said).toEqual([
			`Rule ${found[0]?.name} switched off: no device is left that it watches`,
			"Device Going permanently deleted, with all it had sent",
		]);
	});
});

it("deletes the status changes of a device with the device", async () => {
	const { id, owner, gone, stub } = await createTwo();
	await uploadAt(gone.key, Date.now());
	expect(await inAccount(id, (db) => db.select().from(statusChanges).all())).not.toEqual([]);
	await change(owner, "deleteDevices", gone.device.id);
	await workThrough(stub, afterGrace());
	expect(await inAccount(id, (db) => db.select().from(statusChanges).all())).toEqual([]);
});
