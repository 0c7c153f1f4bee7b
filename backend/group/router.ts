import {
	CreateGroup,
	GetGroup,
	type Group,
	type GroupListRow,
	GroupsTarget,
	MergeGroups,
	MuteGroups,
	UpdateGroup,
} from "../../shared/device/group";
import type { Call } from "../base/context";
import { procedureFor, router } from "../base/trpc";
import { listGroups } from "../db/group-rows";
import { muteOf, withPlans } from "../db/mute-rows";
import { deleteGroups } from "./delete-groups";
import { createGroup, muteGroups, updateGroup } from "./edit-groups";
import { visibleUsesByGroup, wholeGroup } from "./group-projection";
import { mergeGroups } from "./merge-groups";
import { groupOrThrow, groupsInScope } from "./scope";

export const groupRouter = router({
	getGroups: procedureFor("viewFleet").query(({ ctx }) => getGroups({ ctx, input: undefined })),
	getGroup: procedureFor("viewFleet").input(GetGroup).query(getGroup),
	createGroup: procedureFor("editGroups").input(CreateGroup).mutation(createGroup),
	updateGroup: procedureFor("editGroups").input(UpdateGroup).mutation(updateGroup),
	deleteGroups: procedureFor("editGroups").input(GroupsTarget).mutation(deleteGroups),
	muteGroups: procedureFor("muteDevices").input(MuteGroups).mutation(muteGroups),
	mergeGroups: procedureFor("editGroups").input(MergeGroups).mutation(mergeGroups),
});

function getGroups({ ctx }: Call): GroupListRow[] {
	const usesOf = visibleUsesByGroup(ctx);
	return withPlans(ctx.db, listGroups(ctx.db, groupsInScope(ctx)), ctx.now).map((group) => {
		const { alerts, reports, users, groups } = usesOf(group.id);
		return {
			...muteOf(group, ctx.now),
			useCounts: { alerts: alerts.length, reports: reports.length, users: users.length, groups: groups.length },
		};
	});
}

function getGroup({ ctx, input }: Call<GetGroup>): Group {
	return wholeGroup(ctx, groupOrThrow(ctx, input.id));
}
