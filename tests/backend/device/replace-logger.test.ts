import { describe, expect, it, vi } from "vitest";
import { alerts } from "../../../backend/db/schema";
import type { Device } from "../../../shared/device/device";
import type { CreatedDevice, ReplaceLogger } from "../../../shared/device/device-inputs";
import type { LogPage } from "../../../shared/log/log";
import { warmRule } from "../fixtures/alert-rules";
import { addDevice, addGroup, addMember, createOwner, inAccount, ingest, newId, postReadings } from "../fixtures/fleet";
import { openPage, topicsOf } from "../fixtures/live-page";
import { dataOf, type Person } from "../fixtures/people";
import { eventsOf } from "../fixtures/uploads";

async function createPlaced() {
	const { id, owner } = await createOwner();
	const groupId = await addGroup(id, "Kitchen");
	const input = { serialNumber: "OLD-1", model: "T10", firmwareVersion: "1.0", groupIds: [groupId] };
	const { device, key } = await addDevice(owner, input);
	return { id, owner, groupId, device, key };
}

const replace = (person: Person, device: Device, changes: Partial<ReplaceLogger> = {}) =>
	person.mutate("device.replaceLogger", { deviceId: device.id, version: device.version, ...changes });
const whole = async (person: Person, deviceId: string) =>
	dataOf<Device>(await person.query("device.getDevice", { deviceId }));
const air = (at: number, value: number) => ({ channel: "Air", at, value });

