import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { devices, groupDevices, logEvents, undos } from "../../../backend/db/schema";
import type { DeviceListRow } from "../../../shared/device";
import { type ChangeDevices, ChangedDevices } from "../../../shared/device-inputs";
import { formatTimestamp } from "../../../shared/time-zones";
import { createChanged, idsOf } from "../fixtures/changed-account";
import { addTagGroup } from "../fixtures/filter-group";
import { addDevice, addGroup, addMember, inAccount, ingest, newId, postReadings } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";
import { alarmOf, watchAlone } from "../fixtures/works";

type Changed = Awaited<ReturnType<typeof createChanged>>;
let account: Changed["account"];
let owner: Changed["owner"];
let get: Changed["get"];
let add: Changed["add"];
let change: Changed["change"];

beforeEach(async () => {
	({ account, owner, get, add, change } = await createChanged());
});

const list = async () => dataOf<DeviceListRow[]>(await owner.query("device.getDevices"));

const addDynamicGroup = (tag: string) => addTagGroup(account.id, tag);

/** Everything that a refused change must leave as it was. */
const everything = () =>
	inAccount(account.id, (db) => ({
		devices: db.select().from(devices).all(),
		memberships: db.select().from(groupDevices).all(),
		undos: db.select().from(undos).all(),
		events: db.select().from(logEvents).all(),
	}));

const said = (deviceId: string) =>
	inAccount(account.id, (db) =>
		db
			.select()
			.from(logEvents)
			.where(eq(logEvents.deviceId, deviceId))
			.orderBy(asc(logEvents.id))
			.all()
			.flatMap(({ kind, text }) => (kind === "config" && text !== "Device added" ? text : [])),
	);

