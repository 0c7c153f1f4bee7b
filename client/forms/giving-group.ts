import type { InheritableSetting } from "../../shared/device-terms";
import type { GroupListRow } from "../../shared/group";

/** Of the groups a device is in the one that gives it a setting: the one made first, and ids sort by creation. */
export function givingGroup(
	groups: readonly GroupListRow[],
	groupIds: readonly string[],
	setting: InheritableSetting,
): GroupListRow | undefined {
	return groups
		.filter(({ id, defaults }) => groupIds.includes(id) && defaults[setting] !== undefined)
		.sort((a, b) => (a.id < b.id ? -1 : 1))[0];
}
