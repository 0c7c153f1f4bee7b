import type { User } from "../../../shared/account";
import type { DeviceListRow } from "../../../shared/device";
import { can } from "../../../shared/permissions";

type Merge = { fromIds: string[]; intoId: string };

/** What a merge does beside moving devices: who sees how many devices more than before. */
export type MergeEffect = { joining: number; seesMore: { id: string; name: string; devices: number }[] };

/**
 * The groups that go name the one that stays from then on, in scopes too: whoever saw one of them sees all that the one
 * holds afterwards.
 */
export function mergeEffect(merge: Merge, devices: DeviceListRow[], users: User[]): MergeEffect {
	const merged = new Set([...merge.fromIds, merge.intoId]);
	const pool = devices.filter(({ groupIds }) => groupIds.some((id) => merged.has(id)));
	const seesMore = users.flatMap(({ id, name, email, role, scope }) => {
		if (!can(role, "viewFleet") || scope === "all" || !scope.groupIds.some((groupId) => merged.has(groupId))) return [];
		const seen = new Set(scope.groupIds);
		const gained = pool.filter(({ groupIds }) => !groupIds.some((groupId) => seen.has(groupId))).length;
		return gained > 0 ? [{ id, name: name || email, devices: gained }] : [];
	});
	return { joining: pool.filter(({ groupIds }) => !groupIds.includes(merge.intoId)).length, seesMore };
}
