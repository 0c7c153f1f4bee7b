import { beforeAll, expect, it } from "vitest";
import { alerts } from "../../backend/db/schema";
import { User } from "../../shared/account/account";
import { type Alert, AlertListRow } from "../../shared/alert/alert";
import { plainNotification } from "../../shared/alert/alert-rule";
import { Group, GroupListRow } from "../../shared/device/group";
import { Contact } from "../../shared/message/contact";
import { warmRule } from "./fixtures/alert-rules";
import { createContact } from "./fixtures/contact-input";
import { addDevice, addGroup, addMember, createOwner, inAccount, newId } from "./fixtures/fleet";
import { dataOf, type Person } from "./fixtures/people";

let owner: Person;
let accountId = "";
const createdAt = new Date("2026-03-04T05:06:07Z");

beforeAll(async () => {
	({ owner, id: accountId } = await createOwner());
});

it("returns groups with their devices by group.getGroups and group.getGroup", async () => {
	const [second, first] = [await addGroup(accountId, "Warehouse"), await addGroup(accountId, "Office")];
	const { device } = await addDevice(owner, { groupIds: [first, second] });
	const { device: other } = await addDevice(owner, { groupIds: [second] });
	const groups = dataOf<GroupListRow[]>(await owner.query("group.getGroups"));
	expect(groups.map((group) => GroupListRow.parse(group))).toEqual(groups);
	const common = { kind: "static" as const, description: "", colour: null, defaults: {} };
	const office = { ...common, id: first, name: "Office", deviceCount: 1 };
	const warehouse = { ...common, id: second, name: "Warehouse", deviceCount: 2 };
	const useCounts = { alerts: 0, reports: 0, users: 0, groups: 0 };
	expect(groups).toEqual([
		{ ...office, useCounts },
		{ ...warehouse, useCounts },
	]);
	const group = dataOf<Group>(await owner.query("group.getGroup", { id: second }));
	expect(group).toEqual({
		...warehouse,
		filter: null,
		uses: { alerts: [], reports: [], users: [], invitations: [], groups: [] },
		createdAt: expect.any(Date),
		version: 3,
		deviceIds: [device.id, other.id].sort(),
	});
	expect(Group.parse(group)).toEqual(group);
});

it("returns rules by alert.getAlerts and alert.getAlert", async () => {
	const alert: Alert = {
		id: newId("alert"),
		name: "Too warm",
		isEnabled: true,
		severity: "critical",
		condition: "Temperature is above 8 °C.",
		description: "Close the door.",
		rule: warmRule,
		version: 1,
		scope: "all",
		contactIds: [newId("contact")],
		contactGroupIds: [],
		notification: plainNotification,
		reach: "nobody",
		recipients: [],
		deviceCount: 2,
		isEditable: true,
		openEvents: 0,
		lastFiredAt: null,
		createdAt,
	};
	const { condition: _, openEvents: __, lastFiredAt: ___, reach: ____, ...stored } = alert;
	const { recipients: _____, deviceCount: ______, isEditable: _______, fault: ________, ...row } = stored;
	await inAccount(accountId, (db) => db.insert(alerts).values(row).run());
	expect(dataOf(await owner.query("alert.getAlerts"))).toEqual([AlertListRow.parse(alert)]);
	expect(dataOf(await owner.query("alert.getAlert", { alertId: alert.id }))).toEqual(alert);
});

it("returns the rules that watch a device by alert.getAlerts", async () => {
	const { owner: boss, id } = await createOwner();
	const [own, other] = [await addGroup(id, "Own"), await addGroup(id, "Other")];
	const { device } = await addDevice(boss, { groupIds: [own] });
	const scopes: Record<string, Alert["scope"]> = {
		everything: "all",
		its: { deviceIds: [newId("device"), device.id] },
		"not its": { deviceIds: [newId("device")] },
		"its group": { groupIds: [other, own] },
		"not its group": { groupIds: [other] },
	};
	await inAccount(id, (db) => {
		for (const [name, scope] of Object.entries(scopes)) {
			const rule = { isEnabled: true, severity: "info", rule: warmRule, description: "" } as const;
			db.insert(alerts)
				.values({ ...rule, id: newId("alert"), name, scope, contactIds: [], createdAt })
				.run();
		}
	});
	const watching = dataOf<AlertListRow[]>(await boss.query("alert.getAlerts", { deviceId: device.id }));
	expect(watching.map(({ name }) => name)).toEqual(["everything", "its", "its group"]);
	expect(dataOf<AlertListRow[]>(await boss.query("alert.getAlerts"))).toHaveLength(5);
});

it("returns contacts in order of names by account.getContacts", async () => {
	for (const fullName of ["Zoe", "Adam"]) await createContact(owner, { fullName, company: "Acme" });
	const result = dataOf<Contact[]>(await owner.query("account.getContacts"));
	expect(result.map(({ fullName }) => fullName)).toEqual(["Adam", "Zoe"]);
	expect(result.map((one) => Contact.parse(one))).toEqual(result);
});

it("returns users without their ids at the user pool by account.getUsers", async () => {
	const operator = await addMember(accountId, "operator", { groupIds: [newId("group")] });
	const result = dataOf<User[]>(await owner.query("account.getUsers"));
	expect(result.map((user) => User.parse(user))).toEqual(result);
	expect(result.map(({ role, email }) => [role, email])).toEqual([
		["operator", operator.email],
		["owner", owner.email],
	]);
	expect(JSON.stringify(result)).not.toContain(`"${owner.sub}"`);
});