describe("device.changeDevices", () => {
	it("changes all of them alike, counts those it changed, and says so in each log", async () => {
		const [from, to] = [await addGroup(account.id, "From"), await addGroup(account.id, "To")];
		const first = await add({ groupIds: [from], tags: ["old", "Food"] });
		const second = await add({ groupIds: [to], tags: ["food"], timezoneOffset: 0, timeZoneRule: 0 });
		const third = await add({ name: "Untouched" });
		const answer = await change(idsOf([first, second]), {
			addGroupIds: [to],
			removeGroupIds: [from],
			addTags: ["food", "audit", "AUDIT"],
			removeTags: ["OLD"],
			clock: { timezoneOffset: 60, timeZoneRule: 2 },
			retentionDays: 30,
			inherit: ["uploadIntervalSeconds"],
		});
		expect(ChangedDevices.parse(answer)).toEqual(answer);
		expect(answer).toEqual({ changed: 2, undoId: expect.any(String) });
		const alike = { timezoneOffset: 60, timeZoneRule: 2, retentionDays: 30, groupIds: [to], version: 2 };
		expect(await get(first.id)).toMatchObject({ ...alike, tags: ["Food", "audit"] });
		expect(await get(second.id)).toMatchObject({ ...alike, tags: ["food", "audit"] });
		expect(await get(third.id)).toEqual(third);
		expect(await said(first.id)).toEqual([
			"Added to To; removed from From; tagged audit; no longer tagged old; " +
				"device clock UTC−07:00 with daylight saving → UTC+01:00; retention inherited → 30 days",
		]);
		expect(await said(second.id)).toEqual([
			"Tagged audit; device clock UTC → UTC+01:00; retention inherited → 30 days",
		]);
	});

	it("leaves out what would stay as it is", async () => {
		const groupId = await addGroup(account.id, "Cold");
		const [member, other] = [await add({ groupIds: [groupId] }), await add()];
		expect(await change(idsOf([member, other]), { addGroupIds: [groupId] })).toMatchObject({ changed: 1 });
		expect(await get(member.id)).toEqual(member);
		expect(await change(idsOf([member, other]), { addGroupIds: [groupId] })).toEqual({ changed: 0, undoId: null });
	});

	it("takes each device once, however often it is named", async () => {
		const { id } = await add();
		expect(await change([id, id, id], { addTags: ["a"] })).toMatchObject({ changed: 1 });
		expect(await get(id)).toMatchObject({ version: 2 });
	});

	it("moves devices in and out of groups made by a filter", async () => {
		const groupId = await addDynamicGroup("food");
		const devices = [await add(), await add({ tags: ["food"] })];
		await change(idsOf(devices), { addTags: ["food"] });
		expect((await list()).map(({ groupIds }) => groupIds)).toEqual([[groupId], [groupId]]);
		await change(idsOf(devices), { removeTags: ["food"] });
		expect((await list()).map(({ groupIds }) => groupIds)).toEqual([[], []]);
	});

	type Refusal = [what: string, input: () => Promise<Omit<ChangeDevices, "deviceIds">>, answer: object];
	const refusals: Refusal[] = [
		["a group that is not there", async () => ({ addGroupIds: [newId("group")] }), { reason: "GROUP_NOT_FOUND" }],
		[
			"a group made by a filter",
			async () => ({ addGroupIds: [await addDynamicGroup("x")] }),
			{ fields: { addGroupIds: "A group made by a filter takes no devices by hand." } },
		],
		[
			"too many tags for one of them",
			async () => ({ addTags: Array.from({ length: 20 }, (_, place) => `tag ${place}`) }),
			{ fields: { addTags: "At most 20 tags: Tagged would have 21." } },
		],
	];

	it.each(refusals)("changes none of them for %s", async (_, input, answer) => {
		const devices = [await add(), await add({ name: "Tagged", tags: ["food"] })];
		const changes = await input();
		const before = await everything();
		const { error } = await owner.mutate("device.changeDevices", { deviceIds: idsOf(devices), ...changes });
		expect(error?.data).toMatchObject(answer);
		expect(await everything()).toEqual(before);
	});

	it("changes none of them where one is unknown, or archived", async () => {
		const devices = [await add(), await add()];
		const [first] = devices;
		const unknown = await owner.mutate("device.changeDevices", {
			deviceIds: [...idsOf(devices), newId("device")],
			addTags: ["a"],
		});
		expect(unknown.error?.data.reason).toBe("DEVICE_NOT_FOUND");
		dataOf(await owner.mutate("device.archiveDevices", { deviceIds: [first?.id] }));
		const before = await everything();
		for (const [path, input] of [
			["device.changeDevices", { addTags: ["a"] }],
			["device.muteDevices", { until: Date.now() + 60_000 }],
		] as const) {
			const archived = await owner.mutate(path, { deviceIds: idsOf(devices), ...input });
			expect(archived.error?.data).toMatchObject({ code: "CONFLICT", reason: "DEVICE_ARCHIVED" });
		}
		expect(await everything()).toEqual(before);
	});

	it("tells what watches the devices of their intervals", async () => {
		const { device, key } = await addDevice(owner, { uploadIntervalSeconds: 48 * 3600 });
		await watchAlone(account.id);
		await ingest(key, [{ channel: "Air", at: Date.now(), value: 1 }]);
		await change([device.id], { uploadIntervalSeconds: 3600 });
		const { lastReceivedAt } = await get(device.id);
		expect(await alarmOf(account.id)).toBe((lastReceivedAt ?? 0) + 1.5 * 3600 * 1000);
	});
});

