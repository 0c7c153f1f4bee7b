import { type DeviceListRow, DeviceStatus } from "../../../shared/device";
import { GroupId } from "../../../shared/ids";
import { Quantity } from "../../../shared/units";
import { statusesFromWorst } from "../../device-status-words";
import type { Sort } from "../../ui/data-table";
import { chosenFrom, sortFromText, sortRows, sortToText } from "../../ui/list-rows";
import type { DevicesSearch } from "./devices-search";

export type DeviceView = { text: string; statuses: DeviceStatus[]; groupIds: string[]; sort: Sort };

const isStatus = (part: string): part is DeviceStatus => DeviceStatus.safeParse(part).success;
const isGroupId = (part: string): part is string => GroupId.safeParse(part).success;

/** What a link asks for; parts that mean nothing are left out rather than refused. */
export function viewFromSearch({ q, status, group, sort }: DevicesSearch): DeviceView {
	return {
		text: q?.trim() ?? "",
		statuses: chosenFrom(status, isStatus),
		groupIds: chosenFrom(group, isGroupId),
		sort: sortFromText(sort, byName, isSortColumn),
	};
}

const byName: Sort = { columnId: "name", isDescending: false };

export function sortToSearch(sort: Sort): string | undefined {
	return sortToText(sort, byName);
}

const plainColumns = ["name", "serial", "status", "received"];

function isSortColumn(columnId: string): boolean {
	return plainColumns.includes(columnId) || Quantity.safeParse(columnId).success;
}

export function isFiltered({ text, statuses, groupIds }: DeviceView): boolean {
	return text !== "" || statuses.length > 0 || groupIds.length > 0;
}

/** Serial numbers are found however they are spaced or dashed. */
function plain(text: string): string {
	return text.toLowerCase().replaceAll(/[\s-]/g, "");
}

export function filterDevices(rows: DeviceListRow[], { text, statuses, groupIds }: DeviceView): DeviceListRow[] {
	const wanted = text.toLowerCase();
	const wantedSerial = plain(text);
	return rows.filter((row) => {
		if (statuses.length > 0 && !statuses.includes(row.status)) return false;
		if (groupIds.length > 0 && !row.groupIds.some((id) => groupIds.includes(id))) return false;
		if (wanted === "") return true;
		return (
			row.name.toLowerCase().includes(wanted) ||
			(wantedSerial !== "" && plain(row.serialNumber ?? "").includes(wantedSerial))
		);
	});
}

function sortValue(row: DeviceListRow, columnId: string): string | number | null {
	if (columnId === "name") return row.name;
	if (columnId === "serial") return row.serialNumber;
	if (columnId === "status") return statusesFromWorst.indexOf(row.status);
	if (columnId === "received") return row.lastReceivedAt;
	return row.latest.find(({ quantity }) => quantity === columnId)?.value ?? null;
}

export function sortDevices(rows: DeviceListRow[], { columnId, isDescending }: Sort): DeviceListRow[] {
	return sortRows(rows, isDescending, {
		sortKeyOf: (row) => sortValue(row, columnId),
		nameOf: ({ name }) => name,
		idOf: ({ id }) => id,
	});
}

export function countByStatus(rows: DeviceListRow[]): Record<DeviceStatus, number> {
	const counts: Record<DeviceStatus, number> = { online: 0, late: 0, offline: 0, never: 0, disabled: 0 };
	for (const { status } of rows) counts[status] += 1;
	return counts;
}
