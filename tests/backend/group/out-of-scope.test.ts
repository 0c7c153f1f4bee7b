import { beforeAll, describe, expect, it } from "vitest";
import { alerts, readingImports } from "../../../backend/db/schema";
import type { User } from "../../../shared/account";
import type { ChangedDevices } from "../../../shared/device-inputs";
import { latestInstant } from "../../../shared/instant";
import type { SavedView } from "../../../shared/view";
import { eventsSeen } from "../fixtures/alert-account";
import { addAlert, warmAlert, warmRule } from "../fixtures/alert-rules";
import { contactInput, createContact } from "../fixtures/contact-input";
import { fileFormatInput, keepFormat } from "../fixtures/file-formats";
import { addDevice, addGroup, addMember, createOwner, inAccount, ingest, newId } from "../fixtures/fleet";
import { groupInput } from "../fixtures/group-input";
import { invite } from "../fixtures/invitations";
import { dataOf, type Person } from "../fixtures/people";
import { procedures } from "../fixtures/procedures";

/** Everything there is in one group, asked for by an admin of the same account who sees another one. */
let scoped: Person;
const hidden = {
	device: "",
	channel: "",
	group: "",
	alert: newId("alert"),
	alertEvent: "",
	import: newId("readingImport"),
	format: "",
	undo: "",
	user: "",
	invitation: "",
	contact: "",
	view: "",
};
const own = { group: "" };

beforeAll(async () => {
	const { id, owner } = await createOwner();
	hidden.group = await addGroup(id, "Hidden");
	own.group = await addGroup(id, "Own");
	await addDevice(owner, { groupIds: [own.group] });
	const { device, key } = await addDevice(owner, { groupIds: [hidden.group] });
	hidden.device = device.id;
	hidden.channel = device.channels[0]?.id ?? "";
	await ingest(key, [{ channel: "Air", at: Date.now(), value: 1 }]);
	await addAlert(owner, { scope: { groupIds: [hidden.group] } });
	await ingest(key, [{ channel: "Air", at: Date.now() + 1, value: 99 }]);
	hidden.alertEvent = (await eventsSeen(owner))[0]?.id ?? "";
	const change = { deviceIds: [device.id], addTags: ["x"] };
	hidden.undo = dataOf<ChangedDevices>(await owner.mutate("device.changeDevices", change)).undoId ?? "";
	await inAccount(id, (db) => {
		const facts = { createdAt: new Date(), name: "Hidden", isEnabled: true, contactIds: [] };
		const rule = { severity: "info" as const, rule: warmRule, scope: { groupIds: [hidden.group] } };
		db.insert(alerts)
			.values({ ...facts, ...rule, id: hidden.alert })
			.run();
		const counts = { accepted: 1, duplicates: 0, replaced: 0, rejected: 0 };
		const times = { createdAt: new Date(), settlesAt: new Date(Date.now() + 60_000) };
		db.insert(readingImports)
			.values({ id: hidden.import, deviceId: device.id, fileName: "a.csv", createdBy: "A", ...counts, ...times })
			.run();
	});
	hidden.format = await keepFormat(owner, device.id);
	hidden.contact = (await createContact(owner)).id;
	const view = { screen: "log", name: "Hidden", search: `group=${hidden.group}`, isShared: true };
	hidden.view = dataOf<SavedView>(await owner.mutate("view.createView", view)).id;
	scoped = await addMember(id, "admin", { groupIds: [own.group] });
	const whole = await addMember(id, "viewer");
	const users = dataOf<User[]>(await owner.query("account.getUsers"));
	hidden.invitation = await invite({
		email: "hidden@example.test",
		accountId: id,
		scope: { groupIds: [hidden.group] },
	});
	hidden.user = users.find(({ email }) => email === whole.email)?.id ?? "";
});

