import { expect, it } from "vitest";
import { listDeliveryChannels, saveOptOuts } from "../../../backend/db/contact-rows";
import { saveRuleOptOut } from "../../../backend/db/follow-up-rows";
import { contactDeliveryChannels } from "../../../backend/db/schema";
import type { Alert } from "../../../shared/alert/alert";
import type { AlertCoverage, UnwatchedChannels } from "../../../shared/alert/alert-coverage";
import type { AlertRule } from "../../../shared/alert/alert-rule";
import type { ChannelChoice } from "../../../shared/alert/conditions/terms";
import { hourMs } from "../../../shared/base/durations";
import type { GroupMembers } from "../../../shared/device/group";
import type { ContactDetails } from "../../../shared/message/contact";
import type { WeeklyWindow } from "../../../shared/time/time-windows";
import { addAlert, silentRule, warmRule } from "../fixtures/alert-rules";
import { createContact } from "../fixtures/contact-input";
import { accountStub, addDevice, addMember, createOwner, inAccount } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";
import { uploadAt } from "../fixtures/uploads";
import { holdAlarm, workThrough } from "../fixtures/works";

const coverageOf = async (person: Person) => dataOf<AlertCoverage>(await person.query("alert.getCoverage"));
const namesOf = ({ listed }: { listed: { name: string }[] }) => listed.map(({ name }) => name);

async function addGroupOf(owner: Person, name: string, deviceIds: string[]): Promise<string> {
	const members: GroupMembers = { kind: "static", deviceIds };
	const input = { name, description: "", colour: null, defaults: {}, members };
	return dataOf<{ id: string }>(await owner.mutate("group.createGroup", input)).id;
}

it("lists devices without a rule and channels that went silent, and no others", async () => {
	const { owner } = await createOwner();
	const { device, key } = await addDevice(owner, { name: "Watched" });
	await addDevice(owner, { name: "Alone" });
	await addAlert(owner, { scope: { deviceIds: [device.id] } });
	const off = await addDevice(owner, { name: "Off" });
	await addAlert(owner, { scope: { deviceIds: [off.device.id] }, isEnabled: false });
	const now = Date.now();
	await uploadAt(key, now - 30 * hourMs, [
		{ channel: "Air", at: now - 30 * hourMs, value: 4 },
		{ channel: "Door", at: now - 30 * hourMs, value: 0 },
	]);
	expect((await coverageOf(owner)).silentChannels.count).toBe(0);
	await uploadAt(key, now, [{ channel: "Air", at: now, value: 4 }]);
	const { devicesWithoutRule, silentChannels, ...counts } = await coverageOf(owner);
	expect(namesOf(devicesWithoutRule)).toEqual(["Alone", "Off"]);
	expect(silentChannels).toEqual({
		count: 1,
		listed: [
			{
				id: device.channels[1]?.id,
				name: "Door",
				deviceId: device.id,
				deviceName: "Watched",
				lastAt: now - 30 * hourMs,
			},
		],
	});
	expect(counts).toMatchObject({ deviceCount: 3, ruleCount: 1 });
});

it("lists rules that reach no one, critical ones in quiet hours, and contacts never tested", async () => {
	const { id, owner } = await createOwner();
	// Else the alarm sends the letters that ask contacts to verify their addresses.
	await holdAlarm(id);
	const nights: WeeklyWindow[] = [{ days: [1, 2, 3, 4, 5, 6, 7], from: "22:00", to: "06:00" }];
	const asleep = { quietHours: nights, criticalBypassesQuiet: false };
	const quiet = await createContact(owner, { fullName: "Asleep", ...asleep });
	const unsure = await createContact(owner, { fullName: "Unsure", email: "b@example.test" });
	await createContact(owner, { fullName: "Of no rule", email: "c@example.test" });
	await inAccount(id, (db) => db.update(contactDeliveryChannels).set({ status: "verified" }).run());
	dataOf(await owner.mutate("contact.pauseContacts", { contactIds: [unsure.id], until: Date.now() + hourMs }));
	await addAlert(owner, { name: "Nobody" });
	await addAlert(owner, { name: "Paused", contactIds: [unsure.id] });
	await addAlert(owner, { name: "Night", severity: "critical", contactIds: [quiet.id] });
	await addAlert(owner, { name: "Mild", contactIds: [quiet.id] });
	const { rulesWithoutContact, rulesAllQuiet, contactsNeverTested } = await coverageOf(owner);
	expect(namesOf(rulesWithoutContact)).toEqual(["Nobody", "Paused"]);
	expect(namesOf(rulesAllQuiet)).toEqual(["Night"]);
	expect(namesOf(contactsNeverTested)).toEqual(["Asleep", "Unsure"]);
	await workThrough(accountStub(id), Date.now());
	expect((await coverageOf(owner)).contactsNeverTested.count).toBe(0);
});

