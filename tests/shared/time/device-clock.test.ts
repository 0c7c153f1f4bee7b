import { describe, expect, it } from "vitest";
import { ChangeDevices, CreateDevice, UpdateDevice } from "../../../shared/device/device-inputs";
import { InheritableDuration, InheritableSetting } from "../../../shared/device/device-terms";
import { GroupDefaults } from "../../../shared/device/group";

const deviceId = `dev_${"0".repeat(26)}`;
const created = { name: "A", channels: [{ name: "Air", quantity: "temperature", unit: "°C" }] };
const updated = { deviceId, version: 1 };
const changed = { deviceIds: [deviceId] };
const whole = { timezoneOffset: 345, timeZoneRule: 2 };

describe("a clock that may be inherited", () => {
	it.each([
		["a new device with both parts", CreateDevice, { ...created, ...whole }, true],
		["a new device with neither", CreateDevice, created, true],
		["a new device with the offset alone", CreateDevice, { ...created, timezoneOffset: 345 }, false],
		["a new device with the rule alone", CreateDevice, { ...created, timeZoneRule: 0 }, false],
		["a change of one part", UpdateDevice, { ...updated, timezoneOffset: 345 }, true],
		["a change to the inherited one", UpdateDevice, { ...updated, inherit: ["clock"] }, true],
		["a part as something to inherit", UpdateDevice, { ...updated, inherit: ["timeZoneRule"] }, false],
		["a change of many to one", ChangeDevices, { ...changed, clock: whole }, true],
		["a change of many to half of one", ChangeDevices, { ...changed, clock: { timeZoneRule: 0 } }, false],
		["a change of many to the inherited one", ChangeDevices, { ...changed, inherit: ["clock"] }, true],
		["a group's default", GroupDefaults, { clock: whole }, true],
		["half of a group's default", GroupDefaults, { clock: { timezoneOffset: 345 } }, false],
		["a zone's name as a group's default", GroupDefaults, { clock: "Asia/Kathmandu" }, false],
	])("takes or rejects %s: %#", (_, schema, input, isFine) => {
		expect(schema.safeParse(input).success).toBe(isFine);
	});

	it("counts as one setting beside the lengths of time", () => {
		expect(InheritableSetting.options).toEqual([...InheritableDuration.options, "clock", "sends"]);
	});
});