type Kind = keyof typeof hidden;
const nobodys: Record<Kind, string> = {
	device: newId("device"),
	channel: newId("channel"),
	group: newId("group"),
	alert: newId("alert"),
	alertEvent: newId("alertEvent"),
	import: newId("readingImport"),
	format: newId("fileFormat"),
	undo: newId("undo"),
	user: newId("user"),
	invitation: newId("invitation"),
	contact: newId("contact"),
	view: newId("savedView"),
};

const hour = { rangeType: "hour", offset: 0, pixels: 100 };
const file = { fileName: "a.csv", file: { problem: "empty" } };
const device = (deviceId: string) => ({ deviceId });
const devices = (deviceId: string) => ({ deviceIds: [deviceId] });
const ownAccess = () => ({ role: "viewer", scope: { groupIds: [own.group] } });
const calibration = (channelId: string) => ({ channelId, from: 0, scale: 1, offset: 0, seen: [] });

const byId: [path: string, kind: Kind, input: (id: string) => object][] = [
	["device.getDevice", "device", device],
	["device.updateDevice", "device", (id) => ({ ...device(id), version: 1, name: "X" })],
	["device.changeDevices", "device", (id) => ({ ...devices(id), addTags: ["X"] })],
	["device.muteDevices", "device", (id) => ({ ...devices(id), until: null })],
	["device.archiveDevices", "device", devices],
	["device.restoreDevices", "device", devices],
	["device.getDeletionPreview", "device", devices],
	["device.deleteDevices", "device", devices],
	["device.replaceLogger", "device", (id) => ({ ...device(id), version: 1 })],
	["device.rotateDeviceKey", "device", (id) => ({ ...device(id), graceSeconds: 0 })],
	["device.setCalibration", "channel", calibration],
	["device.removeCalibration", "channel", calibration],
	["device.getFleetTrend", "group", (groupId) => ({ hours: 24, groupId })],
	["group.getGroup", "group", (id) => ({ id })],
	["group.muteGroups", "group", (id) => ({ ids: [id], until: null })],
	["alert.getAlerts", "device", device],
	["alert.getAlert", "alert", (alertId) => ({ alertId })],
	["alert.deleteAlert", "alert", (alertId) => ({ alertId })],
	["alert.setAlertEnabled", "alert", (alertId) => ({ alertId, isEnabled: false })],
	["alert.muteAlerts", "alert", (alertId) => ({ alertIds: [alertId], until: null })],
	["alert.updateAlert", "alert", (alertId) => ({ ...warmAlert, alertId, version: 1 })],
	["alert.createAlert", "device", (id) => ({ ...warmAlert, scope: devices(id) })],
	["alert.createAlert", "group", (id) => ({ ...warmAlert, scope: { groupIds: [id] } })],
	["alert.rehearse", "device", (id) => ({ ...warmAlert, days: 7, scope: devices(id) })],
	["alert.getRehearsalHead", "device", (id) => ({ ...warmAlert, days: 7, scope: devices(id) })],
	["alert.getRehearsalPage", "device", (id) => ({ ...device(id), channelIds: [], from: 0, to: 1 })],
	["view.deleteView", "view", (viewId) => ({ viewId })],
	["view.updateView", "view", (viewId) => ({ viewId, version: 1, name: "X", search: "", isShared: true })],
	["alert.getEvent", "alertEvent", (eventId) => ({ eventId })],
	["log.getEventSeries", "alertEvent", (eventId) => ({ eventId, pixels: 100 })],
	["alert.getWhy", "alertEvent", (eventId) => ({ eventId, contactId: newId("contact") })],
	["alert.getEvents", "group", (id) => ({ groupIds: [id] })],
	["alert.commentEvent", "alertEvent", (eventId) => ({ eventId, comment: "X" })],
	["alert.acknowledgeEvents", "alertEvent", (id) => ({ eventIds: [id] })],
	["alert.clearEvents", "alertEvent", (id) => ({ eventIds: [id] })],
	["alert.muteEvents", "alertEvent", (id) => ({ eventIds: [id], until: null })],
	["log.addNote", "device", (id) => ({ ...device(id), at: Date.now(), text: "X" })],
	["log.getLogs", "device", (id) => ({ ...hour, ...devices(id) })],
	["log.getLogs", "group", (id) => ({ ...hour, groupIds: [id] })],
	["log.getLogs", "device", (id) => ({ ...hour, ...devices(id), groupIds: [own.group] })],
	["log.getSeries", "device", (id) => ({ ...hour, ...devices(id) })],
	["log.getSeries", "group", (id) => ({ ...hour, groupIds: [id] })],
	["log.getSeriesChoice", "device", (id) => ({ ...hour, quantity: "level", ...devices(id) })],
	["log.getSeriesChoice", "group", (id) => ({ ...hour, quantity: "level", groupIds: [id] })],
	["log.getExportHead", "device", (id) => ({ ...hour, ...devices(id) })],
	["log.getExportHead", "group", (id) => ({ ...hour, groupIds: [id] })],
	["log.getImports", "device", device],
	["log.importReadings", "device", (id) => ({ options: device(id), ...file })],
	["log.previewImport", "device", (id) => ({ options: device(id), ...file })],
	["log.keepFileFormat", "device", (id) => ({ ...fileFormatInput, ...device(id) })],
	["log.renameFileFormat", "format", (formatId) => ({ formatId, name: "X" })],
	["log.deleteFileFormat", "format", (formatId) => ({ formatId })],
	["log.undoImport", "import", (importId) => ({ importId })],
	["contact.getContact", "contact", (contactId) => ({ contactId })],
	["account.undo", "undo", (undoId) => ({ undoId })],
	...(["endUserSessions", "disableUser", "enableUser", "removeUser"] as const).map((verb): (typeof byId)[number] => [
		`account.${verb}`,
		"user",
		(userId) => ({ userId }),
	]),
	["account.updateUser", "user", (userId) => ({ userId, version: 1, ...ownAccess() })],
	["account.updateInvitation", "invitation", (invitationId) => ({ invitationId, version: 1, ...ownAccess() })],
	["account.resendInvitation", "invitation", (invitationId) => ({ invitationId })],
	["account.revokeInvitation", "invitation", (invitationId) => ({ invitationId })],
	["account.inviteUser", "group", (id) => ({ email: "a@b.test", note: "", role: "viewer", scope: { groupIds: [id] } })],
];

