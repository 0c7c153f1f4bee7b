import { beforeAll, describe, expect, it } from "vitest";
import { insertDeliveryChannel } from "../../backend/db/contact-rows";
import { alerts, contacts, readingImports, reports } from "../../backend/db/schema";
import type { User, UserSession } from "../../shared/account";
import type { ContactGroup } from "../../shared/contact";
import type { ChangedDevices } from "../../shared/device-inputs";
import type { NewIntegrationKey } from "../../shared/integration-key";
import type { LogPage } from "../../shared/log";
import type { SavedView } from "../../shared/view";
import { eventsSeen } from "./fixtures/alert-account";
import { addAlert, warmAlert, warmRule } from "./fixtures/alert-rules";
import { contactInput } from "./fixtures/contact-input";
import { fileFormatInput, keepFormat } from "./fixtures/file-formats";
import { addDevice, addGroup, addMember, createOwner, inAccount, ingest, newId } from "./fixtures/fleet";
import { filtered, groupInput } from "./fixtures/group-input";

import { invite } from "./fixtures/invitations";
import { aheadOfTheAlarm, queueTest } from "./fixtures/messages";
import { dataOf, type Person } from "./fixtures/people";
import { procedures } from "./fixtures/procedures";

/** Everything there is in one account, asked for by the owner of another. */
let stranger: Person;
const theirs = {
	deviceId: "",
	channelId: "",
	groupId: "",
	alertId: newId("alert"),
	eventId: "",
	reportId: newId("report"),
	importId: newId("readingImport"),
	formatId: "",
	keyId: "",
	undoId: "",
	contactId: newId("contact"),
	contactGroupId: "",
	messageId: newId("message"),
	userId: "",
	sessionId: "",
	invitationId: "",
	viewId: "",
};
const mine = { groupId: "" };

beforeAll(async () => {
	const { id, owner } = await createOwner("Theirs");
	await addMember(id, "viewer");
	theirs.groupId = await addGroup(id, "Secret group");
	const { device, key } = await addDevice(owner, { groupIds: [theirs.groupId], serialNumber: "SN-1" });
	theirs.deviceId = device.id;
	theirs.channelId = device.channels[0]?.id ?? "";
	await ingest(key, [{ channel: "Air", at: Date.now(), value: 1 }]);
	const change = { deviceIds: [theirs.deviceId], addTags: ["Secret"] };
	theirs.undoId = dataOf<ChangedDevices>(await owner.mutate("device.changeDevices", change)).undoId ?? "";
	theirs.userId = dataOf<User[]>(await owner.query("account.getUsers"))[0]?.id ?? "";
	theirs.sessionId = dataOf<UserSession[]>(await owner.query("session.getSessions"))[0]?.id ?? "";
	theirs.invitationId = await invite({ email: "secret@example.test", accountId: id });
	const integration = { name: "Secret integration", isCreatingDevices: false };
	theirs.keyId = dataOf<NewIntegrationKey>(
		await owner.mutate("account.createIntegrationKey", integration),
	).integration.id;
	theirs.formatId = await keepFormat(owner, device.id, "Secret format");
	const createdAt = new Date();
	await inAccount(id, (db) => {
		const common = { isEnabled: true, contactIds: [], createdAt };
		const rule = { severity: "warning", rule: warmRule, scope: "all" } as const;
		db.insert(alerts)
			.values({ ...common, ...rule, id: theirs.alertId, name: "Secret rule" })
			.run();
		db.insert(reports)
			.values({ ...common, id: theirs.reportId, name: "Secret report", format: "csv" })
			.run();
		db.insert(readingImports)
			.values({
				...{ id: theirs.importId, deviceId: theirs.deviceId, fileName: "Secret.csv", createdBy: "Theirs" },
				...{
					accepted: 1,
					duplicates: 0,
					replaced: 0,
					rejected: 0,
					createdAt,
					settlesAt: new Date(Date.now() + 60_000),
				},
			})
			.run();
		db.insert(contacts).values({ id: theirs.contactId, fullName: "Secret", timeZone: "UTC", createdAt }).run();
		const address = { channel: "email", address: "s@example.test", addressVersion: 1, status: "verified" } as const;
		insertDeliveryChannel(db, { contactId: theirs.contactId, ...address, isDefault: true });
	});
	const group = await owner.mutate("contact.createContactGroup", { name: "Secret people" });
	const view = { screen: "log", name: "Secret view", search: "q=secret", isShared: true };
	theirs.viewId = dataOf<SavedView>(await owner.mutate("view.createView", view)).id;
	theirs.contactGroupId = dataOf<ContactGroup>(group).id;
	theirs.messageId = await queueTest(id, theirs.contactId, aheadOfTheAlarm());
	await addAlert(owner, { name: "Secret warmth" });
	await ingest(key, [{ channel: "Air", at: Date.now() + 1, value: 99 }]);
	theirs.eventId = (await eventsSeen(owner))[0]?.id ?? "";
	const own = await createOwner("Mine");
	stranger = own.owner;
	mine.groupId = await addGroup(own.id, "My group");
});

