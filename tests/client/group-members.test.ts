import { describe, expect, it } from "vitest";
import { criteriaFromText, filterOf, noCriteria, offeredCriteria } from "../../client/features/groups/criteria";
import { hasCriterion, memberChange, memberChangeText } from "../../client/features/groups/member-preview";
import { textByCriterion } from "../../shared/base/plain-fields";
import type { DeviceListRow } from "../../shared/device/device";
import { matchesFilter } from "../../shared/device/device-filter";
import type { GroupListRow } from "../../shared/device/group";
import * as fc from "../properties";
import { deviceRow, groupRow } from "./list-rows";

const chosenGroup = "grp_00000000000000000000000001";
const filterGroup = "grp_00000000000000000000000002";

const groups: GroupListRow[] = [
	groupRow(chosenGroup, { name: "Cold rooms" }),
	groupRow(filterGroup, { name: "All T-70", kind: "dynamic" }),
];

const names = (rows: DeviceListRow[]) => rows.map(({ name }) => name);

describe("the members a group will have", () => {
	const devices = [deviceRow("a", { model: "T-70" }), deviceRow("b"), deviceRow("c", { model: "T-70" })];

	it("takes the chosen devices, distinguished by joining and leaving", () => {
		const change = memberChange(devices, { kind: "static", deviceIds: ["dev_a", "dev_c"] }, ["dev_a", "dev_b"]);
		expect(names(change.members)).toEqual(["a", "c"]);
		expect(names(change.joining)).toEqual(["c"]);
		expect(names(change.leaving)).toEqual(["b"]);
	});

	it("takes the devices that a filter fits", () => {
		const change = memberChange(devices, { kind: "dynamic", filter: { models: ["T-70"] } }, []);
		expect(names(change.members)).toEqual(["a", "c"]);
	});

	it("takes none where a filter has no criterion yet, though it fits every device", () => {
		for (const filter of [{}, { search: "" }, { tags: [] }]) {
			expect(memberChange(devices, { kind: "dynamic", filter }, []).members).toEqual([]);
		}
	});

	it("leave out a chosen device that is not there any more", () => {
		expect(memberChange(devices, { kind: "static", deviceIds: ["dev_gone"] }, ["dev_gone"]).members).toEqual([]);
	});

	it("takes the present devices, less those that leave, with those that join", () => {
		const ids = devices.map(({ id }) => id);
		fc.assert(
			fc.property(fc.subarray(ids), fc.subarray(ids), fc.constantFrom("a", "b", "x"), (chosen, present, search) => {
				for (const members of [
					{ kind: "static" as const, deviceIds: chosen },
					{ kind: "dynamic" as const, filter: { search } },
				]) {
					const change = memberChange(devices, members, present);
					const leaving = new Set(change.leaving.map(({ id }) => id));
					const after = [...present.filter((id) => !leaving.has(id)), ...change.joining.map(({ id }) => id)];
					expect(after.sort()).toEqual(change.members.map(({ id }) => id).sort());
				}
			}),
		);
	});

	it.each([
		[0, 0, 0, "No devices"],
		[1, 1, 0, "1 device"],
		[12, 12, 0, "12 devices"],
		[12, 3, 1, "12 devices, 3 of them new, 1 leaves"],
		[12, 0, 2, "12 devices, 2 leave"],
		[2, 2, 1, "2 devices, 2 of them new, 1 leaves"],
		[0, 0, 1_204, "No devices, 1,204 leave"],
	])("read for %i members, %i new, %i leaving: %s", (members, joining, leaving, words) => {
		const rows = (count: number) => Array.from({ length: count }, (_, index) => deviceRow(String(index)));
		expect(memberChangeText({ members: rows(members), joining: rows(joining), leaving: rows(leaving) })).toBe(words);
	});
});

describe("the criteria on offer", () => {
	it("offers the values that occur, by name and with their numbers", () => {
		const offered = offeredCriteria(
			[
				deviceRow("a", { tags: ["vaccine", "Door"], model: "T-70", power: "solar" }),
				deviceRow("b", { tags: ["vaccine"], model: "T-7", site: "Hall 10" }),
				deviceRow("c", { site: "Hall 9", firmwareVersion: "1.2" }),
			],
			groups,
		);
		expect(offered).toEqual({
			...textByCriterion(() => []),
			groupIds: [{ value: chosenGroup, label: "Cold rooms", count: 0 }],
			tags: [
				{ value: "Door", label: "Door", count: 1 },
				{ value: "vaccine", label: "vaccine", count: 2 },
			],
			models: [
				{ value: "T-7", label: "T-7", count: 1 },
				{ value: "T-70", label: "T-70", count: 1 },
			],
			firmwareVersions: [{ value: "1.2", label: "1.2", count: 1 }],
			sites: [
				{ value: "Hall 9", label: "Hall 9", count: 1 },
				{ value: "Hall 10", label: "Hall 10", count: 1 },
			],
			powers: [{ value: "solar", label: "Solar", count: 1 }],
		});
	});
});

describe("a filter from an address", () => {
	it("brings its lasting criteria, and leaves out what is none", () => {
		const text = JSON.stringify({
			search: " cold ",
			tags: ["vaccine"],
			groupIds: [chosenGroup, filterGroup],
			powers: ["nuclear"],
			statuses: ["offline"],
			models: 7,
		});
		expect(criteriaFromText(text, groups)).toEqual({
			...noCriteria,
			search: "cold",
			tags: ["vaccine"],
			groupIds: [chosenGroup],
		});
	});

	it.each([
		undefined,
		"",
		"nonsense",
		"null",
		"7",
		"[]",
		"{}",
		'"text"',
		'{"search":""}',
		'{"tags":[""]}',
		'{"groupIds":["x"]}',
		'{"__proto__":{"search":"x"}}',
		`{"search":"${"x".repeat(129)}"}`,
	])("is none for %s", (text) => {
		expect(criteriaFromText(text, groups)).toBeNull();
	});

	it("never breaks, and never brings a filter the form could not hold", () => {
		fc.assert(
			fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
				const criteria = criteriaFromText(text, groups);
				if (criteria) expect(hasCriterion(filterOf(criteria))).toBe(true);
			}),
		);
	});

	it("means the same after the form has held it", () => {
		const filter = { search: "cold", tags: ["vaccine"], powers: ["solar" as const] };
		const criteria = criteriaFromText(JSON.stringify(filter), groups);
		expect(criteria && filterOf(criteria)).toEqual(filter);
		expect(matchesFilter(deviceRow("cold", { tags: ["vaccine"], power: "solar" }), filter)).toBe(true);
	});
});
