import { beforeAll, describe, expect, it } from "vitest";
import { type AlertEventRow, insertAlertEvent } from "../../../backend/db/alert-event-rows";
import { listPlacements } from "../../../backend/db/floor-plan-rows";
import { alertEvents, floorPlans } from "../../../backend/db/schema";
import { type NewWall, type WallView, wallPath } from "../../../shared/account/wall";
import { type Attachment, attachmentUrl } from "../../../shared/base/attachment";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import type { Undone } from "../../../shared/device/device-inputs";
import { type FloorPlan, type PlacedOnPlan, type PlanDay, unpackSteps } from "../../../shared/device/floor-plan";
import type { DeletedGroups } from "../../../shared/device/group";
import { pngFile } from "../../png-file";
import { eventRow } from "../fixtures/alert-event-row";
import { accountStub, addDevice, addGroup, addMember, createOwner, inAccount, ingest, newId } from "../fixtures/fleet";
import { createGroup, filtered, readGroup, updateOf } from "../fixtures/group-input";
import { dataOf, type Person, parseResponse, type Reply, send, type Wire } from "../fixtures/people";
import { reportOf } from "../fixtures/report-responses";
import { workThrough } from "../fixtures/works";

let account: { id: string; owner: Person };
let owner: Person;
let groupId: string;
let device: { id: string };
let key: string;

beforeAll(async () => {
	account = await createOwner();
	owner = account.owner;
	groupId = await addGroup(account.id, "Store");
	({ device, key } = await addDevice(owner, { name: "Door", groupIds: [groupId] }));
});

async function upload(content: Uint8Array, person = owner): Promise<Reply> {
	const body = new FormData();
	body.set("file", new File([Uint8Array.from(content)], "plan.png"));
	const init = { method: "POST", headers: person.headers, body };
	const wire: Wire = await (await send("/api/proxy/attachment.addAttachment", init)).json();
	return parseResponse(wire);
}

const picture = async (width = 8, height = 6) =>
	dataOf<Attachment>(await upload(await pngFile({ width, height, color: [width, height, Math.random() * 255] }))).id;

const inputOf = (attachmentId: string, change: object = {}) => {
	return { groupId, name: "Hall", altText: "A hall with one door", parentId: null, attachmentId, ...change };
};
const added = async (change: object = {}) =>
	dataOf<FloorPlan>(await owner.mutate("group.addFloorPlan", inputOf(await picture(), change)));
const listed = async (person = owner, id = groupId) =>
	dataOf<FloorPlan[]>(await person.query("group.getFloorPlans", { groupId: id }));
const place = (planId: string, position: object | null, deviceId = device.id) =>
	owner.mutate("group.placeDevice", { planId, deviceId, position });
const devicesOn = async (planId: string, person = owner) =>
	(await listed(person)).find(({ id }) => id === planId)?.devices;
const undo = async (undoId: string | null) => dataOf<Undone>(await owner.mutate("account.undo", { undoId }));
const fieldsOf = ({ error }: Reply) => error?.data.fields ?? {};

