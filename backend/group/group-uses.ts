import type { GroupUses } from "../../shared/group";
import { can } from "../../shared/permissions";
import type { AccountDb, MemberContext } from "../context";
import { oncePerBatch } from "../once-per-batch";
import { listGroupUses } from "./group-use-rows";
import { groupsInScope } from "./scope";

/** What names a group in the account itself. */
type OwnUses = Omit<GroupUses, "invitations">;

/** What names groups, by group id; one that nothing names is not among them. */
export function usesByGroup(db: AccountDb): Map<string, OwnUses> {
	const uses = new Map<string, OwnUses>();
	for (const { kind, id, name, groupIds } of listGroupUses(db)) {
		for (const groupId of new Set(groupIds)) {
			const known = uses.get(groupId) ?? noUses();
			known[kind].push({ id, name });
			uses.set(groupId, known);
		}
	}
	return uses;
}

const usesInBatch = oncePerBatch(({ db }) => usesByGroup(db));

/** The part of it that the caller may see: users by role, groups by scope. */
export function visibleUsesByGroup(ctx: MemberContext): (groupId: string) => OwnUses {
	const uses = usesInBatch(ctx);
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