/** An import as it reaches an account, its file read: no reason to answer differently for theirs. */
const importInto = (deviceId: string) => ({ options: { deviceId }, fileName: "a.csv", file: { problem: "empty" } });

const viewer = { role: "viewer", scope: "all" };
const hour = { rangeType: "hour", offset: 0 };
const byId: [path: string, reason: string, input: () => object, unknown: () => object][] = [
	[
		"device.getDevice",
		"DEVICE_NOT_FOUND",
		() => ({ deviceId: theirs.deviceId }),
		() => ({ deviceId: newId("device") }),
	],
	[
		"device.updateDevice",
		"DEVICE_NOT_FOUND",
		() => ({ deviceId: theirs.deviceId, version: 1, name: "X" }),
		() => ({ deviceId: newId("device"), version: 1, name: "X" }),
	],
	...(
		[
			["device.changeDevices", { addTags: ["X"] }],
			["device.muteDevices", { until: null }],
			["device.archiveDevices", {}],
		] as const
	).map(([path, rest]): (typeof byId)[number] => [
		path,
		"DEVICE_NOT_FOUND",
		() => ({ deviceIds: [theirs.deviceId], ...rest }),
		() => ({ deviceIds: [newId("device")], ...rest }),
	]),
	...(
		[
			["getContact", {}],
			["updateContact", { ...contactInput(), version: 1 }],
			["sendCode", { channel: "email" }],
			["verifyAddress", { channel: "email", code: "123456" }],
			["replaceSecret", { channel: "webhook" }],
			["sendTest", { channel: "email" }],
		] as const
	).map(([verb, rest]): (typeof byId)[number] => [
		`contact.${verb}`,
		"CONTACT_NOT_FOUND",
		() => ({ contactId: theirs.contactId, ...rest }),
		() => ({ contactId: newId("contact"), ...rest }),
	]),
	...(
		[
			["pauseContacts", { until: null }],
			["groupContacts", { addGroupIds: [], removeGroupIds: [] }],
			["deleteContacts", { successorId: null }],
			["replaceContacts", { successorId: newId("contact") }],
		] as const
	).map(([verb, rest]): (typeof byId)[number] => [
		`contact.${verb}`,
		"CONTACT_NOT_FOUND",
		() => ({ contactIds: [theirs.contactId], ...rest }),
		() => ({ contactIds: [newId("contact")], ...rest }),
	]),
	...(
		[
			["renameContactGroup", { name: "X" }],
			["deleteContactGroup", {}],
		] as const
	).map(([verb, rest]): (typeof byId)[number] => [
		`contact.${verb}`,
		"CONTACT_GROUP_NOT_FOUND",
		() => ({ groupId: theirs.contactGroupId, ...rest }),
		() => ({ groupId: newId("contactGroup"), ...rest }),
	]),
	...(
		[
			["updateView", { version: 1, name: "X", search: "", isShared: true }],
			["deleteView", {}],
		] as const
	).map(([verb, rest]): (typeof byId)[number] => [
		`view.${verb}`,
		"VIEW_NOT_FOUND",
		() => ({ viewId: theirs.viewId, ...rest }),
		() => ({ viewId: newId("savedView"), ...rest }),
	]),
	[
		"message.resendMessage",
		"MESSAGE_NOT_FOUND",
		() => ({ messageId: theirs.messageId }),
		() => ({ messageId: newId("message") }),
	],
	...(["getAlert", "deleteAlert"] as const).map((verb): (typeof byId)[number] => [
		`alert.${verb}`,
		"ALERT_NOT_FOUND",
		() => ({ alertId: theirs.alertId }),
		() => ({ alertId: newId("alert") }),
	]),
	[
		"alert.muteAlerts",
		"ALERT_NOT_FOUND",
		() => ({ alertIds: [theirs.alertId], until: null }),
		() => ({ alertIds: [newId("alert")], until: null }),
	],
	[
		"group.muteGroups",
		"GROUP_NOT_FOUND",
		() => ({ ids: [theirs.groupId], until: null }),
		() => ({ ids: [newId("group")], until: null }),
	],
	[
		"alert.setAlertEnabled",
		"ALERT_NOT_FOUND",
		() => ({ alertId: theirs.alertId, isEnabled: false }),
		() => ({ alertId: newId("alert"), isEnabled: false }),
	],
	[
		"alert.updateAlert",
		"ALERT_NOT_FOUND",
		() => ({ ...warmAlert, alertId: theirs.alertId, version: 1 }),
		() => ({ ...warmAlert, alertId: newId("alert"), version: 1 }),
	],
	[
		"alert.createAlert",
		"DEVICE_NOT_FOUND",
		() => ({ ...warmAlert, scope: { deviceIds: [theirs.deviceId] } }),
		() => ({ ...warmAlert, scope: { deviceIds: [newId("device")] } }),
	],
	...(["rehearse", "getRehearsalHead"] as const).map((verb): (typeof byId)[number] => [
		`alert.${verb}`,
		"DEVICE_NOT_FOUND",
		() => ({ ...warmAlert, days: 7, scope: { deviceIds: [theirs.deviceId] } }),
		() => ({ ...warmAlert, days: 7, scope: { deviceIds: [newId("device")] } }),
	]),
	[
		"alert.getRehearsalPage",
		"DEVICE_NOT_FOUND",
		() => ({ deviceId: theirs.deviceId, channelIds: [], from: 0, to: 1 }),
		() => ({ deviceId: newId("device"), channelIds: [], from: 0, to: 1 }),
	],
	[
		"alert.getEvent",
		"ALERT_EVENT_NOT_FOUND",
		() => ({ eventId: theirs.eventId }),
		() => ({ eventId: newId("alertEvent") }),
	],
	[
		"log.getEventSeries",
		"ALERT_EVENT_NOT_FOUND",
		() => ({ eventId: theirs.eventId, pixels: 100 }),
		() => ({ eventId: newId("alertEvent"), pixels: 100 }),
	],
	[
		"alert.getWhy",
		"ALERT_EVENT_NOT_FOUND",
		() => ({ eventId: theirs.eventId, contactId: theirs.contactId }),
		() => ({ eventId: newId("alertEvent"), contactId: newId("contact") }),
	],
	[
		"alert.getEvents",
		"GROUP_NOT_FOUND",
		() => ({ groupIds: [theirs.groupId] }),
		() => ({ groupIds: [newId("group")] }),
	],
	[
		"alert.commentEvent",
		"ALERT_EVENT_NOT_FOUND",
		() => ({ eventId: theirs.eventId, comment: "X" }),
		() => ({ eventId: newId("alertEvent"), comment: "X" }),
	],
	...(["acknowledgeEvents", "clearEvents"] as const).map((verb): (typeof byId)[number] => [
		`alert.${verb}`,
		"ALERT_EVENT_NOT_FOUND",
		() => ({ eventIds: [theirs.eventId] }),
		() => ({ eventIds: [newId("alertEvent")] }),
	]),
	[
		"alert.muteEvents",
		"ALERT_EVENT_NOT_FOUND",
		() => ({ eventIds: [theirs.eventId], until: null }),
		() => ({ eventIds: [newId("alertEvent")], until: null }),
	],
	["account.undo", "UNDO_NOT_FOUND", () => ({ undoId: theirs.undoId }), () => ({ undoId: newId("undo") })],
	[
		"device.rotateDeviceKey",
		"DEVICE_NOT_FOUND",
		() => ({ deviceId: theirs.deviceId, graceSeconds: 0 }),
		() => ({ deviceId: newId("device"), graceSeconds: 0 }),
	],
	[
		"account.rotateIntegrationKey",
		"INTEGRATION_KEY_NOT_FOUND",
		() => ({ keyId: theirs.keyId, graceSeconds: 0 }),
		() => ({ keyId: newId("integrationKey"), graceSeconds: 0 }),
	],
	[
		"account.revokeIntegrationKey",
		"INTEGRATION_KEY_NOT_FOUND",
		() => ({ keyId: theirs.keyId }),
		() => ({ keyId: newId("integrationKey") }),
	],
	[
		"account.getIntegrationMessages",
		"INTEGRATION_KEY_NOT_FOUND",
		() => ({ keyId: theirs.keyId }),
		() => ({ keyId: newId("integrationKey") }),
	],
	...(["getIntegrationMessageBody", "readIntegrationMessageAgain"] as const).map((verb): (typeof byId)[number] => [
		`account.${verb}`,
		"INTEGRATION_KEY_NOT_FOUND",
		() => ({ keyId: theirs.keyId, messageId: newId("integrationMessage") }),
		() => ({ keyId: newId("integrationKey"), messageId: newId("integrationMessage") }),
	]),
	...(["endUserSessions", "disableUser", "enableUser", "removeUser", "transferOwnership"] as const).map(
		(verb): (typeof byId)[number] => [
			`account.${verb}`,
			"USER_NOT_FOUND",
			() => ({ userId: theirs.userId }),
			() => ({ userId: newId("user") }),
		],
	),
	[
		"account.updateUser",
		"USER_NOT_FOUND",
		() => ({ userId: theirs.userId, version: 1, ...viewer }),
		() => ({ userId: newId("user"), version: 1, ...viewer }),
	],
	...(["resendInvitation", "revokeInvitation"] as const).map((verb): (typeof byId)[number] => [
		`account.${verb}`,
		"INVITATION_NOT_FOUND",
		() => ({ invitationId: theirs.invitationId }),
		() => ({ invitationId: newId("invitation") }),
	]),
	[
		"account.updateInvitation",
		"INVITATION_NOT_FOUND",
		() => ({ invitationId: theirs.invitationId, version: 1, ...viewer }),
		() => ({ invitationId: newId("invitation"), version: 1, ...viewer }),
	],
	[
		"account.inviteUser",
		"GROUP_NOT_FOUND",
		() => ({ email: "a@b.test", note: "", role: "viewer", scope: { groupIds: [theirs.groupId] } }),
		() => ({ email: "a@b.test", note: "", role: "viewer", scope: { groupIds: [newId("group")] } }),
	],
	[
		"session.endSession",
		"SESSION_NOT_FOUND",
		() => ({ sessionId: theirs.sessionId }),
		() => ({ sessionId: newId("session") }),
	],
	[
		"log.addNote",
		"DEVICE_NOT_FOUND",
		() => ({ deviceId: theirs.deviceId, at: Date.now(), text: "X" }),
		() => ({ deviceId: newId("device"), at: Date.now(), text: "X" }),
	],
	["log.getImports", "DEVICE_NOT_FOUND", () => ({ deviceId: theirs.deviceId }), () => ({ deviceId: newId("device") })],
	["log.importReadings", "DEVICE_NOT_FOUND", () => importInto(theirs.deviceId), () => importInto(newId("device"))],
	["log.previewImport", "DEVICE_NOT_FOUND", () => importInto(theirs.deviceId), () => importInto(newId("device"))],
	[
		"log.keepFileFormat",
		"DEVICE_NOT_FOUND",
		() => ({ ...fileFormatInput, deviceId: theirs.deviceId }),
		() => ({ ...fileFormatInput, deviceId: newId("device") }),
	],
	...(["renameFileFormat", "deleteFileFormat"] as const).map((verb): (typeof byId)[number] => [
		`log.${verb}`,
		"FILE_FORMAT_NOT_FOUND",
		() => ({ formatId: theirs.formatId, name: "X" }),
		() => ({ formatId: newId("fileFormat"), name: "X" }),
	]),
	[
		"log.undoImport",
		"IMPORT_NOT_FOUND",
		() => ({ importId: theirs.importId }),
		() => ({ importId: newId("readingImport") }),
	],
	...(["deleteDevices", "restoreDevices", "getDeletionPreview"] as const).map((verb): (typeof byId)[number] => [
		`device.${verb}`,
		"DEVICE_NOT_FOUND",
		() => ({ deviceIds: [theirs.deviceId] }),
		() => ({ deviceIds: [newId("device")] }),
	]),
	[
		"device.replaceLogger",
		"DEVICE_NOT_FOUND",
		() => ({ deviceId: theirs.deviceId, version: 1 }),
		() => ({ deviceId: newId("device"), version: 1 }),
	],
	[
		"device.setCalibration",
		"CHANNEL_NOT_FOUND",
		() => ({ channelId: theirs.channelId, from: 0, scale: 1, offset: 0, seen: [] }),
		() => ({ channelId: newId("channel"), from: 0, scale: 1, offset: 0, seen: [] }),
	],
	[
		"device.removeCalibration",
		"CHANNEL_NOT_FOUND",
		() => ({ channelId: theirs.channelId, from: 0, scale: 1, offset: 0 }),
		() => ({ channelId: newId("channel"), from: 0, scale: 1, offset: 0 }),
	],
	[
		"device.getFleetTrend",
		"GROUP_NOT_FOUND",
		() => ({ hours: 24, groupId: theirs.groupId }),
		() => ({ hours: 24, groupId: newId("group") }),
	],
	["group.getGroup", "GROUP_NOT_FOUND", () => ({ id: theirs.groupId }), () => ({ id: newId("group") })],
	[
		"group.createGroup",
		"DEVICE_NOT_FOUND",
		() => groupInput({ members: { kind: "static", deviceIds: [theirs.deviceId] } }),
		() => groupInput({ members: { kind: "static", deviceIds: [newId("device")] } }),
	],
	[
		"group.createGroup",
		"GROUP_NOT_FOUND",
		() => groupInput({ members: filtered({ groupIds: [theirs.groupId] }) }),
		() => groupInput({ members: filtered({ groupIds: [newId("group")] }) }),
	],
	[
		"group.updateGroup",
		"GROUP_NOT_FOUND",
		() => ({ ...groupInput(), id: theirs.groupId, version: 1 }),
		() => ({ ...groupInput(), id: newId("group"), version: 1 }),
	],
	["group.deleteGroups", "GROUP_NOT_FOUND", () => ({ ids: [theirs.groupId] }), () => ({ ids: [newId("group")] })],
	[
		"group.mergeGroups",
		"GROUP_NOT_FOUND",
		() => ({ fromIds: [theirs.groupId], intoId: mine.groupId }),
		() => ({ fromIds: [newId("group")], intoId: mine.groupId }),
	],
	[
		"group.mergeGroups",
		"GROUP_NOT_FOUND",
		() => ({ fromIds: [mine.groupId], intoId: theirs.groupId }),
		() => ({ fromIds: [mine.groupId], intoId: newId("group") }),
	],
	["alert.getAlerts", "DEVICE_NOT_FOUND", () => ({ deviceId: theirs.deviceId }), () => ({ deviceId: newId("device") })],
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
	...(["log.getSeries", "log.getSeriesChoice", "log.getExportHead"] as const).flatMap((path): typeof byId => [
		[
			path,
			"DEVICE_NOT_FOUND",
			() => ({ ...hour, pixels: 100, quantity: "level", deviceIds: [theirs.deviceId] }),
			() => ({ ...hour, pixels: 100, quantity: "level", deviceIds: [newId("device")] }),
		],
		[
			path,
			"GROUP_NOT_FOUND",
			() => ({ ...hour, pixels: 100, quantity: "level", groupIds: [theirs.groupId] }),
			() => ({ ...hour, pixels: 100, quantity: "level", groupIds: [newId("group")] }),
		],
	]),
];

