import type { GroupUses } from "../../shared/group";
import { can } from "../../shared/permissions";
import { listUserScopes } from "../account/user-rows";
import { listWatchedScopes } from "../alert/alert-rows";
import type { AccountDb, MemberContext } from "../context";
import { listFilters } from "./group-rows";
import { groupsInScope } from "./scope";

/** What names a group in the account itself. */
type OwnUses = Omit<GroupUses, "invitations">;

/** What names groups, by group id; one that nothing names is not among them. */
export function usesByGroup(db: AccountDb): Map<string, OwnUses> {
	const uses = new Map<string, OwnUses>();
	function note(kind: keyof OwnUses, groupIds: string[], { id, name }: { id: string; name: string }): void {
		for (const groupId of new Set(groupIds)) {
			const known = uses.get(groupId) ?? noUses();
			known[kind].push({ id, name });
			uses.set(groupId, known);
		}
	}
	for (const alert of listWatchedScopes(db)) {
		if (alert.scope !== "all" && "groupIds" in alert.scope) note("alerts", alert.scope.groupIds, alert);
	}
	for (const user of listUserScopes(db)) if (user.scope !== "all") note("users", user.scope.groupIds, user);
	for (const group of listFilters(db)) note("groups", group.filter?.groupIds ?? [], group);
	return uses;
}

/** The part of it that the caller may see: users by role, groups by scope. */
export function visibleUsesByGroup(ctx: MemberContext): (groupId: string) => OwnUses {
	const uses = usesByGroup(ctx.db);
	const visible = groupsInScope(ctx);
	const mayViewUsers = can(ctx.user.role, "viewUsers");
	return (groupId) => {
		const { alerts, users, groups } = uses.get(groupId) ?? noUses();
		return {
			alerts,
			users: mayViewUsers ? users : [],
			groups: visible === "all" ? groups : groups.filter(({ id }) => visible.includes(id)),
		};
	};
}

function noUses(): OwnUses {
	return { alerts: [], users: [], groups: [] };
}
