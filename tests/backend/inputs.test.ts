import { beforeAll, describe, expect, it } from "vitest";
import { limits } from "../../shared/limits";
import { createOwner, freezer } from "./fixtures/fleet";
import { groupInput } from "./fixtures/group-input";
import type { Person } from "./fixtures/people";
import { procedures } from "./fixtures/procedures";

const wrongDefaults = ["defaults.retentionDays", "defaults.uploadIntervalSeconds"];
const wrongClock = ["defaults.clock.timezoneOffset", "defaults.clock.timeZoneRule"];

type BadInput = [input: unknown, ...fields: string[]];

const someDevice = `dev_${"0".repeat(26)}`;
const someGroup = `grp_${"0".repeat(26)}`;
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
	"account.undo": [
		[{}, "undoId"],
		[{ undoId: "und_1" }, "undoId"],
	],
	"account.endUserSessions": [
		[{}, "userId"],
		[{ userId: "dev_00000000000000000000000000" }, "userId"],
	],
	"alert.getAlerts": [[{ deviceId: "dev_UPPER" }, "deviceId"]],
	"alert.getAlert": [[{ alertId: "dev_00000000000000000000000000" }, "alertId"]],
	"device.getDevice": [
		[{}, "deviceId"],
		[{ deviceId: "dev_UPPER" }, "deviceId"],
		[undefined, ""],
	],
	"device.getDevices": [
		[{ limit: 0, cursor: "x" }, "limit", "cursor"],
		[{ limit: 10_001 }, "limit"],
		[{ sort: "id", shelf: "attic" }, "sort", "shelf"],
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
	"group.mergeGroups": [
		[{}, "fromIds", "intoId"],
		[{ fromIds: [], intoId: "all" }, "fromIds", "intoId"],
	],
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
	"log.getSeries": [
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
	"report.getReport": [[{ reportId: 7 }, "reportId"]],
	"session.endSession": [
		[{ sessionId: "x" }, "sessionId"],
		[{ sessionId: "ses_00000000000000000000000000'" }, "sessionId"],
	],
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
