import { beforeAll, describe, expect, it } from "vitest";
import { createOwner, freezer } from "./fixtures/fleet";
import type { Person } from "./fixtures/people";
import { procedures } from "./fixtures/procedures";

type BadInput = [input: unknown, ...fields: string[]];

/** At least one bad input for every procedure that takes one, with the fields it must be answered for. */
const badInputs: Record<string, BadInput[]> = {
	"account.createAccount": [
		[{ companyName: "" }, "companyName"],
		[{ companyName: "x".repeat(65) }, "companyName"],
	],
	"account.acceptInvitation": [[{ invitationId: "inv_1" }, "invitationId"]],
	"account.endUserSessions": [
		[{}, "userId"],
		[{ userId: "dev_00000000000000000000000000" }, "userId"],
	],
	"alert.getAlert": [[{ alertId: "dev_00000000000000000000000000" }, "alertId"]],
	"device.getDevice": [
		[{}, "deviceId"],
		[{ deviceId: "dev_UPPER" }, "deviceId"],
		[undefined, ""],
	],
	"device.getDevices": [
		[{ limit: 0, cursor: "x" }, "limit", "cursor"],
		[{ limit: 10_001 }, "limit"],
		[null, ""],
	],
	"device.createDevice": [
		[{ ...freezer, name: " " }, "name"],
		[{ ...freezer, timezoneOffset: 841, timeZoneRule: 3 }, "timezoneOffset", "timeZoneRule"],
		[{ ...freezer, channels: [] }, "channels"],
		[{ ...freezer, channels: [freezer.channels[0], { ...freezer.channels[0], name: "AIR" }] }, "channels"],
		[{ ...freezer, channels: [{ name: "", quantity: "mood", unit: "" }] }, "channels.0.name", "channels.0.quantity"],
		[{ ...freezer, groupIds: ["nonsense"] }, "groupIds.0"],
	],
	"group.getGroup": [[{ groupId: "grp_1" }, "id"]],
	"log.getLogs": [
		[{}, "rangeType", "offset"],
		[{ rangeType: "year", offset: 0 }, "rangeType"],
		[{ rangeType: "hour", offset: -1 }, "offset"],
		[{ rangeType: "hour", offset: 0.5 }, "offset"],
		[{ rangeType: "hour", offset: 0, zone: "Mars/Base" }, "zone"],
		[{ rangeType: "hour", offset: 0, limit: 5_001 }, "limit"],
		[{ rangeType: "hour", offset: 0, cursor: "nonsense" }, "cursor"],
		[{ rangeType: "hour", offset: 0, from: 2, to: 1 }, "to"],
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
