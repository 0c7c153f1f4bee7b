import { errorKey } from "../../../shared/base/error-key";
import type { ArchivedFilter, DeviceListRow, GetDevices } from "../../../shared/device/device";
import { matchesFilter } from "../../../shared/device/device-filter";
import { DeviceStatus } from "../../../shared/device/device-terms";
import { createBest } from "../../../shared/overview/count-fleet";
import type { Call, MemberContext } from "../../base/context";
import { InputError } from "../../base/errors";
import { devicesInScope } from "../../group/scope";
import { makeListRows } from "./make-list-rows";
import { visibleRows } from "./visible-rows";

/** `cursor` is the last id of the previous page; that device may be gone. */
export async function getDevices({ ctx, input = {} }: Call<GetDevices>): Promise<DeviceListRow[]> {
	const { search = "", isByWords = false, filters = {}, sort, archived = "current", cursor, limit } = input;
	const rows = await listDeviceRows(ctx, archived);
	const isFiltering = search !== "" || Object.keys(filters).length > 0;
	const searched = isByWords ? search.split(/\s+/) : [search];
	const isFound = (row: DeviceListRow) =>
		searched.every((text) => matchesFilter(row, { search: text })) && matchesFilter(row, filters);
	const found = isFiltering ? rows.filter(isFound) : rows;
	return (cursor === undefined ? inOrder(found, sort, limit) : behind(cursor)).slice(0, limit);

	function behind(id: string): DeviceListRow[] {
		if (sort === undefined) return found.filter((row) => row.id > id);
		const last = rows.find((row) => row.id === id);
		if (!last) throw new InputError({ cursor: errorKey("list.changed") });
		const order = deviceOrder(sort);
		return inOrder(
			found.filter((row) => order(last, row) < 0),
			sort,
			limit,
		);
	}
}

function inOrder(rows: DeviceListRow[], sort: Sort | undefined, limit = rows.length): DeviceListRow[] {
	if (sort === undefined) return rows;
	if (limit >= rows.length) return rows.toSorted(deviceOrder(sort));
	const first = createBest(limit, deviceOrder(sort));
	for (const row of rows) first.offer(row);
	return first.all();
}

async function listDeviceRows(ctx: MemberContext, archived: ArchivedFilter): Promise<DeviceListRow[]> {
	if (archived === "current") return visibleRows(ctx, (await ctx.cachedDevices.at(ctx.now)).devices);
	return visibleRows(ctx, await makeListRows(ctx, archived, devicesInScope(ctx)));
}

type Sort = NonNullable<NonNullable<GetDevices>["sort"]>;
type Order = (one: DeviceListRow, other: DeviceListRow) => number;

/** Numeric: `Room 2` before `Room 10`. */
const { compare } = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const orders: Record<"name" | "serial" | "status" | "received", Order> = {
	name: (one, other) => compare(one.name, other.name),
	serial: (one, other) => compare(one.serialNumber ?? "", other.serialNumber ?? ""),
	status: (one, other) => DeviceStatus.options.indexOf(one.status) - DeviceStatus.options.indexOf(other.status),
	received: (one, other) => (one.lastReceivedAt ?? 0) - (other.lastReceivedAt ?? 0),
};

function deviceOrder(sort: Sort): Order {
	const [direction, order] = sort.startsWith("-") ? [-1, ordersOf(sort.slice(1))] : [1, ordersOf(sort)];
	return (one, other) => direction * order(one, other) || (one.id < other.id ? -1 : Number(one.id > other.id));
}

function ordersOf(column: string): Order {
	for (const [name, order] of Object.entries(orders)) if (name === column) return order;
	throw new Error(`No order by ${column}`);
}
