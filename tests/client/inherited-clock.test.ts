import { describe, expect, it } from "vitest";
import { formatClock } from "../../client/entities/clock-labels";
import { inheritedLabel } from "../../client/features/device-page/settings/inherited-fields";
import { mergeSettings } from "../../client/features/device-page/settings/settings-conflict";
import { toUpdateDevice } from "../../client/features/device-page/settings/settings-update";
import { type SettingsValues, settingsOf } from "../../client/features/device-page/settings/settings-values";
import { emptyDevice, toCreateDevice } from "../../client/features/devices/new-device";
import { defaultsOf, defaultValuesOf, takersOf } from "../../client/features/groups/default-values";
import { defaultsText } from "../../client/features/groups/group-labels";
import { fieldOf } from "../../client/features/groups/group-values";
import { givingGroup, inheritedRule } from "../../client/forms/typed-setting";
import { type Device, hiddenGroup } from "../../shared/device/device";
import type { DeviceClock } from "../../shared/time/time-zones";
import { checked } from "./csv-import/checked-file";
import { deviceRow, groupRow } from "./list-rows";

const ids = [1, 2, 3].map((number) => `grp_0000000000000000000000000${number}`);
const [first = "", second = "", third = ""] = ids;
const denver: DeviceClock = { timezoneOffset: -420, timeZoneRule: 1 };
const kathmandu: DeviceClock = { timezoneOffset: 345, timeZoneRule: 2 };
const groups = [
	{ ...groupRow(third, { defaults: { clock: denver } }), name: "Denver" },
	{ ...groupRow(second, { defaults: { clock: kathmandu } }), name: "Kathmandu" },
	{ ...groupRow(first, { defaults: { retentionDays: 30 } }), name: "Short" },
];

const own = {
	...deviceRow("Probe"),
	...kathmandu,
	groupIds: ids,
	version: 3,
	inherited: {},
	channels: [],
	metadata: {},
	tags: [],
} as unknown as Device; // the form reads no more of it
const inheriting: Device = { ...own, inherited: { clock: second } };

describe("the group that gives a clock", () => {
	it("finds the first made of the device's groups that names one", () => {
		expect(givingGroup(groups, ids, "clock")?.name).toBe("Kathmandu");
		expect(givingGroup(groups, [first, third], "clock")?.name).toBe("Denver");
		expect(givingGroup(groups, [first], "clock")).toBeUndefined();
	});

	it.each<[string, Device, string]>([
		["seen", inheriting, "Inherited from Kathmandu (UTC+05:45)"],
		["not seen", { ...own, groupIds: [], inherited: { clock: hiddenGroup } }, "Inherited from a group (UTC+05:45)"],
		["not there", { ...own, groupIds: [first] }, "Default (UTC)"],
	])("is named in the device's settings where it is %s", (_, device, words) => {
		expect(inheritedLabel(device, "clock", groups)).toBe(words);
	});

	it("counts the devices without a clock of their own or an earlier group's", () => {
		const members = ["a", "b", "c"].map((id) => deviceRow(id, { id, groupIds: id === "c" ? [second] : [] }));
		const facts = [{ id: "a", ownSettings: ["clock" as const] }].map((fact) => ({
			loggingIntervalSeconds: 60,
			uploadIntervalSeconds: 60,
			retentionDays: null,
			usedBytes: 0,
			createdAt: 0,
			...fact,
		}));
		const requested = { setting: "clock" as const, members, facts, groups, groupId: third };
		expect(takersOf(requested)).toEqual({ takers: 1, own: 1, elsewhere: 1 });
	});
});

