import { describe, expect, it } from "vitest";
import { deviceColumns, readingColumns } from "../../client/features/devices/device-columns";
import { choiceNames, limitNames, occurringValues } from "../../client/features/devices/device-criteria";
import { deviceFields } from "../../client/features/devices/device-filters";
import {
	filterDevices,
	isFiltered,
	listOfText,
	sortDevices,
	sortToSearch,
	stateFromSearch,
	textOfList,
	unknownGroups,
	withoutFilters,
} from "../../client/features/devices/device-list-state";
import { type DevicesSearch, devicesParameters } from "../../client/features/devices/devices-search";
import { groupFromView } from "../../client/features/devices/save-as-group";
import { textByColumn } from "../../shared/base/plain-fields";
import type { DeviceListRow } from "../../shared/device/device";
import { DeviceStatus } from "../../shared/device/device-terms";
import type { GroupListRow } from "../../shared/device/group";
import type { Quantity } from "../../shared/formats/units";
import * as fc from "../properties";
import { deviceRow } from "./list-rows";

const groupA = "grp_00000000000000000000000001";
const groupB = "grp_00000000000000000000000002";
const goneGroup = "grp_00000000000000000000000009";
const columnIds = ["name", "serial", "status", "received", "temperature"];
const known = {
	hasGroup: (id: string) => id !== goneGroup,
	hasColumn: (id: string) => columnIds.includes(id),
};
const otherParameters = ["q", "archived", "sort", "add", "import"];
const viewOf = (search: DevicesSearch) => stateFromSearch(search, known);

function latest(quantity: Quantity, value: number | null) {
	return { quantity, value };
}

it("names each column, each criterion and each limit differently, those of plain texts too", () => {
	const columns = deviceColumns({
		readings: readingColumns([]),
		hasAlerts: true,
		hasTrends: false,
		isMemoryFiltered: false,
		groups: [],
		facts: new Map(),
	});
	for (const each of [columns.map(({ id }) => id), [...choiceNames, ...limitNames, ...otherParameters]]) {
		expect(new Set(each).size).toBe(each.length);
	}
	expect([...choiceNames, ...limitNames, ...otherParameters].sort()).toEqual([...devicesParameters].sort());
});

const names = (rows: DeviceListRow[]) => rows.map(({ name }) => name);

describe("the view that a link names", () => {
	it("reads every parameter and leaves out what means nothing", () => {
		expect(
			viewOf({
				q: "  cold ",
				status: "late,nonsense,late,offline",
				alert: "muted,loud",
				group: `${groupA},x,${goneGroup}`,
				tag: "wet%2C cold,dry",
				power: "solar,steam",
				lack: "rule,luck",
				readings: "refused,stored,unit",
				clock: "behind,ahead,sideways",
				battery: "20",
				signal: "−105",
				memory: "90",
				silent: "24",
				archived: "archived",
				sort: "-received",
			}),
		).toEqual({
			text: "cold",
			choices: {
				status: ["late", "offline"],
				alert: ["muted"],
				group: [groupA],
				tag: ["wet, cold", "dry"],
				...textByColumn(() => []),
				power: ["solar"],
				lack: ["rule"],
				readings: ["refused", "unit"],
				clock: ["behind", "ahead"],
			},
			limits: { battery: 20, signal: -105, memory: 90, silent: 24 },
			archived: "archived",
			sort: { columnId: "received", isDescending: true },
		});
	});

	it.each([
		{ battery: "101" },
		{ battery: "-1" },
		{ battery: "NaN" },
		{ battery: "1e1" },
		{ signal: "5" },
		{ signal: "" },
		{ memory: "101" },
		{ silent: "0" },
		{ silent: "99999999" },
		{ tag: "x".repeat(65) },
		{ firmware: "\u0000" },
		{ group: goneGroup },
		{ archived: "lost" },
		{ status: ",,," },
	])("stands as without %j", (search) => {
		expect(viewOf(search)).toEqual(viewOf({}));
		expect(isFiltered(viewOf(search))).toBe(false);
	});

	it("counts the groups of its address that do not exist, and no nonsense", () => {
		const known = { hasGroup: (id: string) => id === groupA };
		expect(unknownGroups({ group: `${groupA},x,${goneGroup},${groupB}` }, known)).toBe(2);
		expect(unknownGroups({ group: groupA }, known)).toBe(0);
		expect(unknownGroups({}, known)).toBe(0);
	});

	it.each([undefined, "", "-", "constructor", "name", "humidity"])("sorts by name for %j", (sort) => {
		expect(viewOf({ sort }).sort).toEqual({ columnId: "name", isDescending: false });
	});

	it("comes back from the address it is written to", () => {
		for (const columnId of columnIds) {
			for (const isDescending of [true, false]) {
				expect(viewOf({ sort: sortToSearch({ columnId, isDescending }) }).sort).toEqual({ columnId, isDescending });
			}
		}
	});

	it("keeps any values of a list, commas and percent signs too", () => {
		const word = fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }).map((text) => text.trim());
		fc.assert(
			fc.property(fc.uniqueArray(word.filter((text) => text !== "")), (values) => {
				expect(listOfText(textOfList(values))).toEqual(values);
			}),
		);
	});

	it("clears as a whole", () => {
		const everything = { q: "a", tag: "b", status: "late", battery: "5", silent: "6" };
		expect(isFiltered(viewOf({ ...everything, ...withoutFilters }))).toBe(false);
	});
});

