import { beforeAll, describe, expect, it } from "vitest";
import { alerts, contacts, reports } from "../../backend/schema";
import type { LogPage } from "../../shared/log";
import { addDevice, addGroup, addMember, createOwner, inAccount, ingest, newId } from "./fixtures/fleet";
import { dataOf, type Person } from "./fixtures/people";
import { procedures } from "./fixtures/procedures";

/** Everything there is in one account, asked for by the owner of another. */
let stranger: Person;
const theirs = { deviceId: "", channelId: "", groupId: "", alertId: newId("alert"), reportId: newId("report") };

beforeAll(async () => {
	const { id, owner } = await createOwner("Theirs");
	await addMember(id, "viewer");
	theirs.groupId = await addGroup(id, "Secret group");
	const { device, key } = await addDevice(owner, { groupIds: [theirs.groupId], serialNumber: "SN-1" });
	theirs.deviceId = device.id;
	theirs.channelId = device.channels[0]?.id ?? "";
	await ingest(key, [{ channel: "Air", at: Date.now(), value: 1 }]);
	const createdAt = new Date();
	await inAccount(id, (db) => {
		const common = { isEnabled: true, contactIds: [], createdAt };
		const rule = { severity: "warning", condition: "Air is above 5 °C", scope: "all" } as const;
		db.insert(alerts)
			.values({ ...common, ...rule, id: theirs.alertId, name: "Secret rule" })
			.run();
		db.insert(reports)
			.values({ ...common, id: theirs.reportId, name: "Secret report", format: "csv" })
			.run();
		db.insert(contacts)
			.values({ id: newId("contact"), fullName: "Secret", timeZone: "UTC", createdAt })
			.run();
	});
	stranger = (await createOwner("Mine")).owner;
});

const hour = { rangeType: "hour", offset: 0 };
const byId: [path: string, reason: string, input: () => object, unknown: () => object][] = [
	[
		"device.getDevice",
		"DEVICE_NOT_FOUND",
		() => ({ deviceId: theirs.deviceId }),
		() => ({ deviceId: newId("device") }),
	],
	["group.getGroup", "GROUP_NOT_FOUND", () => ({ id: theirs.groupId }), () => ({ id: newId("group") })],
	["alert.getAlert", "ALERT_NOT_FOUND", () => ({ alertId: theirs.alertId }), () => ({ alertId: newId("alert") })],
	[
		"report.getReport",
		"REPORT_NOT_FOUND",
		() => ({ reportId: theirs.reportId }),
		() => ({ reportId: newId("report") }),
	],
	[
		"log.getLogs",
		"DEVICE_NOT_FOUND",
		() => ({ ...hour, deviceIds: [theirs.deviceId] }),
		() => ({ ...hour, deviceIds: [newId("device")] }),
	],
	[
		"log.getLogs",
		"GROUP_NOT_FOUND",
		() => ({ ...hour, groupIds: [theirs.groupId] }),
		() => ({ ...hour, groupIds: [newId("group")] }),
	],
];

describe("an id of another account", () => {
	it.each(byId)("%s answers %s, as for one that never was", async (path, reason, input, unknown) => {
		const [ofTheirs, ofNobody] = [await stranger.query(path, input()), await stranger.query(path, unknown())];
		expect(ofTheirs.error?.data).toMatchObject({ code: "NOT_FOUND", reason });
		const { requestId: _, ...answer } = ofTheirs.error?.data ?? {};
		const { requestId: __, ...other } = ofNobody.error?.data ?? {};
		expect(answer).toEqual(other);
		expect(ofTheirs.error?.message).toBe(ofNobody.error?.message);
	});

	it("puts no device into a group of theirs", async () => {
		const input = {
			name: "X",
			timezoneOffset: 0,
			timeZoneRule: 0,
			groupIds: [theirs.groupId],
			channels: [{ name: "A", quantity: "other", unit: "" }],
		};
		const { error } = await stranger.mutate("device.createDevice", input);
		expect(error?.data).toMatchObject({ code: "NOT_FOUND", reason: "GROUP_NOT_FOUND" });
		expect(dataOf(await stranger.query("device.getDevices"))).toEqual([]);
	});

	it("of a channel finds no reading", async () => {
		const page = dataOf<LogPage>(await stranger.query("log.getLogs", { ...hour, channelIds: [theirs.channelId] }));
		expect(page).toMatchObject({ devices: [], channels: [], readings: { value: [] }, previousReadingAt: null });
	});
});

describe("a list", () => {
	const lists = procedures.filter(({ path }) => /\.get\w+s$/.test(path) && !["log.getLogs"].includes(path));

	it.each(lists)("$path holds nothing of another account", async ({ path }) => {
		const text = JSON.stringify(dataOf(await stranger.query(path)));
		for (const id of Object.values(theirs)) expect(text).not.toContain(id);
		expect(text).not.toMatch(/Secret|Theirs/);
	});
});
