import { beforeAll, describe, expect, it } from "vitest";
import { limits } from "../../shared/limits";
import { recordOf } from "../../shared/plain-fields";
import { warmAlert } from "./fixtures/alert-rules";
import { contactInput } from "./fixtures/contact-input";
import { fileFormatInput } from "./fixtures/file-formats";
import { createOwner, freezer, newId } from "./fixtures/fleet";
import { groupInput } from "./fixtures/group-input";
import type { Person } from "./fixtures/people";
import { procedures } from "./fixtures/procedures";

const wrongDefaults = ["defaults.retentionDays", "defaults.uploadIntervalSeconds"];
const wrongClock = ["defaults.clock.timezoneOffset", "defaults.clock.timeZoneRule"];

type BadInput = [input: unknown, ...fields: string[]];

const someDevice = `dev_${"0".repeat(26)}`;
const someGroup = `grp_${"0".repeat(26)}`;
const someUser = `usr_${"0".repeat(26)}`;
const someInvitation = `inv_${"0".repeat(26)}`;
const someAccess = { role: "viewer", scope: "all" };
/** More than there is any reason for: as a rule each of them is looked at for each device. */
const many = <Item>(item: Item, most = 50) => Array<Item>(most + 1).fill(item);
const calibration = { channelId: `chn_${"0".repeat(26)}`, from: 0, scale: 1, offset: 0 };
const someChannel = { name: "A", quantity: "level", unit: "m", decimals: 2, min: null, max: null };

