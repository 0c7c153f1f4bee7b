import { describe, expect, it } from "vitest";
import {
	fleetRank,
	fleetsByGroup,
	fleetText,
	groupColumns,
	groupFacets,
	noFleet,
} from "../../client/features/groups/group-columns";
import { rowsShown } from "../../client/ui/table/entity-list";
import { listCsv } from "../../client/ui/table/export-csv";
import type { DeviceListRow } from "../../shared/device/device";
import type { DeviceStatus } from "../../shared/device/device-terms";
import type { GroupListRow } from "../../shared/device/group";
import { deviceRow, groupRow } from "./list-rows";

const coldRooms = "grp_00000000000000000000000001";
const trucks = "grp_00000000000000000000000002";
const noDevices = "grp_00000000000000000000000003";

const device = (name: string, change: Partial<DeviceListRow> = {}) =>
	deviceRow(name, { groupIds: [coldRooms], ...change });

const battery = (value: number, unit?: string) => [{ quantity: "battery" as const, value, ...(unit && { unit }) }];

const devices = [
	device("a", { status: "offline", lastReceivedAt: 1_000, alertState: "alerting" }),
	device("b", { groupIds: [coldRooms, trucks], lastReceivedAt: 5_000, latest: battery(19.9) }),
	device("c", { status: "never", alertState: "muted", latest: battery(3.6, "V") }),
	device("d", { lastReceivedAt: 4_000, alertState: "acknowledged", latest: battery(20) }),
	device("e", { groupIds: [], status: "late", lastReceivedAt: 1, alertState: "alerting" }),
];

describe("the state of a group's devices", () => {
	const fleets = fleetsByGroup(devices);

	it("counts each group that has any, of its own devices only", () => {
		expect([...fleets.keys()]).toEqual([coldRooms, trucks]);
		expect(fleets.get(coldRooms)).toEqual({
			counts: { online: 2, late: 0, offline: 1, never: 1, imported: 0, disabled: 0 },
			inAlert: 2,
			lowBattery: 1,
			silentLongest: devices[0],
		});
		expect(fleets.get(trucks)).toEqual({
			counts: { online: 1, late: 0, offline: 0, never: 0, imported: 0, disabled: 0 },
			inAlert: 0,
			lowBattery: 1,
			silentLongest: devices[1],
		});
	});

	it("names states that are amiss, the worst first", () => {
		const of = (...statuses: DeviceStatus[]) =>
			fleetText(fleetsByGroup(statuses.map((status) => device("x", { status }))).get(coldRooms) ?? noFleet);
		expect(of("late", "online", "offline", "never", "late")).toBe("1 offline, 2 late, 1 never reported");
		expect(of("online", "online")).toBe("all online");
		expect(of()).toBeNull();
	});

	it("sorts the worst first", () => {
		const rankOf = (counts: Partial<Record<DeviceStatus, number>>) =>
			fleetRank({ ...noFleet, counts: { ...noFleet.counts, ...counts } });
		const ranks = [
			{ offline: 2 },
			{ offline: 1, late: 90_000 },
			{ offline: 1 },
			{ late: 1 },
			{ never: 9 },
			{ online: 5 },
		];
		expect(ranks.map(rankOf)).toEqual(ranks.map(rankOf).toSorted((a, b) => a - b));
		expect(new Set(ranks.map(rankOf)).size).toBe(ranks.length);
	});

	it("narrows the list to groups in alert", () => {
		const rows = [groupRow(trucks), groupRow(coldRooms), groupRow(noDevices)];
		const parts = { rowKey: ({ id }: GroupListRow) => id, columns: groupColumns(fleets), facets: groupFacets(fleets) };
		const shown = (alert: string) =>
			rowsShown(rows, { ...parts, searched: ({ name }) => [name] }, { alert }).map(({ id }) => id);
		expect(shown("active")).toEqual([coldRooms]);
		expect(shown("none")).toEqual([trucks, noDevices]);
	});

	it("stands in the list's file", () => {
		const columns = groupColumns(fleets).filter(({ id }) => ["fleet", "alerts", "battery", "silent"].includes(id));
		expect(
			listCsv(columns, [groupRow(coldRooms), groupRow(noDevices)], ({ id }) => id)
				.trim()
				.split("\r\n"),
		).toEqual([
			expect.stringMatching(/Status,Alerting,Low battery,Longest silence \(UTC\),Id$/),
			`"1 offline, 1 never reported",2,1,1970-01-01T00:00:01.000Z,${coldRooms}`,
			`,0,0,,${noDevices}`,
		]);
	});
});