describe("someone with a scope of groups", () => {
	it("changes settings of the devices in it, and no membership, be it by a tag", async () => {
		const mine = await addGroup(account.id, "Mine");
		const other = await addGroup(account.id, "Other");
		const food = await addDynamicGroup("food");
		const devices = [await add({ groupIds: [mine] }), await add({ groupIds: [mine], tags: ["food"] })];
		const outside = await add();
		const admin = await addMember(account.id, "admin", { groupIds: [mine] });
		const deviceIds = idsOf(devices);
		const before = await everything();
		const refused: [ChangeDevices, string][] = [
			[{ deviceIds, addTags: ["food"] }, "NOT_PERMITTED"],
			[{ deviceIds, removeTags: ["food"] }, "NOT_PERMITTED"],
			[{ deviceIds, removeGroupIds: [mine] }, "NOT_PERMITTED"],
			[{ deviceIds, addGroupIds: [other] }, "GROUP_NOT_FOUND"],
			[{ deviceIds, removeGroupIds: [food] }, "GROUP_NOT_FOUND"],
			[{ deviceIds: [...deviceIds, outside.id], addTags: ["x"] }, "DEVICE_NOT_FOUND"],
		];
		for (const [input, reason] of refused) {
			const { error } = await admin.mutate("device.changeDevices", input);
			expect([input, error?.data.reason]).toEqual([input, reason]);
		}
		expect(await everything()).toEqual(before);
		const allowed = await admin.mutate("device.changeDevices", { deviceIds, addTags: ["audit"], retentionDays: 7 });
		expect(dataOf<ChangedDevices>(allowed).changed).toBe(2);
	});

	it("mutes the devices in it, as an operator", async () => {
		const mine = await addGroup(account.id, "Mine");
		const [inside, outside] = [await add({ groupIds: [mine] }), await add()];
		const operator = await addMember(account.id, "operator", { groupIds: [mine] });
		const until = Date.now() + 60_000;
		const both = await operator.mutate("device.muteDevices", { deviceIds: idsOf([inside, outside]), until });
		expect(both.error?.data.reason).toBe("DEVICE_NOT_FOUND");
		expect((await get(inside.id)).mutedUntil).toBeNull();
		dataOf(await operator.mutate("device.muteDevices", { deviceIds: [inside.id], until }));
		expect((await get(inside.id)).mutedUntil).toBe(until);
	});
});

describe("device.muteDevices", () => {
	it("mutes until an instant with a reason, and unmutes", async () => {
		const device = await add({ timezoneOffset: 0, timeZoneRule: 0 });
		const until = Date.now() + 3 * 24 * 60 * 60 * 1000;
		const input = { deviceIds: [device.id], until, reason: "  Being serviced " };
		expect(dataOf(await owner.mutate("device.muteDevices", input))).toMatchObject({ changed: 1 });
		const muted = { alertState: "muted", mutedUntil: until, muteReason: "Being serviced" };
		expect(await get(device.id)).toMatchObject(muted);
		dataOf(await owner.mutate("device.muteDevices", { deviceIds: [device.id], until: null }));
		expect(await get(device.id)).toMatchObject({ alertState: "ok", mutedUntil: null, muteReason: "" });
		expect(await said(device.id)).toEqual([
			`Muted until ${formatTimestamp(until, 0)} (UTC): Being serviced`,
			"No longer muted",
		]);
	});

	it("does not hold up who edits the device in another window, and is not lost by that", async () => {
		const device = await add();
		const until = Date.now() + 60_000;
		dataOf(await owner.mutate("device.muteDevices", { deviceIds: [device.id], until }));
		const form = { deviceId: device.id, version: device.version, name: "Renamed", description: "Behind the door" };
		dataOf(await owner.mutate("device.updateDevice", form));
		expect(await get(device.id)).toMatchObject({ name: "Renamed", mutedUntil: until, version: device.version + 1 });
		const { error } = await owner.mutate("device.updateDevice", form);
		expect(error?.data.reason).toBe("CHANGED_MEANWHILE");
	});

	it("refuses an instant that has passed", async () => {
		const device = await add();
		const { error } = await owner.mutate("device.muteDevices", { deviceIds: [device.id], until: Date.now() - 1 });
		expect(error?.data).toMatchObject({ code: "BAD_REQUEST", fields: { until: "Choose a time to come." } });
		expect(await get(device.id)).toEqual(device);
	});
});

describe("device.archiveDevices", () => {
	it("takes devices out of use and keeps all there is of them", async () => {
		const { device, key } = await addDevice(owner);
		await ingest(key, [{ channel: "Air", at: Date.now(), value: 1 }]);
		const deviceIds = [device.id];
		expect(dataOf(await owner.mutate("device.archiveDevices", { deviceIds }))).toMatchObject({ changed: 1 });
		expect(await list()).toEqual([]);
		expect(await get(device.id)).toMatchObject({ status: "disabled", archivedAt: expect.any(Date), readings: 1 });
		expect((await postReadings(key, [{ channel: "Air", at: Date.now(), value: 2 }])).status).toBe(401);
		expect(await said(device.id)).toEqual(["Archived"]);
		const again = dataOf(await owner.mutate("device.archiveDevices", { deviceIds }));
		expect(again).toEqual({ changed: 0, undoId: null });
	});
});
