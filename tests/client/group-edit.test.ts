import { describe, expect, it } from "vitest";
import { defaultsOf, defaultValuesOf, takersOf, takersText } from "../../client/features/groups/default-values";
import { criteriaText, defaultsText, groupDenial, usesText } from "../../client/features/groups/group-labels";
import { groupParts } from "../../client/features/groups/group-parts";
import {
	copyOf,
	emptyGroup,
	fieldOf,
	type GroupValues,
	toGroupInput,
	valuesOf,
} from "../../client/features/groups/group-values";
import { mergeEffect, widerRules } from "../../client/features/groups/merge-dialog";
import { mergeValues, withPart } from "../../client/forms/versioned-form";
import { errorsFrom } from "../../client/ui/form/schema-errors";
import type { User } from "../../shared/account/account";
import type { DeviceFacts } from "../../shared/device/device";
import { CreateGroup, type Group, GroupDefaults } from "../../shared/device/group";
import * as fc from "../properties";
import { sampleUser } from "../samples";
import { deviceRow, groupRow } from "./list-rows";

const groupIds = [1, 2, 3].map((number) => `grp_0000000000000000000000000${number}`);
const [first = "", second = "", third = ""] = groupIds;
const deviceId = "dev_00000000000000000000000001";

const group: Group = {
	id: second,
	name: "Cold rooms",
	kind: "static",
	description: "",
	colour: "teal",
	deviceCount: 1,
	version: 3,
	deviceIds: [deviceId],
	filter: null,
	defaults: { uploadIntervalSeconds: 900 },
	uses: { alerts: [], reports: [], users: [], invitations: [], groups: [] },
	createdAt: new Date(0),
};

const device = (id: string, inGroups: string[]) => deviceRow(id, { id, groupIds: inGroups });

function facts(id: string, ownSettings: DeviceFacts["ownSettings"]): DeviceFacts {
	return {
		id,
		loggingIntervalSeconds: 60,
		uploadIntervalSeconds: 900,
		retentionDays: null,
		usedBytes: 0,
		createdAt: 0,
		ownSettings,
	};
}

describe("the devices that would take a default", () => {
	const groups = [
		groupRow(first, { defaults: { retentionDays: 30 } }),
		groupRow(third, { defaults: { retentionDays: null } }),
	];
	const members = [device("own", [first]), device("follows", [first]), device("takes", [third]), device("free", [])];
	const request = { setting: "retentionDays" as const, members, facts: [facts("own", ["retentionDays"])], groups };

	it("excludes a device that has an own value or follows a group made before", () => {
		expect(takersOf({ ...request, groupId: second })).toEqual({ takers: 2, own: 1, elsewhere: 1 });
	});

	it("includes, for a group yet to be made, only devices that follow no group", () => {
		expect(takersOf({ ...request, groupId: null })).toEqual({ takers: 1, own: 1, elsewhere: 2 });
	});

	it("does not depend on groups' other defaults, nor on the group itself", () => {
		expect(takersOf({ ...request, setting: "uploadIntervalSeconds", groupId: null }).takers).toBe(4);
		expect(
			takersOf({ ...request, groups: [groupRow(second, { defaults: { retentionDays: 1 } })], groupId: second }).takers,
		).toBe(3);
	});

	it.each([
		[{ takers: 0, own: 0, elsewhere: 0 }, "No device would take it yet."],
		[{ takers: 1, own: 0, elsewhere: 0 }, "1 device takes it."],
		[{ takers: 14, own: 0, elsewhere: 0 }, "14 devices take it."],
		[
			{ takers: 11, own: 2, elsewhere: 1 },
			"11 of 14 devices take it; 2 have their own value, 1 follows a group made earlier.",
		],
		[{ takers: 1, own: 1, elsewhere: 0 }, "1 of 2 devices takes it; 1 has its own value."],
	])("reads for %j: %s", (takers, words) => {
		expect(takersText(takers)).toBe(words);
	});
});