/** Who sees a part of the account may not do these at all, whatever they name. */
const ofAllGroups: [path: string, input: (id: string) => object][] = [
	["device.createDevice", (id) => ({ ...anyDevice, groupIds: [id] })],
	["device.createDevices", (id) => ({ devices: [{ ...anyDevice, groupIds: [id] }] })],
	["group.createGroup", (id) => groupInput({ members: { kind: "dynamic", filter: { groupIds: [id] } } })],
	["group.updateGroup", (id) => ({ ...groupInput(), id, version: 1 })],
	["group.deleteGroups", (id) => ({ ids: [id] })],
	["group.mergeGroups", (id) => ({ fromIds: [id], intoId: own.group })],
	["account.createIntegrationKey", () => ({ name: "X", isCreatingDevices: true })],
	["account.rotateIntegrationKey", () => ({ keyId: newId("integrationKey"), graceSeconds: 0 })],
	["account.transferOwnership", () => ({ userId: newId("user") })],
	["account.getIntegrationMessages", () => ({ keyId: newId("integrationKey") })],
	...(["getIntegrationMessageBody", "readIntegrationMessageAgain"] as const).map((verb): [string, () => object] => [
		`account.${verb}`,
		() => ({ keyId: newId("integrationKey"), messageId: newId("integrationMessage") }),
	]),
	["account.revokeIntegrationKey", () => ({ keyId: newId("integrationKey") })],
	...(["sendTest", "sendCode"] as const).map((verb): [string, () => object] => [
		`contact.${verb}`,
		() => ({ contactId: newId("contact"), channel: "email" }),
	]),
	["contact.createContact", () => contactInput()],
	["contact.createContacts", () => ({ contacts: [contactInput()] })],
	["contact.updateContact", () => ({ ...contactInput(), contactId: newId("contact"), version: 1 })],
	["contact.pauseContacts", () => ({ contactIds: [newId("contact")], until: null })],
	["contact.groupContacts", () => ({ contactIds: [newId("contact")], addGroupIds: [], removeGroupIds: [] })],
	["contact.deleteContacts", () => ({ contactIds: [newId("contact")], successorId: null })],
	["contact.replaceContacts", () => ({ contactIds: [newId("contact")], successorId: newId("contact") })],
	["contact.verifyAddress", () => ({ contactId: newId("contact"), channel: "email", code: "123456" })],
	["contact.replaceSecret", () => ({ contactId: newId("contact"), channel: "webhook" })],
	["contact.createContactGroup", () => ({ name: "X" })],
	["contact.renameContactGroup", () => ({ groupId: newId("contactGroup"), name: "X" })],
	["contact.deleteContactGroup", () => ({ groupId: newId("contactGroup") })],
	["message.getMessages", () => ({})],
	["message.resendMessage", () => ({ messageId: newId("message") })],
];