describe("the picture of a floor plan", () => {
	it("rejects a picture whose header claims more than 3,000 pixels, and a file that is no picture", async () => {
		const claims = { width: 20_000, height: 10_000 };
		const huge = dataOf<Attachment>(await upload(await pngFile({ width: 2, height: 2, claims }))).id;
		expect(fieldsOf(await owner.mutate("group.addFloorPlan", inputOf(huge)))).toHaveProperty("attachmentId");
		const pdf = dataOf<Attachment>(await upload(new TextEncoder().encode("%PDF-1.7\n%%EOF"))).id;
		expect(fieldsOf(await owner.mutate("group.addFloorPlan", inputOf(pdf)))).toHaveProperty("attachmentId");
		const scripts = ["<svg xmlns='http://www.w3.org/2000/svg'/>", "alert(document.cookie)"];
		for (const text of scripts) expect(fieldsOf(await upload(new TextEncoder().encode(text)))).toHaveProperty("file");
		expect(await listed()).toEqual([]);
	});

	it("asks what happens to devices if its shape differs by more than 2 %", async () => {
		const plan = await added();
		await place(plan.id, { x: 10, y: 20 });
		const change = async (size: [number, number], version: number, more: object = {}) => {
			const { groupId: _, ...input } = inputOf(await picture(...size), { planId: plan.id, version, ...more });
			return owner.mutate("group.changeFloorPlan", input);
		};
		expect(dataOf<FloorPlan>(await change([80, 60], 1)).devices).toEqual([{ deviceId: device.id, x: 10, y: 20 }]);
		expect(fieldsOf(await change([60, 80], 2))).toHaveProperty("positions");
		expect(dataOf<FloorPlan>(await change([60, 80], 2, { positions: "keep" })).devices).toHaveLength(1);
		expect((await change([60, 80], 2)).error?.data.reason).toBe("CHANGED_MEANWHILE");
		expect(dataOf<FloorPlan>(await change([8, 6], 3, { positions: "remove" })).devices).toEqual([]);
		await owner.mutate("group.removeFloorPlan", { planId: plan.id });
	});

	it("opens only for members who see the group", async () => {
		const plan = await added();
		const other = await addGroup(account.id, "Other");
		const statusFor = async (groupIds: string[]) => {
			const { headers } = await addMember(account.id, "viewer", { groupIds });
			return (await send(attachmentUrl(plan.attachmentId), { headers })).status;
		};
		expect([await statusFor([groupId]), await statusFor([other])]).toEqual([200, 404]);
		await owner.mutate("group.removeFloorPlan", { planId: plan.id });
		expect(await statusFor([groupId])).toBe(404);
	});
});

describe("the list of a group's floor plans", () => {
	it("holds rooms of buildings on two levels, and at most 20 plans", async () => {
		const building = await added();
		const room = await added({ name: "Cold room", parentId: building.id });
		expect((await listed()).map(({ parentId }) => parentId)).toEqual([null, building.id]);
		const below = await owner.mutate("group.addFloorPlan", inputOf(await picture(), { parentId: room.id }));
		expect(fieldsOf(below)).toHaveProperty("parentId");
		const found = await inAccount(account.id, (db) => {
			const row = db.select().from(floorPlans).all()[0];
			for (let count = 2; count < 20; count += 1) {
				if (row)
					db.insert(floorPlans)
						.values({ ...row, id: `${row.id}${count}`, createdAt: row.createdAt + count })
						.run();
			}
			return row;
		});
		expect(found?.id).toBe(building.id);
		expect(fieldsOf(await owner.mutate("group.addFloorPlan", inputOf(await picture())))).toHaveProperty("name");
		await owner.mutate("group.removeFloorPlan", { planId: building.id });
		expect((await listed()).find(({ id }) => id === room.id)?.parentId).toBeNull();
		await inAccount(account.id, (db) => db.delete(floorPlans).run());
	});
});