describe("replacing a logger", () => {
	it("ends the rejections of the former one, without an event that readings are accepted again", async () => {
		const { id, owner, device, key } = await createPlaced();
		await ingest(key, [{ ...air(Date.now() - 1_000, 1), channel: "Nose" }]);
		expect((await whole(owner, device.id)).refusals).toMatchObject({ refused: 1 });
		const created = dataOf<CreatedDevice>(await replace(owner, device, { serialNumber: "NEW-3" }));
		expect(created.device.refusals).toBeNull();
		const listed = await owner.query("device.getDevices", { filters: { hasRefusals: true } });
		expect(dataOf<Device[]>(listed)).toEqual([]);
		const said = (await eventsOf(id, "event")).filter(({ text }) => text.includes("No readings refused"));
		expect(said).toEqual([]);
	});

	it("keeps the name, the groups, the rules and the history under another serial number and key", async () => {
		const { id, owner, device, key, groupId } = await createPlaced();
		const rule = { id: newId("alert"), name: "Too warm", severity: "warning", rule: warmRule } as const;
		const scope = { deviceIds: [device.id] };
		await inAccount(id, (db) =>
			db
				.insert(alerts)
				.values({ ...rule, scope, contactIds: [], isEnabled: true, createdAt: new Date() })
				.run(),
		);
		const now = Date.now();
		await ingest(key, [air(now - 2_000, 1)]);
		const before = await whole(owner, device.id);
		const created = dataOf<CreatedDevice>(
			await replace(owner, device, { serialNumber: "NEW-2", firmwareVersion: "2.1" }),
		);
		expect(created.device).toEqual({
			...before,
			version: device.version + 1,
			serialNumber: "NEW-2",
			firmwareVersion: "2.1",
			key: { createdAt: expect.any(Date), lastUsedAt: null, previous: null },
			usedBytes: expect.any(Number),
		});
		expect(created.device.groupIds).toEqual([groupId]);
		await ingest(created.key, [air(now - 1_000, 2)]);
		const page = dataOf<LogPage>(
			await owner.query("log.getLogs", { rangeType: "hour", offset: 0, deviceIds: [device.id] }),
		);
		expect(page.readings.value).toEqual([2, 1]);
		expect(await inAccount(id, (db) => db.select({ scope: alerts.scope }).from(alerts).all())).toEqual([{ scope }]);
		expect((await eventsOf(id, "config")).map(({ text, author }) => [text, author]).at(-1)).toEqual([
			"Logger replaced: serial OLD-1 → NEW-2; firmware 1.0 → 2.1",
			"Pat Example",
		]);
	});

	it("stops the former key at once, even one that a change of keys left for a while", async () => {
		const { owner, device, key } = await createPlaced();
		dataOf(await owner.mutate("device.rotateDeviceKey", { deviceId: device.id, graceSeconds: 3_600 }));
		await ingest(key, [air(Date.now() - 5_000, 1)]);
		const created = dataOf<CreatedDevice>(
			await replace(owner, await whole(owner, device.id), { serialNumber: "NEW-2" }),
		);
		expect((await postReadings(key, [air(Date.now() - 4_000, 2)])).status).toBe(401);
		await ingest(created.key, [air(Date.now() - 3_000, 3)]);
	});

	it("frees the former serial number, and rejects a taken one", async () => {
		const { owner, device } = await createPlaced();
		await addDevice(owner, { serialNumber: "TAKEN-3" });
		const denied = await replace(owner, device, { serialNumber: "taken 3" });
		expect(denied.error?.data).toMatchObject({ code: "CONFLICT", reason: "SERIAL_NUMBER_TAKEN" });
		expect((await whole(owner, device.id)).version).toBe(device.version);
		dataOf(await replace(owner, device));
		expect(await whole(owner, device.id)).toMatchObject({ serialNumber: null, model: "T10", firmwareVersion: "1.0" });
		await addDevice(owner, { serialNumber: "OLD-1" });
	});

	it("keeps the serial number if it is the same", async () => {
		const { id, owner, device } = await createPlaced();
		dataOf(await replace(owner, device, { serialNumber: "OLD-1" }));
		expect((await eventsOf(id, "config")).at(-1)?.text).toBe("Logger replaced");
	});

	it("succeeds for one of two at once, and not on a device that was changed meanwhile", async () => {
		const { owner, device } = await createPlaced();
		const responses = await Promise.all(
			["A", "B", "C"].map((serialNumber) => replace(owner, device, { serialNumber })),
		);
		const reasons = responses.map(({ error }) => error?.data.reason ?? "done").sort();
		expect(reasons).toEqual(["CHANGED_MEANWHILE", "CHANGED_MEANWHILE", "done"]);
		const winner = responses.find(({ error }) => error === null);
		const created = winner && dataOf<CreatedDevice>(winner);
		expect(await whole(owner, device.id)).toMatchObject({ serialNumber: created?.device.serialNumber });
		expect((await postReadings(created?.key ?? "", [air(Date.now(), 1)])).status).toBe(200);
	});

	it("rejects an archived device, and one out of the caller's reach", async () => {
		const { id, owner, device } = await createPlaced();
		const scoped = await addMember(id, "admin", { groupIds: [await addGroup(id, "Elsewhere")] });
		expect((await replace(scoped, device)).error?.data.reason).toBe("DEVICE_NOT_FOUND");
		await owner.mutate("device.archiveDevices", { deviceIds: [device.id] });
		const archived = await whole(owner, device.id);
		expect((await replace(owner, archived)).error?.data.reason).toBe("DEVICE_ARCHIVED");
	});

	it("hides no device from a member who sees some groups only", async () => {
		const { id, owner, groupId, device } = await createPlaced();
		const members = { kind: "dynamic", filter: { models: ["T10"] } };
		const group = { name: "All T10", description: "", colour: null, members, defaults: {} };
		dataOf(await owner.mutate("group.createGroup", group));
		const scoped = await addMember(id, "admin", { groupIds: [groupId] });
		const current = await whole(owner, device.id);
		expect((await replace(scoped, current, { model: "T20" })).error?.data.reason).toBe("NOT_PERMITTED");
		expect(await whole(owner, device.id)).toEqual(current);
		dataOf(await replace(scoped, current, { serialNumber: "NEW-2" }));
	});

	it("sends an invalidation to open pages", async () => {
		const { owner, device } = await createPlaced();
		const page = await openPage(owner);
		await replace(owner, device, { serialNumber: "NEW-2" });
		await vi.waitUntil(() => page.received.length > 0, { timeout: 10_000 });
		expect(topicsOf(page)[0]?.toSorted()).toEqual(["devices", "log"]);
	});
});
