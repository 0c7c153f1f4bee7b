import * as z from "zod/mini";
import type { GroupFilter } from "../../shared/device-filter";
import type { Undone } from "../../shared/device-inputs";
import { limits } from "../../shared/limits";
import type { AccountDb, MemberContext } from "../context";
import { findDevices, raiseDeviceVersions } from "../device/device-rows";
import { addConfigEvent } from "../log/events/add-config-event";
import { isNameTaken } from "./assert-group-name";
import { findGroup, type GroupRow, insertGroup, listGroupRows } from "./group-rows";
import { GroupUndoEntry } from "./group-undo-entry";
import { groupsText } from "./groups-text";
import { insertMemberships } from "./membership-rows";
import { currentGroupIds } from "./merged-groups";
import { assertWholeScope } from "./scope";
import { settleGroups } from "./settle-groups";

/**
 * Brings groups back under their ids, within the caller's transaction, with those of their devices that are still there.
 * One whose name was taken meanwhile, or whose filter names a group that is gone, is skipped. Throws NOT_PERMITTED, as the deletion would.
 */
export function undoGroupDeletion(ctx: MemberContext, entries: unknown[]): Undone {
	assertWholeScope(ctx);
	const asked = z.array(GroupUndoEntry).parse(entries);
	const groups = new Map(asked.map(({ group }) => [group.id, group]));
	// Those that a filter may name come first.
	const inOrder = [...groups.values()].sort(
		(one, other) => Number(one.filter !== null) - Number(other.filter !== null),
	);
	const restored = inOrder.filter((group) => restoreGroup(ctx, group));
	const isBack = new Set(restored.map(({ id }) => id));
	const memberships = asked.flatMap(({ group, deviceIds }) =>
		isBack.has(group.id) ? deviceIds.map((deviceId) => ({ groupId: group.id, deviceId })) : [],
	);
	const present = findDevices(ctx.db, [...new Set(memberships.map(({ deviceId }) => deviceId))]);
	const isThere = new Set(present.map(({ id }) => id));
	insertMemberships(
		ctx.db,
		memberships.filter(({ deviceId }) => isThere.has(deviceId)),
	);
	raiseDeviceVersions(ctx.db, [...isThere]);
	const hasFilter = restored.some(({ kind }) => kind === "dynamic");
	settleGroups(ctx, hasFilter ? "all" : [...isThere]);
	if (restored.length > 0) addConfigEvent(ctx, null, `${groupsText(restored)} restored`);
	return { restored: restored.length, skipped: groups.size - restored.length };
}

function restoreGroup({ db }: MemberContext, group: GroupRow): boolean {
	if (listGroupRows(db).length >= limits.groups || isNameTaken(db, group.name, null)) return false;
	const filter = currentFilter(db, group.filter);
	if (filter?.groupIds?.some((id) => findGroup(db, id)?.kind !== "static")) return false;
	insertGroup(db, { ...group, filter, version: group.version + 1 });
	return true;
}

/** As merges have left the groups that it names. */
function currentFilter(db: AccountDb, filter: GroupFilter | null): GroupFilter | null {
	return filter?.groupIds ? { ...filter, groupIds: currentGroupIds(db, filter.groupIds) } : filter;
}
