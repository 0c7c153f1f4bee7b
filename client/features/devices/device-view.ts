import * as z from "zod/mini";
import { type DeviceListRow, DeviceStatus } from "../../../shared/device";
import { GroupId } from "../../../shared/ids";
import { Quantity } from "../../../shared/units";
import { statusesFromWorst } from "../../device-status-words";
import type { Sort } from "../../ui/data-table";

/** The list's search parameters: lists are comma-separated, a leading minus sorts downwards. */
export const DevicesSearch = z.object({
	q: z.optional(z.string()),
	status: z.optional(z.string()),
	group: z.optional(z.string()),
	sort: z.optional(z.string()),
	add: z.optional(z.string()),
});
export type DevicesSearch = z.infer<typeof DevicesSearch>;

export type DeviceView = { text: string; statuses: DeviceStatus[]; groupIds: string[]; sort: Sort };

function listOf<T>(text: string | undefined, isMember: (part: string) => part is T & string): (T & string)[] {
	return [...new Set(text?.split(",") ?? [])].filter(isMember);
}

const isStatus = (part: string): part is DeviceStatus => DeviceStatus.safeParse(part).success;
const isGroupId = (part: string): part is string => GroupId.safeParse(part).success;

/** What a link asks for; parts that mean nothing are left out rather than refused. */
export function viewFromSearch({ q, status, group, sort }: DevicesSearch): DeviceView {
	const isDescending = sort?.startsWith("-") ?? false;
	const columnId = isDescending ? sort?.slice(1) : sort;
	return {
		text: q?.trim() ?? "",
		statuses: listOf(status, isStatus),
		groupIds: listOf(group, isGroupId),
		sort: columnId && isSortColumn(columnId) ? { columnId, isDescending } : { columnId: "name", isDescending: false },
	};
}

export function sortToSearch({ columnId, isDescending }: Sort): string | undefined {
	if (columnId === "name" && !isDescending) return undefined;
	return `${isDescending ? "-" : ""}${columnId}`;
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

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** What a row sorts by; null always stands last, whichever way the column runs. */
function sortValue(row: DeviceListRow, columnId: string): string | number | null {
	if (columnId === "name") return row.name;
	if (columnId === "serial") return row.serialNumber;
	if (columnId === "status") return statusesFromWorst.indexOf(row.status);
	if (columnId === "received") return row.lastReceivedAt;
	return row.latest.find(({ quantity }) => quantity === columnId)?.value ?? null;
}

function compareValues(a: string | number | null, b: string | number | null): number {
	return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

export function sortDevices(rows: DeviceListRow[], { columnId, isDescending }: Sort): DeviceListRow[] {
	const keyed = rows.map((row) => ({ row, value: sortValue(row, columnId) }));
	keyed.sort((a, b) => {
		const order =
			a.value === null || b.value === null
				? Number(a.value === null) - Number(b.value === null)
				: compareValues(a.value, b.value) * (isDescending ? -1 : 1);
		return order || collator.compare(a.row.name, b.row.name) || (a.row.id < b.row.id ? -1 : 1);
	});
	return keyed.map(({ row }) => row);
}

export function countByStatus(rows: DeviceListRow[]): Record<DeviceStatus, number> {
	const counts: Record<DeviceStatus, number> = { online: 0, late: 0, offline: 0, never: 0, disabled: 0 };
	for (const { status } of rows) counts[status] += 1;
	return counts;
}
