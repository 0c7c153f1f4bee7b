import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { devicesNeedingAttention } from "../../client/features/dashboard/fleet-summary";
import {
	countByStatus,
	filterDevices,
	sortDevices,
	sortToSearch,
	viewFromSearch,
} from "../../client/features/devices/device-view";
import { otherReadings, quantityColumns } from "../../client/features/devices/quantity-columns";
import { type DeviceListRow, DeviceStatus } from "../../shared/device";
import type { Quantity } from "../../shared/units";

const groupA = "grp_00000000000000000000000001";
const groupB = "grp_00000000000000000000000002";

function latest(quantity: Quantity, value: number | null) {
	return { name: quantity, quantity, unit: "", decimals: 1, value, at: value === null ? null : 1 };
}

function row(name: string, change: Partial<DeviceListRow> = {}): DeviceListRow {
	return {
		id: `dev_${name}`,
		name,
		serialNumber: null,
		groupIds: [],
		timezoneOffset: 0,
		timeZoneRule: 0,
		status: "online",
		lastReadingAt: null,
		lastReceivedAt: null,
		latest: [],
		...change,
	};
}

const names = (rows: DeviceListRow[]) => rows.map(({ name }) => name);

describe("the view a link asks for", () => {
	it("reads every parameter and leaves out what means nothing", () => {
		expect(
			viewFromSearch({ q: "  cold ", status: "late,nonsense,late,offline", group: `${groupA},x`, sort: "-received" }),
		).toEqual({
			text: "cold",
			statuses: ["late", "offline"],
			groupIds: [groupA],
			sort: { columnId: "received", isDescending: true },
		});
	});

	it.each([undefined, "", "-", "constructor", "name"])("sorts by name for %j", (sort) => {
		expect(viewFromSearch({ sort }).sort).toEqual({ columnId: "name", isDescending: false });
	});

	it("comes back from the address it is written to", () => {
		for (const columnId of ["name", "serial", "status", "received", "temperature"]) {
			for (const isDescending of [true, false]) {
				expect(viewFromSearch({ sort: sortToSearch({ columnId, isDescending }) }).sort).toEqual({
					columnId,
					isDescending,
				});
			}
		}
	});
});

describe("filtering", () => {
	const rows = [
		row("Cold room 1", { serialNumber: "AQ-104 21", groupIds: [groupA] }),
		row("Truck 07", { status: "offline", serialNumber: "AQ-20714", groupIds: [groupA, groupB] }),
		row("Spare", { status: "never" }),
	];
	const shown = (search: Parameters<typeof viewFromSearch>[0]) => names(filterDevices(rows, viewFromSearch(search)));

	it("finds names in any case and serial numbers however spaced or dashed", () => {
		expect(shown({ q: "COLD" })).toEqual(["Cold room 1"]);
		expect(shown({ q: "aq104-21" })).toEqual(["Cold room 1"]);
		expect(shown({ q: "-" })).toEqual([]);
	});

	it("takes any of the statuses, any of the groups, and all kinds of filter together", () => {
		expect(shown({ status: "offline,never" })).toEqual(["Truck 07", "Spare"]);
		expect(shown({ group: groupB })).toEqual(["Truck 07"]);
		expect(shown({ group: groupA, status: "online", q: "room" })).toEqual(["Cold room 1"]);
		expect(shown({ group: groupB, status: "online" })).toEqual([]);
	});
});

describe("sorting", () => {
	it("counts numbers inside names and keeps missing values last both ways", () => {
		const rows = [
			row("Room 10", { latest: [latest("temperature", -3)] }),
			row("Room 2"),
			row("Room 1", { latest: [latest("temperature", 20)] }),
		];
		expect(names(sortDevices(rows, { columnId: "name", isDescending: false }))).toEqual([
			"Room 1",
			"Room 2",
			"Room 10",
		]);
		expect(names(sortDevices(rows, { columnId: "temperature", isDescending: false }))).toEqual([
			"Room 10",
			"Room 1",
			"Room 2",
		]);
		expect(names(sortDevices(rows, { columnId: "temperature", isDescending: true }))).toEqual([
			"Room 1",
			"Room 10",
			"Room 2",
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
			columnId: fc.constantFrom("name", "serial", "status", "received", "humidity"),
			isDescending: fc.boolean(),
		});
		fc.assert(
			fc.property(fc.uniqueArray(anyRow, { selector: ({ id }) => id }), anySort, (changes, sort) => {
				const rows = changes.map(({ name, ...change }) => row(name, change));
				const once = sortDevices(rows, sort);
				expect(new Set(once)).toEqual(new Set(rows));
				expect(sortDevices([...once].reverse(), sort)).toEqual(once);
			}),
		);
	});
});

describe("what is counted and picked", () => {
	it("counts every status", () => {
		expect(countByStatus([row("a"), row("b"), row("c", { status: "late" })])).toEqual({
			online: 2,
			late: 1,
			offline: 0,
			never: 0,
			disabled: 0,
		});
	});

	it("gives the three most common measured quantities a column and lists the rest", () => {
		const rows = [
			row("a", { latest: [latest("battery", 9), latest("temperature", 1), latest("humidity", 2), latest("co2", 3)] }),
			row("b", {
				latest: [latest("battery", 9), latest("temperature", 1), latest("temperature", 2), latest("humidity", 2)],
			}),
			row("c", { latest: [latest("temperature", 1), latest("level", 2), latest("co2", 3)] }),
		];
		const columns = quantityColumns(rows);
		expect(columns).toEqual(["temperature", "humidity", "co2"]);
		expect(rows.map((each) => otherReadings(each, columns).map(({ name }) => name))).toEqual([[], [], ["level"]]);
	});

	it("puts the worst and longest silent devices first and leaves healthy ones out", () => {
		const rows = [
			row("late", { status: "late", lastReceivedAt: 50 }),
			row("fine"),
			row("off", { status: "disabled" }),
			row("gone yesterday", { status: "offline", lastReceivedAt: 40 }),
			row("gone last week", { status: "offline", lastReceivedAt: 10 }),
			row("new", { status: "never" }),
		];
		expect(names(devicesNeedingAttention(rows))).toEqual(["gone last week", "gone yesterday", "late", "new"]);
	});
});
