import type { DeviceListRow } from "../../../shared/device/device";
import type { KeptDevice, MemberContext } from "../../base/context";
import { groupsInScope } from "../../group/scope";

export function visibleDevices(ctx: MemberContext, devices: readonly KeptDevice[]): readonly KeptDevice[] {
	const visible = groupsInScope(ctx);
	if (visible === "all") return devices;
	const groups = new Set(visible);
	return devices.filter(({ row }) => row.groupIds.some((id) => groups.has(id)));
}

/** Of kept devices those that the caller sees, naming the groups that the caller sees. */
export function visibleRows(ctx: MemberContext, devices: readonly KeptDevice[]): DeviceListRow[] {
	const visible = groupsInScope(ctx);
	const rows = visibleDevices(ctx, devices).map(({ row }) => row);
	if (visible === "all") return rows;
	const groups = new Set(visible);
	return rows.map((row) => ({ ...row, groupIds: row.groupIds.filter((id) => groups.has(id)) }));
}