const anyDevice = {
	name: "X",
	timezoneOffset: 0,
	timeZoneRule: 0,
	channels: [{ name: "A", quantity: "other", unit: "" }],
};

/** These name no device and no group, or none but by what is in the answer: lists, of which the scope is told elsewhere. */
const withoutIds = [
	// It finds rows, and nothing by an id of its own.
	"account.getAudit",
	"alert.getEvents",
	// It answers the work that the caller sees, and runs nothing else.
	"account.retryFailedWork",
	"account.acceptInvitation",
	"account.createAccount",
	"account.getInvitation",
	"account.leaveAccount",
	"device.getDevices",
	"log.getSeriesSummary",
	"report.getReport",
	"session.endSession",
	"view.createView",
];

async function ask(path: string, input: object) {
	const isMutation = procedures.find((procedure) => procedure.path === path)?.type === "mutation";
	const { error } = await (isMutation ? scoped.mutate(path, input) : scoped.query(path, input));
	const { requestId: _, ...data } = error?.data ?? {};
	return { message: error?.message, ...data };
}

describe("an id out of scope", () => {
	it.each(byId)("%s answers as for a %s that never was", async (path, kind, input) => {
		const answer = await ask(path, input(hidden[kind]));
		expect(answer).toMatchObject({ code: "NOT_FOUND", reason: expect.stringMatching(/_NOT_FOUND$/) });
		expect(answer).toEqual(await ask(path, input(nobodys[kind])));
	});

	it.each(ofAllGroups)("%s refuses like for any other", async (path, input) => {
		const answer = await ask(path, input(hidden.group));
		expect(answer).toMatchObject({ code: "FORBIDDEN", reason: "NOT_PERMITTED" });
		expect(answer).toEqual(await ask(path, input(nobodys.group)));
		expect(answer).toEqual(await ask(path, input(own.group)));
	});

	it("of a channel finds nothing in the log", async () => {
		for (const path of ["log.getLogs", "log.getSeries", "log.getExportHead"]) {
			const [theirs, nobody] = [hidden.channel, nobodys.channel].map((id) => ({
				...hour,
				channelIds: [id],
				from: 0,
				to: latestInstant,
			}));
			const answers = [await scoped.query(path, theirs), await scoped.query(path, nobody)].map(dataOf);
			expect(answers[0]).toMatchObject({ channels: [], devices: [] });
			expect(answers[0]).toEqual(answers[1]);
		}
		const summary = { from: 0, to: Date.now(), channelIds: [hidden.channel] };
		expect(dataOf(await scoped.query("log.getSeriesSummary", summary))).toEqual([]);
	});

	it("is looked at by every procedure that takes any", () => {
		const known = [...byId, ...ofAllGroups].map(([path]) => path);
		const taking = procedures.filter(({ hasInput }) => hasInput).map(({ path }) => path);
		expect([...new Set([...known, ...withoutIds])].sort()).toEqual(taking.sort());
	});
});