describe("a group's defaults in the form", () => {
	it("come back as they were", () => {
		const seconds = fc.integer({ min: 60, max: 7 * 24 * 3600 });
		const defaults = fc.record(
			{
				loggingIntervalSeconds: seconds,
				uploadIntervalSeconds: seconds,
				offlineAfterSeconds: seconds,
				retentionDays: fc.option(fc.integer({ min: 1, max: 36_500 })),
			},
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(defaults, (given) => {
				const held = defaultsOf(defaultValuesOf(given));
				expect(held).toEqual(given);
				expect(GroupDefaults.parse(held)).toEqual(given);
			}),
		);
	});

	it.each(["", "x", "0", "-5", "1.0005", "999999999", "1e400"])("rejects a default at its field for %j", (amount) => {
		const values = valuesOf(group);
		const typed = {
			...values.defaults.loggingIntervalSeconds,
			source: "own" as const,
			amount,
			unit: "seconds" as const,
		};
		const input = toGroupInput({ ...values, defaults: { ...values.defaults, loggingIntervalSeconds: typed } });
		expect(Object.keys(errorsFrom(CreateGroup, input))).toEqual(["defaults.loggingIntervalSeconds"]);
	});

	it("reads defaults in words", () => {
		expect(defaultsText({})).toBeNull();
		expect(defaultsText({ uploadIntervalSeconds: 300, retentionDays: null })).toBe(
			"Upload interval 5 minutes, data retention forever",
		);
		expect(defaultsText({ offlineAfterSeconds: 7200, retentionDays: 1 })).toBe(
			"Offline after 2 h, data retention 1 day",
		);
	});
});

describe("a group's form", () => {
	it.each([
		["members.deviceIds", "deviceIds"],
		["members.filter", "criteria"],
		["members.filter.tags.0", "criteria"],
		["name", "name"],
		["defaults.retentionDays", "defaults.retentionDays"],
	])("shows what is wrong with %s at %s", (path, field) => {
		expect(fieldOf(path)).toBe(field);
	});

	it("rejects a filter without a criterion", () => {
		const errors = errorsFrom(CreateGroup, toGroupInput({ ...valuesOf(group), kind: "dynamic" }));
		expect(errors).toEqual({ "members.filter": "Choose at least one criterion." });
	});

	it("copies all but the name, which stays short enough", () => {
		expect(copyOf(group)).toEqual({ ...valuesOf(group), name: "Copy of Cold rooms" });
		expect(errorsFrom(CreateGroup, toGroupInput(copyOf({ ...group, name: "n".repeat(64) })))).toEqual({});
	});
});

describe("two people changing one group", () => {
	const base = valuesOf(group);
	const change = (mine: Partial<GroupValues>, theirs: Partial<Group>) =>
		mergeValues(groupParts([]), {
			base,
			mine: { ...base, ...mine },
			theirs: valuesOf({ ...group, version: 4, ...theirs }),
		});

	it("keeps what each has changed alone, and says what came from the other", () => {
		expect(change({ name: "Freezers" }, { colour: "red", description: "Cellar" })).toEqual({
			values: { ...base, name: "Freezers", colour: "red", description: "Cellar" },
			taken: ["Description", "Color"],
			conflicts: [],
			isOfOthersToo: false,
		});
	});

	it("shows both texts of what both have changed, and leaves the form as it is there", () => {
		const mine: Partial<GroupValues> = {
			name: "Freezers",
			colour: null,
			deviceIds: [],
			defaults: defaultValuesOf({}),
		};
		const { values, conflicts } = change(mine, {
			name: "Cold store",
			colour: "red",
			kind: "dynamic",
			filter: { tags: ["cold"] },
			defaults: { retentionDays: 30 },
		});
		expect(values).toEqual({ ...base, ...mine });
		expect(conflicts).toMatchObject([
			{ label: "Name", mine: "Freezers", theirs: "Cold store" },
			{ label: "Color", mine: "None", theirs: "Red" },
			{ label: "Devices", mine: "Manual: 0 devices", theirs: "Dynamic: Tag cold" },
			{ label: "Defaults", mine: "None", theirs: "Data retention 30 days" },
		]);
	});

	it("asks nothing where both have made the same of it", () => {
		expect(change({ name: "Freezers" }, { name: "Freezers" }).conflicts).toEqual([]);
		expect(change({ deviceIds: ["dev_b", "dev_a"] }, { deviceIds: ["dev_a", "dev_b"] }).conflicts).toEqual([]);
	});

	it("separates what reads the same", () => {
		const [conflict] = change({ deviceIds: ["dev_b"] }, { deviceIds: ["dev_a"] }).conflicts;
		expect(conflict?.theirs).not.toBe(conflict?.mine);
	});

	it("never loses a change of either, whichever parts they touch", () => {
		const other: GroupValues = {
			...emptyGroup,
			name: "Mine",
			description: "Mine",
			deviceIds: [],
			colour: "pink",
			defaults: defaultValuesOf({ retentionDays: 7 }),
		};
		const theirs: Group = {
			...group,
			name: "Theirs",
			description: "Theirs",
			colour: "red",
			deviceIds: ["dev_x"],
			defaults: {},
		};
		const parts = fc.subarray(groupParts([]));
		fc.assert(
			fc.property(parts, parts, (changedByMe, changedByThem) => {
				const mine = changedByMe.reduce((values, part) => withPart(values, part, other), base);
				const theirValues = changedByThem.reduce((values, part) => withPart(values, part, valuesOf(theirs)), base);
				const merge = mergeValues(groupParts([]), { base, mine, theirs: theirValues });
				const both = new Set(merge.conflicts.map(({ label }) => label));
				for (const part of changedByMe) expect(withPart(base, part, merge.values)).toEqual(withPart(base, part, mine));
				for (const part of changedByThem) {
					if (both.has(part.label)) continue;
					expect(withPart(base, part, merge.values)).toEqual(withPart(base, part, theirValues));
				}
			}),
		);
	});
});