it.each([true, false])("shows how full memories are to a person who filters by the fullest: %s", (isMemoryFiltered) => {
	const readings = readingColumns([deviceRow("a", { latest: [latest("memory", 93)] })]);
	const columns = deviceColumns({
		readings,
		hasAlerts: false,
		hasTrends: false,
		isMemoryFiltered,
		groups: [],
		facts: new Map(),
	});
	expect(columns.find(({ id }) => id === "memory")?.isOptional).toBe(!isMemoryFiltered);
});

describe("filtering", () => {
	const now = Date.UTC(2026, 0, 2);
	const rows = [
		deviceRow("Cold room 1", { serialNumber: "AQ-104 21", groupIds: [groupA], tags: ["audited"], site: "North" }),
		deviceRow("Truck 07", {
			status: "offline",
			serialNumber: "AQ-20714",
			groupIds: [groupA, groupB],
			alertState: "muted",
			latest: [latest("battery", 9), latest("signal", -120), latest("memory", 95)],
			lastReadingAt: now - 29 * 3_600_000,
			lastReceivedAt: now - 30 * 3_600_000,
			hasRefusals: true,
		}),
		deviceRow("Spare", { status: "never", model: "LX-1", lacks: ["rule"], power: "solar" }),
	];
	rows[0] = { ...deviceRow("Cold room 1"), ...rows[0], lastReceivedAt: now - 60_000 };
	const shown = (search: DevicesSearch) => names(filterDevices(rows, viewOf(search), now));

	it("finds names, sites and tags in any case and serial numbers however spaced or dashed", () => {
		expect(shown({ q: "COLD" })).toEqual(["Cold room 1"]);
		expect(shown({ q: "aq104-21" })).toEqual(["Cold room 1"]);
		expect(shown({ q: "north" })).toEqual(["Cold room 1"]);
		expect(shown({ q: "audit" })).toEqual(["Cold room 1"]);
		expect(shown({ q: "lx-1" })).toEqual(["Spare"]);
	});

	it("takes any of the statuses, any of the groups, and all kinds of filter together", () => {
		expect(shown({ status: "offline,never" })).toEqual(["Truck 07", "Spare"]);
		expect(shown({ group: groupB })).toEqual(["Truck 07"]);
		expect(shown({ group: groupA, status: "online", q: "room" })).toEqual(["Cold room 1"]);
		expect(shown({ group: groupB, status: "online" })).toEqual([]);
	});

	it.each([
		[{ alert: "muted" }, ["Truck 07"]],
		[{ alert: "ok" }, ["Cold room 1", "Spare"]],
		[{ tag: "audited" }, ["Cold room 1"]],
		[{ model: "LX-1" }, ["Spare"]],
		[{ site: "North" }, ["Cold room 1"]],
		[{ power: "solar" }, ["Spare"]],
		[{ lack: "rule" }, ["Spare"]],
		[{ readings: "refused" }, ["Truck 07"]],
		[{ clock: "ahead" }, ["Truck 07"]],
		[{ battery: "10" }, ["Truck 07"]],
		[{ battery: "9" }, []],
		[{ signal: "-105" }, ["Truck 07"]],
		[{ memory: "94" }, ["Truck 07"]],
		[{ memory: "95" }, []],
		[{ silent: "24" }, ["Truck 07", "Spare"]],
	])("narrows the list by %j", (search, expected) => {
		expect(shown(search)).toEqual(expected);
	});

	it("offers the values that occur, each with how many devices have it, and keeps those that are chosen", () => {
		const useCounts = { alerts: 0, reports: 0, users: 0, groups: 0 };
		const plain = { kind: "static" as const, description: "", colour: null, defaults: {}, useCounts };
		const groups: GroupListRow[] = [
			{ ...plain, id: groupA, name: "Trucks", deviceCount: 2 },
			{ ...plain, id: groupB, name: "Cold rooms", deviceCount: 1 },
		];
		expect(occurringValues("group", rows, { groups, chosen: [] })).toEqual([
			{ value: groupB, label: "Cold rooms", count: 1 },
			{ value: groupA, label: "Trucks", count: 2 },
		]);
		expect(occurringValues("tag", rows, { groups, chosen: ["gone"] })).toEqual([
			{ value: "audited", label: "audited", count: 1 },
			{ value: "gone", label: "gone", count: 0 },
		]);
		expect(occurringValues("firmware", rows, { groups, chosen: [] })).toEqual([]);
	});
});