describe("a device on a floor plan", () => {
	it("keeps the position of the last write, and goes back by an undo that skips later moves", async () => {
		const plan = await added();
		await place(plan.id, { x: 1, y: 2 });
		const first = dataOf<PlacedOnPlan>(await place(plan.id, { x: 65_535, y: 0 }));
		const second = dataOf<PlacedOnPlan>(await place(plan.id, { x: 300, y: 400 }));
		expect(dataOf<PlacedOnPlan>(await place(plan.id, { x: 300, y: 400 }))).toEqual({ undoId: null });
		expect(await undo(first.undoId)).toEqual({ restored: 0, skipped: 1 });
		expect(await undo(second.undoId)).toEqual({ restored: 1, skipped: 0 });
		expect(await devicesOn(plan.id)).toEqual([{ deviceId: device.id, x: 65_535, y: 0 }]);
		const removed = dataOf<PlacedOnPlan>(await place(plan.id, null));
		expect(await devicesOn(plan.id)).toEqual([]);
		await undo(removed.undoId);
		expect(await devicesOn(plan.id)).toHaveLength(1);
	});

	it("must be in the group", async () => {
		const plan = await added();
		const outside = (await addDevice(owner, { name: "Outside" })).device.id;
		expect(fieldsOf(await place(plan.id, { x: 1, y: 2 }, outside))).toHaveProperty("deviceId");
		const scoped = await addMember(account.id, "admin", { groupIds: [groupId] });
		const input = { planId: plan.id, deviceId: outside, position: { x: 1, y: 2 } };
		expect((await scoped.mutate("group.placeDevice", input)).error?.data.reason).toBe("DEVICE_NOT_FOUND");
	});

	it("keeps its position for 30 days while a filter leaves it out, and shows it to no one meanwhile", async () => {
		const tagged = (tag: string) => filtered({ tags: [tag] });
		const group = await createGroup(owner, { members: tagged("cold") });
		const inFilter = (await addDevice(owner, { name: "Filtered", tags: ["cold"] })).device.id;
		const plan = await added({ groupId: group.id });
		const shown = async () => (await listed(owner, group.id))[0]?.devices.map(({ deviceId }) => deviceId);
		const filter = async (tag: string) => {
			const now = await readGroup(owner, group.id);
			dataOf(await owner.mutate("group.updateGroup", updateOf(now, { members: tagged(tag) })));
		};
		await place(plan.id, { x: 5, y: 6 }, inFilter);
		await filter("warm");
		expect(await shown()).toEqual([]);
		await workThrough(accountStub(account.id), Date.now() + 2 * dayMs);
		await filter("cold");
		expect(await shown()).toEqual([inFilter]);
		await filter("warm");
		await workThrough(accountStub(account.id), Date.now() + 4 * dayMs);
		await workThrough(accountStub(account.id), Date.now() + 36 * dayMs);
		expect(await inAccount(account.id, (db) => listPlacements(db, [plan.id]))).toEqual([]);
	});

	it("comes back with its plan and picture when the deletion of the group is undone", async () => {
		const group = await createGroup(owner, { members: { kind: "static", deviceIds: [device.id] } });
		const plan = await added({ groupId: group.id });
		await place(plan.id, { x: 7, y: 8 });
		const before = await listed(owner, group.id);
		const { undoId } = dataOf<DeletedGroups>(await owner.mutate("group.deleteGroups", { ids: [group.id] }));
		const { headers } = await addMember(account.id, "viewer");
		const status = async () => (await send(attachmentUrl(plan.attachmentId), { headers })).status;
		expect(await status()).toBe(404);
		await undo(undoId);
		expect(await listed(owner, group.id)).toEqual(before);
		expect(await status()).toBe(200);
	});

	it("appears in the audit log with its plan and position", async () => {
		const plan = await added({ name: "Loft" });
		await place(plan.id, { x: 32_768, y: 0 });
		const audit = JSON.stringify(await owner.query("account.getAudit", {}));
		expect(audit).toContain("Door on Loft: 50.0 %, 0.0 %");
	});
});

describe("a screen on a wall", () => {
	const wall = async (floorPlanId?: string) =>
		dataOf<NewWall>(await owner.mutate("group.createWall", { groupId, name: "Door", days: null, floorPlanId })).token;
	const request = (token: string, query = "") =>
		send(`${wallPath}${query}`, { headers: { authorization: `Bearer ${token}`, "x-forwarded-for": "10.9.1.1" } });

	it("shows a plan with its devices and picture by its own token, and tiles of the devices beside it", async () => {
		const plan = await added({ name: "Wall", altText: "A wall" });
		await place(plan.id, { x: 1_000, y: 2_000 });
		const beside = (await addDevice(owner, { name: "Beside", groupIds: [groupId] })).device.id;
		const [token, plain] = [await wall(plan.id), await wall()];
		const view = await (await request(token)).json<WallView>();
		expect(view.plan).toMatchObject({ altText: "A wall", width: 8, height: 6, picture: 1 });
		expect(view.plan?.dots).toEqual([expect.objectContaining({ name: "Door", x: 1_000, y: 2_000 })]);
		expect(view.tiles.map(({ name }) => name)).toEqual(["Beside"]);
		expect(JSON.stringify(view)).not.toMatch(/dev_|grp_|pln_|att_/);
		const shown = await request(token, "?picture=1");
		expect([shown.status, shown.headers.get("content-type")]).toEqual([200, "image/png"]);
		expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(40);
		expect((await (await request(plain)).json<WallView>()).plan).toBeUndefined();
		expect((await request(plain, "?picture=1")).status).toBe(401);
		dataOf(await owner.mutate("group.removeFloorPlan", { planId: plan.id }));
		expect((await (await request(token)).json<WallView>()).tiles).toHaveLength(2);
		dataOf(await owner.mutate("device.deleteDevices", { deviceIds: [beside] }));
	});
});

