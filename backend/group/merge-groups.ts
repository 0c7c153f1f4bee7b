import type { Group, MergeGroups } from "../../shared/group";
import type { MemberContext, Verb } from "../context";
import { raiseDeviceVersions } from "../device/device-rows";
import { InputError } from "../errors";
import { addConfigEvent } from "../log/events/add-config-event";
import { deleteGroupRows, type GroupRow, listDeviceIds, raiseGroupVersions } from "./group-rows";
import { groupsText } from "./groups-text";
import { insertMemberships } from "./membership-rows";
import { noteMerged } from "./merged-groups";
import { pendingInvitations } from "./pending-invitations";
import { renameUses } from "./rename-uses";
import { assertWholeScope, groupOrThrow } from "./scope";
import { settleGroups } from "./settle-groups";
import { wholeGroup } from "./whole-group";

/**
 * Rules, users, filters and pending invitations that named one of the groups name the one that stays. Who sees more or
 * less by it is affected at once. Throws NOT_PERMITTED, GROUP_NOT_FOUND, and InputError where the one takes no devices by hand.
 */
export async function mergeGroups({ ctx, input }: Verb<MergeGroups>): Promise<Group> {
	assertWholeScope(ctx);
	const invitationsTo = await pendingInvitations(ctx);
	const { userIds } = ctx.db.transaction(() => {
		const into = intoOrThrow(ctx, input);
		const from = [...new Set(input.fromIds)].map((id) => groupOrThrow(ctx, id));
		const fromIds = from.map(({ id }) => id);
		const members = listDeviceIds(ctx.db, [into.id, ...fromIds]);
		const renamed = renameUses(ctx, { fromIds, intoId: into.id });
		insertMemberships(
			ctx.db,
			members.map((deviceId) => ({ groupId: into.id, deviceId })),
		);
		raiseDeviceVersions(ctx.db, listDeviceIds(ctx.db, fromIds));
		deleteGroupRows(ctx.db, fromIds);
		noteMerged(ctx.db, { fromIds, intoId: into.id });
		raiseGroupVersions(ctx.db, [into.id]);
		settleGroups(ctx, renamed.hasFilters ? "all" : members);
		addConfigEvent(ctx, null, `${groupsText(from)} merged into ${into.name}`);
		return renamed;
	});
	for (const userId of userIds) ctx.live.accessChanged(userId);
	await ctx.watch.intervalsChanged();
	return wholeGroup(ctx, groupOrThrow(ctx, input.intoId), invitationsTo);
}

function intoOrThrow(ctx: MemberContext, { fromIds, intoId }: MergeGroups): GroupRow {
	const into = groupOrThrow(ctx, intoId);
	if (into.kind === "dynamic") throw new InputError({ intoId: "A group made by a filter takes no devices by hand." });
	if (fromIds.includes(intoId)) throw new InputError({ fromIds: "Choose other groups than the one that stays." });
	return into;
}