describe("a group made of a view", () => {
	it("takes what lasts and names what does not", () => {
		expect(groupFromView(viewOf({ q: "cold", tag: "dry", status: "late", battery: "20", lack: "rule" }))).toEqual({
			filter: { search: "cold", tags: ["dry"] },
			leftOut: ["Status", "Not watched", "Battery below"],
		});
	});

	it("makes no group where nothing lasts, or nothing is chosen", () => {
		expect(groupFromView(viewOf({ status: "late" }))).toEqual({ filter: null, leftOut: ["Status"] });
		expect(groupFromView(viewOf({}))).toEqual({ filter: null, leftOut: [] });
		expect(groupFromView(viewOf({ q: "x".repeat(129) })).filter).toBeNull();
	});
});

describe("sorting", () => {
	const readings = {
		quantities: ["temperature" as const],
		hasBattery: false,
		hasSignal: false,
		hasMemory: false,
		hasOthers: false,
	};
	const columns = deviceColumns({
		readings,
		hasAlerts: true,
		hasTrends: false,
		isMemoryFiltered: false,
		groups: [],
		facts: new Map(),
	});

	it("counts numbers inside names and keeps missing values last both ways", () => {
		const rows = [
			deviceRow("Room 10", { latest: [latest("temperature", -3)] }),
			deviceRow("Room 2"),
			deviceRow("Room 1", { latest: [latest("temperature", 20)] }),
		];
		const sorted = (columnId: string, isDescending: boolean) =>
			names(sortDevices(rows, columns, { columnId, isDescending }));
		expect(sorted("name", false)).toEqual(["Room 1", "Room 2", "Room 10"]);
		expect(sorted("temperature", false)).toEqual(["Room 10", "Room 1", "Room 2"]);
		expect(sorted("temperature", true)).toEqual(["Room 1", "Room 10", "Room 2"]);
	});

	it("puts the worst status and the worst alert first", () => {
		const rows = [
			deviceRow("fine"),
			deviceRow("late", { status: "late", alertState: "muted" }),
			deviceRow("off", { status: "offline", alertState: "alerting" }),
		];
		expect(names(sortDevices(rows, columns, { columnId: "status", isDescending: false }))).toEqual([
			"off",
			"late",
			"fine",
		]);
		expect(names(sortDevices(rows, columns, { columnId: "alert", isDescending: false }))).toEqual([
			"off",
			"late",
			"fine",
		]);
	});

	it("keeps every row once and changes nothing when done twice, for any rows and column", () => {
		const anyRow = fc.record({
			name: fc.string({ maxLength: 3 }),
			id: fc.uuid(),
			status: fc.constantFrom(...DeviceStatus.options),
			lastReceivedAt: fc.option(fc.integer(), { nil: null }),
		});
		const anySort = fc.record({
			columnId: fc.constantFrom(...columns.map(({ id }) => id)),
			isDescending: fc.boolean(),
		});
		fc.assert(
			fc.property(fc.uniqueArray(anyRow, { selector: ({ id }) => id }), anySort, (changes, sort) => {
				const rows = changes.map(({ name, ...change }) => deviceRow(name, change));
				const once = sortDevices(rows, columns, sort);
				expect(new Set(once)).toEqual(new Set(rows));
				expect(sortDevices([...once].reverse(), columns, sort)).toEqual(once);
			}),
		);
	});
});