it("lists these only within their groups for a scoped member", async () => {
	const { id, owner } = await createOwner();
	const theirs = await addDevice(owner, { name: "Theirs" });
	const other = await addDevice(owner, { name: "Other" });
	const groupId = await addGroupOf(owner, "Cold", [theirs.device.id]);
	await addAlert(owner, { name: "Of others", scope: { deviceIds: [other.device.id] } });
	const viewer = await addMember(id, "viewer", { groupIds: [groupId] });
	const seen = await coverageOf(viewer);
	expect(namesOf(seen.devicesWithoutRule)).toEqual(["Theirs"]);
	expect(seen).toMatchObject({ deviceCount: 1, ruleCount: 0, rulesWithoutContact: { count: 0 } });
});

it("lists channels whose readings no rule compares, by quantity, whatever rules of silence and batteries exist", async () => {
	const { id, owner } = await createOwner();
	const { device } = await addDevice(owner, { name: "Cold" });
	const other = await addDevice(owner, { name: "Van" });
	const kindsOf = async (person: Person) =>
		(await coverageOf(person)).unwatchedChannels.map(({ quantity, unit, count, listed }) => [
			...[quantity, unit, count],
			listed.map(({ deviceName, name }) => `${deviceName} ${name}`).join(", "),
		]);
	await addAlert(owner, { name: "Silent", rule: silentRule });
	const { channels } = warmRule.condition as { channels: ChannelChoice };
	const silentAir: AlertRule = { ...silentRule, condition: { kind: "noData", channels, afterSeconds: 3_600 } };
	await addAlert(owner, { name: "Silent air", rule: silentAir });
	await addAlert(owner, { name: "Off", isEnabled: false });
	const before = await kindsOf(owner);
	expect(before).toContainEqual(["temperature", "°C", 2, "Cold Air, Van Air"]);
	expect(await unwatchedOf(owner)).toMatchObject({
		channels: 2,
		isEvery: true,
		deviceIds: [device.id, other.device.id],
	});
	await addAlert(owner, { name: "Cold only", scope: { deviceIds: [device.id] } });
	expect(await kindsOf(owner)).toContainEqual(["temperature", "°C", 1, "Van Air"]);
	expect(await unwatchedOf(owner)).toMatchObject({ channels: 1, isEvery: false, deviceIds: [other.device.id] });
	const byField: AlertRule = {
		...warmRule,
		condition: { kind: "threshold", channels, comparison: ">", limit: { from: "field", field: "Max" } },
	};
	await addAlert(owner, { name: "By field", rule: byField });
	expect(await kindsOf(owner)).toContainEqual(["temperature", "°C", 1, "Van Air"]);
	const groupId = await addGroupOf(owner, "Cold", [device.id]);
	const viewer = await addMember(id, "viewer", { groupIds: [groupId] });
	expect((await kindsOf(viewer)).filter(([quantity]) => quantity === "temperature")).toEqual([]);
	expect(await unwatchedOf(viewer)).toMatchObject({ channels: 0, isEvery: false, deviceIds: [] });
});

const unwatchedOf = async (person: Person) =>
	dataOf<UnwatchedChannels>(await person.query("alert.getUnwatched", { quantity: "temperature", unit: "°C" }));

it("lists alerts that a recipient has stopped, at the contact, at the rule and here", async () => {
	const { id, owner } = await createOwner();
	const bob = await createContact(owner, { fullName: "Bob Miller" });
	const { id: alertId } = await addAlert(owner, { contactIds: [bob.id] });
	const other = await addAlert(owner, { name: "Other", contactIds: [bob.id] });
	const now = Date.now();
	await inAccount(id, (db) => {
		const [channel] = listDeliveryChannels(db, bob.id);
		const address = { channel: channel?.channel ?? "email", address: (channel?.address ?? "").toUpperCase() };
		saveRuleOptOut(db, { alertId, ...address, createdAt: new Date(now) });
		saveOptOuts(db, ["alerts"], { ...address, until: new Date(now - 1), createdAt: new Date(now - 5_000) });
	});
	const stopped = [
		{ contactName: "Bob Miller", channel: "email", rule: { id: alertId, name: "Too warm" }, at: now, until: null },
	];
	expect((await coverageOf(owner)).stoppedAlerts).toMatchObject({ count: 1, listed: stopped });
	expect(dataOf<Alert>(await owner.query("alert.getAlert", { alertId })).stopped).toMatchObject(stopped);
	expect(dataOf<Alert>(await owner.query("alert.getAlert", { alertId: other.id })).stopped).toBeUndefined();
	expect(dataOf<ContactDetails>(await owner.query("contact.getContact", { contactId: bob.id })).stopped).toMatchObject(
		stopped,
	);
});
