import type { DeletedGroups, GroupsTarget } from "../../shared/group";
import type { MemberContext, Verb } from "../context";
import { raiseDeviceVersions } from "../device/device-rows";
import { domainError } from "../errors";
import { addConfigEvent } from "../log/events/add-config-event";
import { createUndo } from "../undo/create-undo";
import { deleteGroupRows, type GroupRow, listDeviceIds } from "./group-rows";
import { toGroupUndoEntries } from "./group-undo-entry";
import { usesByGroup } from "./group-uses";
import { groupsText } from "./groups-text";
import { type PendingInvitations, pendingInvitations } from "./pending-invitations";
import { assertWholeScope, groupOrThrow } from "./scope";
import { settleGroups } from "./settle-groups";

/** All of the groups or none. Throws GROUP_IN_USE where a rule, a user, an invitation or another group's filter names one of them. */
export async function deleteGroups({ ctx, input }: Verb<GroupsTarget>): Promise<DeletedGroups> {
	assertWholeScope(ctx);
	const invitationsTo = await pendingInvitations(ctx);
	const deleted = ctx.db.transaction(() => {
		const groups = [...new Set(input.ids)].map((id) => groupOrThrow(ctx, id));
		assertUnused(ctx, groups, invitationsTo);
		const ids = groups.map(({ id }) => id);
		const entries = groups.flatMap((group) => toGroupUndoEntries(group, listDeviceIds(ctx.db, [group.id])));
		const members = listDeviceIds(ctx.db, ids);
		raiseDeviceVersions(ctx.db, members);
		deleteGroupRows(ctx.db, ids);
		settleGroups(ctx, members);
		addConfigEvent(ctx, null, `${groupsText(groups)} deleted`);
		return { deleted: groups.length, undoId: createUndo(ctx, { kind: "groups", entries }) };
	});
	await ctx.watch.intervalsChanged();
	return deleted;
}

/** A filter that goes along misses nothing. */
function assertUnused({ db }: MemberContext, groups: GroupRow[], invitationsTo: PendingInvitations): void {
	const going = new Set(groups.map(({ id }) => id));
	const uses = usesByGroup(db);
	for (const { id } of groups) {
		const { alerts = [], users = [], groups: filters = [] } = uses.get(id) ?? {};
		const isNamed = alerts.length + users.length + invitationsTo(id).length > 0;
		const isMissed = isNamed || filters.some((group) => !going.has(group.id));
		if (isMissed) throw domainError("GROUP_IN_USE", { groupId: id });
	}
}