const fieldsOf = (rows: DeviceListRow[], search: DevicesSearch) =>
	deviceFields({ rows, groups: [], state: viewOf(search), now: 0, onChange: () => {} });

describe("the fields of a filter and picked quantities", () => {
	it("counts every status of what the search and the other filters leave", () => {
		const rows = [
			deviceRow("Cellar", { tags: ["cold"] }),
			deviceRow("Cellar 2", { status: "late" }),
			deviceRow("Attic", { status: "late" }),
		];
		const countsOf = (search: DevicesSearch) => {
			const status = fieldsOf(rows, search).find(({ name }) => name === "status");
			const options = status && "options" in status ? (status.options() ?? []) : [];
			return Object.fromEntries(options.map(({ value, count }) => [value, count]));
		};
		expect(countsOf({})).toEqual({ online: 1, late: 2 });
		expect(countsOf({ q: "cellar" })).toEqual({ online: 1, late: 1 });
		expect(countsOf({ tag: "cold" })).toEqual({ online: 1 });
		expect(countsOf({ q: "cellar", status: "late" })).toEqual({ online: 1, late: 1 });
	});

	it("keeps the chip of a value that no device has any more, so that a person can take it away", () => {
		const chipsOf = (search: DevicesSearch) =>
			fieldsOf([deviceRow("Cellar")], search).flatMap(({ chip }) => chip ?? []);
		expect(chipsOf({ tag: "deleted", battery: "20" })).toEqual(["Tag: deleted", "Battery below 20 %"]);
		expect(chipsOf({ tag: "a,b,c,d" })).toEqual(["Tag: a, b and 2 more"]);
	});

	it("gives the three most common measured quantities a column, in a steady order", () => {
		const rows = [
			deviceRow("a", {
				latest: [latest("battery", 9), latest("temperature", 1), latest("humidity", 2), latest("co2", 3)],
			}),
			deviceRow("b", {
				latest: [latest("battery", 9), latest("temperature", 1), latest("temperature", 2), latest("humidity", 2)],
			}),
			deviceRow("c", { latest: [latest("temperature", 1), latest("level", 2), latest("co2", 3)] }),
		];
		const columns = {
			quantities: ["temperature", "humidity", "co2"],
			hasBattery: true,
			hasSignal: false,
			hasMemory: false,
			hasOthers: true,
		};
		expect(readingColumns(rows)).toEqual(columns);
		expect(readingColumns([...rows].reverse())).toEqual(columns);
	});
});