/** Procedures that name nothing, or are called for what is theirs in words of their own: below, and in visitors.test.ts. */
const otherwise = [
	"account.acceptInvitation",
	"account.createAccount",
	"account.createIntegrationKey",
	"account.getAudit",
	"account.getInvitation",
	"account.leaveAccount",
	"account.retryFailedWork",
	"contact.createContact",
	"contact.createContactGroup",
	"contact.createContacts",
	"device.createDevice",
	"device.createDevices",
	"device.getDevices",
	"log.getSeriesSummary",
	"message.getMessages",
	"view.createView",
];

describe("an id of another account", () => {
	it("is tried with every procedure that takes one", () => {
		const withInput = procedures.filter(({ hasInput }) => hasInput).map(({ path }) => path);
		expect([...new Set(byId.map(([path]) => path)), ...otherwise].sort()).toEqual(withInput.sort());
	});

	it.each(byId)("%s answers %s, as for one that never was", async (path, reason, input, unknown) => {
		const isMutation = procedures.find((procedure) => procedure.path === path)?.type === "mutation";
		const ask = (requested: object) =>
			isMutation ? stranger.mutate(path, requested) : stranger.query(path, requested);
		const [ofTheirs, ofNobody] = [await ask(input()), await ask(unknown())];
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
		const answers = dataOf(await stranger.mutate("device.createDevices", { devices: [input] }));
		expect(answers).toEqual([{ fields: { groupIds: expect.any(String) } }]);
		expect(dataOf(await stranger.query("device.getDevices"))).toEqual([]);
	});

	it("of a group or a device narrows a list to nothing", async () => {
		const filters = { groupIds: [theirs.groupId] };
		expect(dataOf(await stranger.query("device.getDevices", { filters }))).toEqual([]);
		expect(dataOf(await stranger.query("device.getDevices", { cursor: theirs.deviceId }))).toEqual([]);
	});

	it("of a channel finds no reading", async () => {
		const page = dataOf<LogPage>(await stranger.query("log.getLogs", { ...hour, channelIds: [theirs.channelId] }));
		expect(page).toMatchObject({ devices: [], channels: [], readings: { value: [] }, previousReadingAt: null });
		const requested = { from: 0, to: Date.now(), channelIds: [theirs.channelId] };
		expect(dataOf(await stranger.query("log.getSeriesSummary", requested))).toEqual([]);
	});
});

describe("a list", () => {
	const named = ["account.getIntegrationMessages", "log.getLogs", "log.getSeries", "log.getEventSeries"];
	const lists = procedures.filter(({ path }) => /\.get\w+s$/.test(path) && !named.includes(path));

	it.each(lists)("$path holds nothing of another account", async ({ path }) => {
		const text = JSON.stringify(dataOf(await stranger.query(path)));
		for (const id of Object.values(theirs)) expect(text).not.toContain(id);
		expect(text).not.toMatch(/Secret|Theirs/);
	});
});