describe("a report about compliance", () => {
	it("names devices of the report alone on the plans of its groups, and none in another format", async () => {
		const plan = await added({ name: "Report" });
		const other = (await addDevice(owner, { name: "Not in it", groupIds: [groupId] })).device.id;
		await place(plan.id, { x: 1, y: 2 });
		await place(plan.id, { x: 3, y: 4 }, other);
		const plansOf = async (definition: object) => {
			const { plans } = await reportOf(account.id, { definition: { type: "excursions", ...definition } }).head();
			return plans?.filter(({ name }) => name === "Report").map(({ devices }) => devices.length);
		};
		expect(await plansOf({ format: "pdf", scope: { groupIds: [groupId] } })).toEqual([2]);
		expect(await plansOf({ format: "csv", scope: { groupIds: [groupId] } })).toBeUndefined();
		dataOf(await owner.mutate("device.deleteDevices", { deviceIds: [other] }));
		expect(await plansOf({ format: "pdf", scope: { groupIds: [groupId] } })).toEqual([1]);
	});
});

describe("a day of a floor plan", () => {
	it("holds the alerts of its devices that were open then, also ended, acknowledged and earlier ones, and no drill", async () => {
		const plan = await added();
		const [from, quarter] = [Math.floor(Date.now() / dayMs - 3) * dayMs, 15 * minuteMs];
		const beside = (await addDevice(owner, { name: "Calm", groupIds: [groupId] })).device.id;
		const event = (startedAt: number, endedAt: number | null, more: Partial<AlertEventRow> = {}) => {
			return { ...eventRow({ id: newId("alertEvent"), deviceId: device.id, startedAt }), endedAt, ...more };
		};
		await inAccount(account.id, (db) => {
			insertAlertEvent(db, event(from - dayMs, from + quarter, { acknowledgedAt: from - hourMs }));
			insertAlertEvent(db, event(from + 2 * quarter, from + 4 * quarter, { acknowledgedAt: from + 3 * quarter }));
			insertAlertEvent(db, event(from + 5 * quarter, from + 6 * quarter, { isDrill: true }));
			insertAlertEvent(db, event(from - 2 * dayMs, from - dayMs));
			insertAlertEvent(db, event(from + dayMs - 1, null));
		});
		const alertsOf = async (day: number) => {
			const input = { planId: plan.id, from: day, deviceIds: [device.id, beside] };
			const { lines } = dataOf<PlanDay>(await owner.query("group.getPlanDay", input));
			return lines.find(({ deviceId }) => deviceId === device.id)?.alerts;
		};
		expect(await alertsOf(from)).toBe(`k.ak${".".repeat(91)}a`);
		expect(await alertsOf(from + dayMs)).toBe("a".repeat(96));
		const { lines } = dataOf<PlanDay>(
			await owner.query("group.getPlanDay", { planId: plan.id, from, deviceIds: [beside] }),
		);
		expect(lines.every((line) => !("alerts" in line))).toBe(true);
		await inAccount(account.id, (db) => db.delete(alertEvents).run());
	});

	it("holds quarter-hour means of devices in the group alone", async () => {
		const plan = await added();
		const from = Math.floor((Date.now() - 2 * hourMs) / hourMs) * hourMs;
		const readings = [0, 5, 20].map((minutes) => {
			return { channel: "Air", at: from + minutes * minuteMs, value: 20 + minutes / 10 };
		});
		await ingest(key, readings);
		const outside = (await addDevice(owner, { name: "Elsewhere" })).device.id;
		const input = { planId: plan.id, from, deviceIds: [device.id, outside] };
		const { lines } = dataOf<PlanDay>(await owner.query("group.getPlanDay", input));
		expect(lines.map(({ deviceId }) => deviceId)).toEqual([device.id]);
		const [line] = lines;
		const values = unpackSteps(line?.steps ?? "", line?.decimals ?? 0);
		expect(values.slice(0, 3)).toEqual([expect.closeTo(20.25, 0), 22, null]);
		expect(values).toHaveLength(96);
		const uneven = await owner.query("group.getPlanDay", { ...input, from: from + 1 });
		expect(fieldsOf(uneven)).toHaveProperty("from");
	});
});
