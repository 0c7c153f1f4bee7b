import type { DeviceListRow, GetDevices } from "../../shared/device";
import { matchesFilter } from "../../shared/device-filter";
import type { Served, Verb } from "../context";
import { InputError } from "../errors";
import { leavingPacked } from "../packed-answers";
import { deviceOrder } from "./device-order";
import { listDeviceRows } from "./list-devices";

/** `cursor` is the last id of the page before; the device may have left a list that is in order of creation. */
export async function getDevices({ ctx, input = {} }: Verb<GetDevices> & { ctx: Served }): Promise<DeviceListRow[]> {
	const { search = "", filters = {}, sort, shelf = "current", cursor, limit } = input;
	const rows = await listDeviceRows(ctx, shelf);
	const found = rows.filter((row) => matchesFilter(row, { search }) && matchesFilter(row, filters));
	const asked = (cursor === undefined ? inOrder(found, sort) : behind(cursor)).slice(0, limit);
	return ctx.readsPackedDevices ? leavingPacked(asked) : asked;

	function behind(id: string): DeviceListRow[] {
		if (sort === undefined) return found.filter((row) => row.id > id);
		const last = rows.find((row) => row.id === id);
		if (!last) throw new InputError({ cursor: "The list has changed. Load it anew." });
		const order = deviceOrder(sort);
		return inOrder(
			found.filter((row) => order(last, row) < 0),
			sort,
		);
	}
}

function inOrder(rows: DeviceListRow[], sort: NonNullable<GetDevices>["sort"]): DeviceListRow[] {
	return sort === undefined ? rows : rows.toSorted(deviceOrder(sort));
}
