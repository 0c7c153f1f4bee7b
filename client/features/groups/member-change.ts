import type { DeviceListRow } from "../../../shared/device";
import { matchesFilter } from "../../../shared/device-filter";
import type { GroupMembers } from "../../../shared/group";
import { countOf } from "../../ui/format";

/** Whom a group will have, and how that differs from whom it has. */
export type MemberChange = { members: DeviceListRow[]; joining: DeviceListRow[]; leaving: DeviceListRow[] };

/** `presentIds` are the devices the group has now; none for one that is yet to be made. */
export function memberChange(devices: DeviceListRow[], members: GroupMembers, presentIds: string[]): MemberChange {
	const chosen = new Set(members.kind === "static" ? members.deviceIds : []);
	const isMember = (device: DeviceListRow) =>
		members.kind === "static"
			? chosen.has(device.id)
			: hasCriterion(members.filter) && matchesFilter(device, members.filter);
	const present = new Set(presentIds);
	const result: MemberChange = { members: [], joining: [], leaving: [] };
	for (const device of devices) {
		const wasMember = present.has(device.id);
		if (isMember(device)) {
			result.members.push(device);
			if (!wasMember) result.joining.push(device);
		} else if (wasMember) result.leaving.push(device);
	}
	return result;
}

/** A filter without a criterion is none: it makes no group, rather than one of every device. */
export function hasCriterion(filter: object): boolean {
	return Object.values(filter).some((criterion) => criterion !== undefined && criterion.length > 0);
}

/** `12 devices, 3 of them new, 1 leaves`. */
export function memberChangeWords({ members, joining, leaving }: MemberChange): string {
	const count = members.length === 0 ? "No devices" : countOf(members.length, "device");
	const isAllNew = joining.length === members.length && leaving.length === 0;
	const joins = joining.length === 0 || isAllNew ? [] : [`${joining.length.toLocaleString("en-US")} of them new`];
	const leaves =
		leaving.length === 0
			? []
			: [`${leaving.length.toLocaleString("en-US")} ${leaving.length === 1 ? "leaves" : "leave"}`];
	return [count, ...joins, ...leaves].join(", ");
}