describe("the effects of a merge", () => {
	const devices = [device("a", [first]), device("b", [second]), device("both", [first, second]), device("c", [third])];
	const user = (name: string, scope: User["scope"]) => sampleUser({ id: name, name, role: "viewer", scope });

	it("counts who joins, and says who sees how many more", () => {
		const users = [
			user("all", "all"),
			user("gone", { groupIds: [first] }),
			user("staying", { groupIds: [second] }),
			user("both", { groupIds: [first, second] }),
			user("other", { groupIds: [third] }),
			user("nothing", { groupIds: [] }),
			{ ...user("no devices at all", { groupIds: [first] }), role: "billing" as const },
		];
		expect(mergeEffect({ fromIds: [first], intoId: second }, devices, users)).toEqual({
			joining: 1,
			seesMore: [
				{ id: "gone", name: "gone", devices: 1 },
				{ id: "staying", name: "staying", devices: 1 },
			],
		});
	});
});

describe("the rules that a merge widens", () => {
	it("finds those that do not name every merged group already", () => {
		const [one, two, all] = ["one", "two", "all"].map((id) => ({ id, name: id }));
		if (!one || !two || !all) throw new Error("No rules");
		expect(widerRules([[one, all], [two, all], [all]], 3)).toEqual([one, two]);
		expect(widerRules([[all], [all]], 3)).toEqual([all]);
		expect(widerRules([], 2)).toEqual([]);
	});
});

describe("the right to change groups", () => {
	const denialFor = (role: User["role"], scope: User["scope"]) => groupDenial({ role, scope });

	it("allows a person who has a role for it and sees every group", () => {
		expect(denialFor("owner", "all")).toBeNull();
		expect(denialFor("admin", "all")).toBeNull();
		for (const role of ["operator", "viewer", "billing"] as const) {
			expect(denialFor(role, "all")).toMatch(/^Only owners and admins can change groups/);
		}
		expect(denialFor("owner", { groupIds })).toMatch(/^You only see some groups/);
		expect(denialFor("viewer", { groupIds })).toMatch(/^Only owners and admins can change groups/);
	});
});

describe("words about a group", () => {
	it("names each criterion, and a group you do not see", () => {
		const filter = { search: "cold", groupIds: [first, second], powers: ["solar" as const, "battery" as const] };
		expect(criteriaText(filter, (id) => (id === first ? "Cellar" : null))).toEqual([
			{ label: "Text in name, serial number, model, site or tag", words: "“cold”" },
			{ label: "In group", words: "Cellar or a group you do not see" },
			{ label: "Power", words: "Solar or Battery" },
		]);
	});

	it("says what names a group", () => {
		expect(usesText({ alerts: 0, reports: 0, users: 0, groups: 0 })).toBeNull();
		expect(usesText({ alerts: 2, reports: 0, users: 1, groups: 3 })).toBe("2 alerts, 1 user, and 3 groups");
	});
});