describe("the clock in a device's settings", () => {
	const send = (device: Device, change: Partial<SettingsValues>) => {
		const before = settingsOf(device, groups);
		const { deviceId: _, version: __, ...sent } = toUpdateDevice({ ...before, ...change }, before, device);
		return sent;
	};

	it.each<[string, Device, Partial<SettingsValues>, object]>([
		["nothing", inheriting, {}, {}],
		["that it is inherited", own, { timeZoneRule: inheritedRule }, { inherit: ["clock"] }],
		["the whole of it once it is the device's own", inheriting, { timeZoneRule: "2" }, kathmandu],
		["no offset beside an inherited one", inheriting, { timezoneOffset: "60" }, {}],
		["the part that differs of its own", own, { timezoneOffset: "60" }, { timezoneOffset: 60 }],
	])("sends %s", (_, device, change, submitted) => {
		expect(send(device, change)).toEqual(submitted);
	});

	it.each<[string, Partial<SettingsValues>, Partial<SettingsValues>, string[]]>([
		["an offset here, inherited there", { timezoneOffset: "60" }, { timeZoneRule: inheritedRule }, ["timeZoneRule"]],
		["inherited here, an offset there", { timeZoneRule: inheritedRule }, { timezoneOffset: "60" }, ["timeZoneRule"]],
		["inherited on both sides", { timeZoneRule: inheritedRule }, { timeZoneRule: inheritedRule }, []],
		["a rule here, an offset there", { timeZoneRule: "1" }, { timezoneOffset: "60" }, []],
	])("is asked about where two people made different things of it: %s", (_, mine, theirs, conflicts) => {
		const before = settingsOf(own, groups);
		const merge = mergeSettings({ before, mine: { ...before, ...mine }, theirs: { ...before, ...theirs } });
		expect(merge.conflicts).toEqual(conflicts);
	});

	it("counts as no change where the device's group has another clock by now", () => {
		const before = settingsOf(inheriting, groups);
		const theirs = settingsOf({ ...inheriting, ...denver }, groups);
		const mine = { ...before, timeZoneRule: "2", timezoneOffset: "60" };
		expect(mergeSettings({ before, mine, theirs })).toMatchObject({ values: mine, conflicts: [], taken: [] });
	});
});

describe("the clock of a new device", () => {
	it("leaves the clock out where it is inherited", () => {
		const values = emptyDevice("UTC", 0);
		expect(toCreateDevice(values)).toMatchObject({ timezoneOffset: 0, timeZoneRule: 2 });
		expect(Object.keys(toCreateDevice({ ...values, timeZoneRule: inheritedRule }))).not.toContain("timezoneOffset");
	});

	const usual: DeviceClock = { timezoneOffset: 60, timeZoneRule: 2 };
	const rows: [line: string, usual: DeviceClock | null, clock: DeviceClock | null][] = [
		[",,", usual, usual],
		["Short,,", usual, usual],
		["Denver,,", usual, null],
		["Denver,+02:00,", usual, { timezoneOffset: 120, timeZoneRule: 2 }],
		["Denver,,1", usual, { timezoneOffset: 60, timeZoneRule: 1 }],
		[",,", null, null],
		["Denver,,", null, null],
		[",+02:00,", null, { timezoneOffset: 120, timeZoneRule: 2 }],
		[",,0", null, { timezoneOffset: 0, timeZoneRule: 0 }],
	];
	it.each(rows)("reads a file's line “%s” where %j is usual as %j", (cells, clock, expected) => {
		const [line] = checked(`Name,Groups,Time zone,Clock rule\nA,${cells}\n`, { groups, clock });
		const { timezoneOffset, timeZoneRule } = line?.input ?? {};
		expect(line?.errors).toEqual({});
		expect({ timezoneOffset, timeZoneRule }).toEqual(expected ?? {});
	});

	it.each([
		["1", { offset: "Enter a time zone beside the clock mode." }],
		["x", { rule: "Enter UTC, US daylight saving, or no daylight saving." }],
	])("guesses no clock from a file's line with the rule %s alone", (rule, errors) => {
		const [line] = checked(`Name,Clock rule\nA,${rule}\n`, { clock: null });
		expect([line?.errors, line?.input]).toEqual([errors, null]);
	});
});

describe("a group's default clock", () => {
	it("comes back from the form as it was, and none does too", () => {
		const defaults = { uploadIntervalSeconds: 60, retentionDays: null, clock: denver };
		for (const given of [defaults, { clock: kathmandu }, {}]) expect(defaultsOf(defaultValuesOf(given))).toEqual(given);
		const switchedOff = { ...defaultValuesOf({ clock: denver }).clock, source: "none" as const };
		expect(defaultsOf({ ...defaultValuesOf({}), clock: switchedOff })).toEqual({});
	});

	it("reads a group's clock in words", () => {
		expect(defaultsText({ retentionDays: 30, clock: denver })).toBe(
			"Data retention 30 days, device clock UTC−07:00, logger daylight time (Mar 8 to Nov 6)",
		);
		expect(formatClock({ timezoneOffset: 60, timeZoneRule: 0 })).toBe("UTC");
		expect(fieldOf("defaults.clock.timezoneOffset")).toBe("defaults.clock");
	});
});