/** At least one bad input for every procedure that takes one, with the fields it must be answered for. */
const badInputs: Record<string, BadInput[]> = {
	"account.createAccount": [
		[{ companyName: "" }, "companyName"],
		[{ companyName: "x".repeat(65) }, "companyName"],
	],
	"account.acceptInvitation": [[{ invitationId: "inv_1" }, "invitationId"]],
	"account.createIntegrationKey": [
		[{ name: " " }, "name", "isCreatingDevices"],
		[{ name: "x".repeat(65), isCreatingDevices: "yes" }, "name", "isCreatingDevices"],
	],
	"account.rotateIntegrationKey": [
		[{ keyId: "dev_00000000000000000000000000", graceSeconds: -1 }, "keyId", "graceSeconds"],
		[{ keyId: "key_00000000000000000000000000", graceSeconds: limits.keyGraceSeconds + 1 }, "graceSeconds"],
	],
	"account.revokeIntegrationKey": [
		[{}, "keyId"],
		[{ keyId: "key_1" }, "keyId"],
	],
	"account.getIntegrationMessages": [
		[{}, "keyId"],
		[{ keyId: "dev_00000000000000000000000000" }, "keyId"],
	],
	"account.getIntegrationMessageBody": [[{ keyId: "key_1", messageId: "key_1" }, "keyId", "messageId"]],
	"account.readIntegrationMessageAgain": [
		[{ keyId: "key_00000000000000000000000000" }, "messageId"],
		[{ keyId: "key_1", messageId: "msg_00000000000000000000000000" }, "keyId", "messageId"],
	],
	"account.retryFailedWork": [[{ work: "", subject: "x".repeat(201) }, "work", "subject"]],
	"account.undo": [
		[{}, "undoId"],
		[{ undoId: "und_1" }, "undoId"],
	],
	"account.inviteUser": [
		[{ email: "nobody", role: "king", scope: "some", note: "x".repeat(501) }, "email", "role", "scope", "note"],
		[{ email: `${"x".repeat(250)}@a.test`, ...someAccess, note: "" }, "email"],
		[{ email: "a@b.test\r\nBcc: c@d.test", ...someAccess, note: "" }, "email"],
		[{ email: "a@b.test", role: "viewer", scope: { groupIds: [] }, note: "" }, "scope.groupIds"],
	],
	"account.updateInvitation": [
		[{ invitationId: "inv_1", version: 0.5, ...someAccess }, "invitationId", "version"],
		[{ invitationId: someInvitation, version: 1, role: "viewer", scope: { groupIds: [] } }, "scope.groupIds"],
	],
	"account.resendInvitation": [[{ invitationId: "inv_1" }, "invitationId"]],
	"account.revokeInvitation": [[{ invitationId: "inv_1" }, "invitationId"]],
	"account.getInvitation": [[{ invitationId: "inv_1" }, "invitationId"]],
	"account.updateUser": [
		[{ userId: "usr_1", version: 0.5, role: "king", scope: "none" }, "userId", "version", "role", "scope"],
		[{ userId: someUser, version: 1, role: "viewer", scope: { groupIds: [] } }, "scope.groupIds"],
		[{ userId: someUser, version: 1, role: "viewer", scope: { groupIds: many(someGroup, limits.groups) } }, "scope"],
	],
	"account.leaveAccount": [
		[{}, "companyName"],
		[{ companyName: "Another" }, "companyName"],
	],
	...recordOf(
		[
			"account.endUserSessions",
			"account.disableUser",
			"account.enableUser",
			"account.removeUser",
			"account.transferOwnership",
		],
		(): BadInput[] => [
			[{}, "userId"],
			[{ userId: "dev_00000000000000000000000000" }, "userId"],
		],
	),
	"alert.getAlerts": [[{ deviceId: "dev_UPPER" }, "deviceId"]],
	"alert.getEvents": [
		[{ states: ["late"], severities: ["bad"] }, "states.0", "severities.0"],
		[{ limit: 0, deviceIds: ["x"], groupIds: ["x"] }, "limit", "deviceIds.0", "groupIds.0"],
	],
	"log.getEventSeries": [[{ eventId: "x", pixels: 1 }, "eventId", "pixels"]],
	"alert.getWhy": [[{ eventId: "x", contactId: "x" }, "eventId", "contactId"]],
	"alert.getEvent": [[{ eventId: "dev_00000000000000000000000000" }, "eventId"]],
	"alert.createAlert": [
		[{ ...warmAlert, name: " ", scope: { deviceIds: [] } }, "name", "scope.deviceIds"],
		[{ ...warmAlert, rule: { ...warmAlert.rule, forSeconds: -1 } }, "rule.forSeconds"],
		[{ ...warmAlert, contactIds: ["x"], severity: "bad" }, "contactIds.0", "severity"],
		[{ ...warmAlert, contactGroupIds: ["x"], notification: null }, "contactGroupIds.0", "notification"],
	],
	"alert.updateAlert": [[{ ...warmAlert, alertId: "x", version: 1.5 }, "alertId", "version"]],
	...recordOf(["alert.rehearse", "alert.getRehearsalHead"], (): BadInput[] => [
		[{ ...warmAlert, days: 8, after: "x" }, "days", "after"],
		[{ ...warmAlert, days: 7, scope: { deviceIds: [] }, contactIds: ["x"] }, "scope.deviceIds", "contactIds.0"],
	]),
	"alert.getRehearsalPage": [
		[{ deviceId: "x", channelIds: ["x"], from: 0.5, to: "now" }, "deviceId", "channelIds.0", "from", "to"],
	],
	"alert.deleteAlert": [[{ alertId: "x" }, "alertId"]],
	"alert.setAlertEnabled": [[{ alertId: "x", isEnabled: "no" }, "alertId", "isEnabled"]],
	"alert.acknowledgeEvents": [[{ eventIds: [], comment: "x".repeat(1_001) }, "eventIds", "comment"]],
	"alert.clearEvents": [[{ eventIds: ["x"] }, "eventIds.0"]],
	"alert.commentEvent": [[{ eventId: "x", comment: " " }, "eventId", "comment"]],
	"alert.muteEvents": [[{ eventIds: [], until: "x" }, "eventIds", "until"]],
	"alert.getAlert": [[{ alertId: "dev_00000000000000000000000000" }, "alertId"]],
	"device.getDevice": [
		[{}, "deviceId"],
		[{ deviceId: "dev_UPPER" }, "deviceId"],
		[undefined, ""],
	],
	"device.getDevices": [
		[{ limit: 0, cursor: "x" }, "limit", "cursor"],
		[{ limit: 10_001 }, "limit"],
		[{ sort: "id", archived: "attic" }, "sort", "shelf"],
		[{ filters: { groupIds: ["x"], statuses: ["asleep"] } }, "filters.groupIds.0", "filters.statuses.0"],
		[{ filters: { statuses: many("late"), powers: many("solar") } }, "filters.statuses", "filters.powers"],
		[{ filters: { alertStates: many("ok"), lacks: many("rule") } }, "filters.alertStates", "filters.lacks"],
		[null, ""],
	],
	"device.createDevice": [
		[{ ...freezer, name: " " }, "name"],
		[{ ...freezer, timezoneOffset: 841, timeZoneRule: 3 }, "timezoneOffset", "timeZoneRule"],
		[{ ...freezer, timezoneOffset: undefined }, "timezoneOffset"],
		[{ ...freezer, timeZoneRule: undefined }, "timezoneOffset"],
		[{ ...freezer, channels: [] }, "channels"],
		[{ ...freezer, channels: [freezer.channels[0], { ...freezer.channels[0], name: "AIR" }] }, "channels"],
		[{ ...freezer, channels: [{ name: "", quantity: "mood", unit: "" }] }, "channels.0.name", "channels.0.quantity"],
		[{ ...freezer, groupIds: ["nonsense"] }, "groupIds.0"],
		[{ ...freezer, groupIds: many(someGroup, limits.groups) }, "groupIds"],
		[{ ...freezer, longitude: 1 }, "longitude"],
	],
	"device.createDevices": [
		[{ devices: [] }, "devices"],
		[{ devices: Array(limits.devicesPerCreation + 1).fill(freezer) }, "devices"],
		[
			{ devices: [freezer, { ...freezer, channels: [], retentionDays: 0 }] },
			"devices.1.channels",
			"devices.1.retentionDays",
		],
	],
	"device.updateDevice": [
		[{}, "deviceId", "version"],
		[{ deviceId: someDevice, version: 0.5, name: " " }, "version", "name"],
		[{ deviceId: someDevice, version: 1, latitude: 1 }, "longitude"],
		[
			{ deviceId: someDevice, version: 1, groupIds: many(someGroup, limits.groups), inherit: many("retentionDays") },
			"groupIds",
			"inherit",
		],
		[{ deviceId: someDevice, version: 1, latitude: 91, longitude: 181 }, "latitude", "longitude"],
		[{ deviceId: someDevice, version: 1, tags: ["a", "A"] }, "tags"],
		[{ deviceId: someDevice, version: 1, metadata: { "": "x", a: "x".repeat(256) } }, "metadata.", "metadata.a"],
		[{ deviceId: someDevice, version: 1, channels: [] }, "channels"],
		[{ deviceId: someDevice, version: 1, channels: [{ ...someChannel, min: 2, max: 1 }] }, "channels.0.max"],
		[{ deviceId: someDevice, version: 1, channels: [someChannel, { ...someChannel, name: "a" }] }, "channels"],
		[
			{ deviceId: someDevice, version: 1, channels: [{ ...someChannel, decimals: 7, id: "x" }] },
			"channels.0.decimals",
			"channels.0.id",
		],
		[
			{ deviceId: someDevice, version: 1, uploadIntervalSeconds: 0, offlineAfterSeconds: 59 },
			"uploadIntervalSeconds",
			"offlineAfterSeconds",
		],
		[{ deviceId: someDevice, version: 1, inherit: ["name"] }, "inherit.0"],
		[{ deviceId: someDevice, version: 1, inherit: ["clock", "timezoneOffset"] }, "inherit.1"],
	],
	"device.changeDevices": [
		[{}, "deviceIds"],
		[{ deviceIds: [someDevice] }, ""],
		[{ deviceIds: [], addTags: ["a"] }, "deviceIds"],
		[{ deviceIds: ["dev_1"], addTags: [""] }, "deviceIds.0", "addTags.0"],
		[{ deviceIds: Array(limits.devicesPerChange + 1).fill(someDevice), addTags: ["a"] }, "deviceIds"],
		[{ deviceIds: [someDevice], clock: { timezoneOffset: 0 } }, "clock.timeZoneRule"],
		[{ deviceIds: [someDevice], addGroupIds: ["x"], retentionDays: 1.5 }, "addGroupIds.0", "retentionDays"],
		[{ deviceIds: [someDevice], addGroupIds: many(someGroup), addTags: many("a") }, "addGroupIds", "addTags"],
		[{ deviceIds: [someDevice], removeGroupIds: many(someGroup) }, "removeGroupIds"],
		[{ deviceIds: [someDevice], removeTags: many("a"), inherit: many("retentionDays") }, "removeTags", "inherit"],
	],
	"device.muteDevices": [
		[{}, "deviceIds", "until"],
		[{ deviceIds: [someDevice], until: "tomorrow", reason: "x".repeat(256) }, "until", "reason"],
		[{ deviceIds: [someDevice], until: 0 }, "until"],
		[{ deviceIds: [someDevice], until: 1e300 }, "until"],
	],
	"device.archiveDevices": [
		[{ deviceIds: [] }, "deviceIds"],
		[{ deviceIds: ["grp_00000000000000000000000000"] }, "deviceIds.0"],
	],
	"device.rotateDeviceKey": [
		[{}, "deviceId", "graceSeconds"],
		[{ deviceId: "dev_00000000000000000000000000", graceSeconds: 0.5 }, "graceSeconds"],
		[{ deviceId: "nonsense", graceSeconds: limits.keyGraceSeconds + 1 }, "deviceId", "graceSeconds"],
	],
	"device.restoreDevices": [
		[{}, "deviceIds"],
		[{ deviceIds: [] }, "deviceIds"],
	],
	"device.getDeletionPreview": [
		[{ deviceIds: [] }, "deviceIds"],
		[{ deviceIds: ["dev_1", 7] }, "deviceIds.0", "deviceIds.1"],
	],
	"device.deleteDevices": [
		[undefined, ""],
		[{ deviceIds: "all" }, "deviceIds"],
		[{ deviceIds: Array(limits.devicesPerChange + 1).fill(`dev_${"0".repeat(26)}`) }, "deviceIds"],
	],
	"device.replaceLogger": [
		[{}, "deviceId", "version"],
		[{ deviceId: "dev_1", version: 1.5, serialNumber: " " }, "deviceId", "version", "serialNumber"],
		[{ deviceId: `dev_${"0".repeat(26)}`, version: 1, model: "x".repeat(65) }, "model"],
	],
	"device.setCalibration": [
		[{}, "channelId", "from", "scale", "offset", "seen"],
		[{ channelId: "chn_1", from: 1, scale: 0, offset: 1e10, seen: [] }, "channelId", "from", "scale", "offset"],
		[{ channelId: `chn_${"0".repeat(26)}`, from: 0.5, scale: "1", offset: null, seen: [] }, "from", "scale", "offset"],
		[{ ...calibration, seen: Array(limits.calibrationsPerChannel + 1).fill(calibration) }, "seen"],
		[{ ...calibration, seen: [{ from: 0, scale: 1 }] }, "seen.0.offset"],
	],
	"device.removeCalibration": [
		[{}, "channelId", "from", "scale", "offset"],
		[{ ...calibration, from: 0.5 }, "from"],
	],
	"device.getFleetTrend": [
		[{}, "hours"],
		[{ hours: 25, groupId: "all" }, "hours", "groupId"],
	],
	"group.getGroup": [[{ groupId: "grp_1" }, "id"]],
	"group.createGroup": [
		[{}, "name", "description", "colour", "members", "defaults"],
		[groupInput({ name: " " }), "name"],
		[groupInput({ name: "x".repeat(65), description: "x".repeat(256) }), "name", "description"],
		[{ ...groupInput(), colour: "mauve", members: { kind: "both" } }, "colour", "members"],
		[groupInput({ members: { kind: "static", deviceIds: ["nonsense"] } }), "members.deviceIds.0"],
		[groupInput({ members: { kind: "dynamic", filter: {} } }), "members.filter"],
		[groupInput({ members: { kind: "dynamic", filter: { tags: [], groupIds: [] } } }), "members.filter"],
		[{ ...groupInput(), members: { kind: "dynamic", filter: { statuses: ["online"] } } }, "members.filter"],
		[groupInput({ members: { kind: "dynamic", filter: { powers: many("solar") } } }), "members"],
		[groupInput({ defaults: { retentionDays: 0, uploadIntervalSeconds: 0.5 } }), ...wrongDefaults],
		[{ ...groupInput(), defaults: { clock: { timezoneOffset: -721, timeZoneRule: 3 } } }, ...wrongClock],
		[{ ...groupInput(), defaults: { clock: { timezoneOffset: 60 } } }, "defaults.clock.timeZoneRule"],
	],
	"group.updateGroup": [
		[{}, "id", "version", "name", "description", "colour", "members", "defaults"],
		[{ ...groupInput({ name: "" }), id: "dev_1", version: 1.5 }, "id", "version", "name"],
	],
	"group.deleteGroups": [
		[{}, "ids"],
		[{ ids: [] }, "ids"],
		[{ ids: ["nonsense"] }, "ids.0"],
	],
	"alert.muteAlerts": [
		[{}, "alertIds", "until"],
		[{ alertIds: [], until: 9e15 }, "alertIds", "until"],
	],
	"group.muteGroups": [
		[{}, "ids", "until"],
		[{ ids: ["nonsense"], until: "soon", reason: "x".repeat(256) }, "ids.0", "until", "reason"],
	],
	"group.mergeGroups": [
		[{}, "fromIds", "intoId"],
		[{ fromIds: [], intoId: "all" }, "fromIds", "intoId"],
	],
	"log.keepFileFormat": [
		[{}, "deviceId", "name", "headerKey", "format", "answered", "readings", "columns"],
		[{ ...fileFormatInput, deviceId: "x", name: " ", headerKey: "Time" }, "deviceId", "name", "headerKey"],
		[
			{ ...fileFormatInput, deviceId: `dev_${"0".repeat(26)}`, format: { timePattern: "soon", headerRows: -1 } },
			"format.timePattern",
			"format.headerRows",
		],
	],
	"log.renameFileFormat": [[{ formatId: "x", name: "" }, "formatId", "name"]],
	"log.deleteFileFormat": [[{}, "formatId"]],
	"log.getImports": [[{ deviceId: "nonsense" }, "deviceId"]],
	"log.importReadings": [
		[{}, "options", "fileName", "file"],
		[{ options: { deviceId: "nonsense" }, fileName: "a", file: { problem: "empty" } }, "options.deviceId"],
		[{ options: { deviceId: `dev_${"0".repeat(26)}` }, fileName: "", file: { problem: "empty" } }, "fileName"],
	],
	"log.previewImport": [
		[{}, "options", "fileName", "file"],
		[{ options: { deviceId: `dev_${"0".repeat(26)}` }, fileName: "a", file: { problem: "mood" } }, "file"],
	],
	"log.undoImport": [
		[{}, "importId"],
		[{ importId: "dev_00000000000000000000000000" }, "importId"],
	],
	"log.addNote": [
		[{}, "deviceId", "at", "text"],
		[{ deviceId: null, at: 0, text: "x" }, "at"],
		[{ deviceId: "dev_1", at: 1.5, text: " " }, "deviceId", "at", "text"],
	],
	"log.getExportHead": [
		[{}, "rangeType", "offset"],
		[{ rangeType: "hour", offset: 0, from: 2, to: 1 }, "to"],
	],
	"log.getSeriesChoice": [
		[{}, "rangeType", "offset", "quantity"],
		[{ rangeType: "hour", offset: 0, quantity: "level", from: 2, to: 1 }, "to"],
	],
	"log.getSeriesSummary": [
		[{}, "from", "to", "channelIds"],
		[{ from: 2, to: 1, channelIds: [`chn_${"0".repeat(26)}`] }, "to"],
		[{ from: 1, to: 2, channelIds: many(`chn_${"0".repeat(26)}`, limits.seriesChannels) }, "channelIds"],
	],
	"log.getSeries": [
		[{ rangeType: "hour", offset: 0, pixels: 100, shown: ["dev_1"] }, "shown.0"],
		[{}, "rangeType", "offset", "pixels"],
		[{ rangeType: "hour", offset: 0, pixels: 49 }, "pixels"],
		[{ rangeType: "hour", offset: 0, pixels: 4_001, quantity: "mood" }, "pixels", "quantity"],
		[{ rangeType: "hour", offset: 0, pixels: 100, from: 2, to: 1 }, "to"],
	],
	"log.getLogs": [
		[{}, "rangeType", "offset"],
		[{ rangeType: "year", offset: 0 }, "rangeType"],
		[{ rangeType: "hour", offset: -1 }, "offset"],
		[{ rangeType: "hour", offset: 0.5 }, "offset"],
		[{ rangeType: "hour", offset: 0, zone: "Mars/Base" }, "zone"],
		[{ rangeType: "hour", offset: 0, limit: 20_001 }, "limit"],
		[{ rangeType: "hour", offset: 0, cursor: "nonsense" }, "cursor"],
		[{ rangeType: "hour", offset: 0, from: 2, to: 1 }, "to"],
		[{ rangeType: "hour", offset: 0, from: -9e15, to: 9e15 }, "from", "to"],
		[{ rangeType: "hour", offset: 0, deviceIds: ["nonsense"], kinds: ["gossip"] }, "deviceIds.0", "kinds.0"],
	],
	"contact.getContact": [[{ contactId: "dev_00000000000000000000000000" }, "contactId"]],
	"contact.createContact": [
		[contactInput({ fullName: " ", company: "x".repeat(65), title: "x".repeat(65) }), "fullName", "company", "title"],
		[contactInput({ fullName: "\u202e\u200b" }), "fullName"],
		[contactInput({ email: "ana@", phone: "21000", timeZone: "Mars/Base" }), "email", "phone", "timeZone"],
		[contactInput({ phone: "+351 21 00" }), "phone"],
		[contactInput({ phone: "+351999" }), "phone"],
		[contactInput({ phone: "+35121000010" }), "phone"],
		[contactInput({ webhookUrl: "http://example.com/hook" }), "webhookUrl"],
		[contactInput({ webhookUrl: "https://127.0.0.1/", slackUrl: "https://localhost/x" }), "webhookUrl", "slackUrl"],
		[contactInput({ email: null }), "email"],
		[contactInput({ defaultChannels: ["sms"] }), "defaultChannels"],
		[contactInput({ quietHours: [{ days: [1], from: "08:00", to: "08:00" }] }), "quietHours.0.to"],
		[contactInput({ contactGroupIds: [newId("contactGroup")] }), "contactGroupIds"],
		[contactInput({ linkedUserId: newId("user") }), "linkedUserId"],
	],
	"contact.createContacts": [
		[{ contacts: [] }, "contacts"],
		[{ contacts: many(contactInput(), limits.contactsPerCreation) }, "contacts"],
		[{ contacts: [contactInput(), contactInput({ email: "x" })] }, "contacts.1.email"],
	],
	"contact.updateContact": [
		[{ ...contactInput({ fullName: "" }), contactId: "x", version: 0.5 }, "contactId", "version", "fullName"],
	],
	"contact.pauseContacts": [
		[{ contactIds: [], until: "x" }, "contactIds", "until"],
		[{ contactIds: [newId("contact")], until: 1 }, "until"],
		[{ contactIds: [newId("contact")], until: 9e15 }, "until"],
	],
	"contact.groupContacts": [
		[{ contactIds: ["x"], addGroupIds: ["x"] }, "contactIds.0", "addGroupIds.0", "removeGroupIds"],
	],
	"contact.replaceContacts": [[{ contactIds: [] }, "contactIds", "successorId"]],
	"contact.deleteContacts": [[{ contactIds: ["x"], successorId: "x" }, "contactIds.0", "successorId"]],
	"contact.sendCode": [[{ contactId: "x", channel: "webhook" }, "contactId", "channel"]],
	"contact.verifyAddress": [[{ contactId: "x", channel: "slack", code: "12345" }, "contactId", "channel", "code"]],
	"contact.replaceSecret": [[{ contactId: "x", channel: "email" }, "contactId", "channel"]],
	"contact.createContactGroup": [[{ name: " " }, "name"]],
	"contact.renameContactGroup": [[{ groupId: "x", name: "x".repeat(65) }, "groupId", "name"]],
	"contact.deleteContactGroup": [[{ groupId: "x" }, "groupId"]],
	"contact.sendTest": [
		[{}, "contactId", "channel"],
		[{ contactId: "dev_00000000000000000000000000", channel: "fax" }, "contactId", "channel"],
	],
	"account.getAudit": [
		[{ kind: "cup", entityId: "x", action: "device.eatDevice" }, "kind", "entityId", "action"],
		[{ actorId: "x".repeat(41), cursor: "msg_1", limit: 201 }, "actorId", "cursor", "limit"],
	],
	"message.getMessages": [
		[{ states: ["lost"], channels: ["fax"], classes: ["x"] }, "states.0", "channels.0", "classes.0"],
		[{ contactId: "x", cursor: "x", limit: 501 }, "contactId", "cursor", "limit"],
	],
	"message.resendMessage": [[{ messageId: "ntc_00000000000000000000000000" }, "messageId"]],
	"report.getReport": [[{ reportId: 7 }, "reportId"]],
	"session.endSession": [
		[{ sessionId: "x" }, "sessionId"],
		[{ sessionId: "ses_00000000000000000000000000'" }, "sessionId"],
	],
	"view.createView": [
		[{ screen: "billing", name: "x".repeat(65), search: "x".repeat(2_001) }, "screen", "name", "search", "isShared"],
		[{ screen: "log", name: " \u202e ", search: "", isShared: false }, "name"],
	],
	"view.updateView": [
		[{ viewId: "x", version: 0.5, search: "", isShared: "x" }, "viewId", "version", "name", "isShared"],
	],
	"view.deleteView": [[{ viewId: "x" }, "viewId"]],
};

const withInput = procedures.filter(({ hasInput }) => hasInput);
let owner: Person;

beforeAll(async () => {
	owner = (await createOwner()).owner;
});

it("is tried with a bad input for every procedure that takes one", () => {
	expect(Object.keys(badInputs).sort()).toEqual(withInput.map(({ path }) => path).sort());
});

describe.each(withInput)("$path", ({ path, type }) => {
	it.each(badInputs[path] ?? [])("answers BAD_REQUEST and names the fields of %j", async (...[input, ...fields]) => {
		const { error } = await (type === "query" ? owner.query(path, input) : owner.mutate(path, input));
		expect(error).toMatchObject({ message: "Input not valid", data: { code: "BAD_REQUEST", httpStatus: 400 } });
		expect(Object.keys(error?.data.fields ?? {}).sort()).toEqual([...fields].sort());
	});
});
