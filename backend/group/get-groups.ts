import type { GroupListRow } from "../../shared/group";
import type { Verb } from "../context";
import { listGroups } from "./group-rows";
import { visibleUsesByGroup } from "./group-uses";
import { groupsInScope } from "./scope";

export function getGroups({ ctx }: Verb): GroupListRow[] {
	const usesOf = visibleUsesByGroup(ctx);
	return listGroups(ctx.db, groupsInScope(ctx)).map((group) => {
		const { alerts, users, groups } = usesOf(group.id);
		return { ...group, useCounts: { alerts: alerts.length, users: users.length, groups: groups.length } };
	});
}
