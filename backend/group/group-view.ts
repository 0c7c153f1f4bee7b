import type { Group, GroupUses } from "../../shared/group";
import { can } from "../../shared/permissions";
import { groupTextNames, pick } from "../../shared/plain-fields";
import { type AccountDb, type MemberContext, oncePerBatch } from "../base/context";
import { listInvitationsOfAccount } from "../db/directory-rows";
import { currentGroupIds, type GroupRow, listCurrentDeviceIds } from "../db/group-rows";
import { listGroupUses } from "../db/group-use-rows";
import { groupsInScope } from "./scope";

/** A group with its devices, without archived ones, and with what names it, as far as the caller may see that. */
export function wholeGroup(ctx: MemberContext, group: GroupRow, invitationsTo: PendingInvitations): Group {
	const { id, name, kind, colour, version, filter, defaults, createdAt } = group;
	const texts = pick(group, groupTextNames);
	const deviceIds = listCurrentDeviceIds(ctx.db, id);
	const facts = { id, name, kind, ...texts, colour, version, filter, defaults, createdAt };
	const invitations = can(ctx.user.role, "viewUsers") ? invitationsTo(id) : [];
	const uses = { ...visibleUsesByGroup(ctx)(id), invitations };
	return { ...facts, deviceIds, deviceCount: deviceIds.length, uses };
}

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

type InvitationUse = GroupUses["invitations"][number];

/**
 * Invitations that are pending, as uses of a group: who accepts one would see the group's devices. They stand in the
 * directory, so they are read before what is to be decided by them, which then takes no await. An invitation is deleted
 * there only when its member is here, so that one of the two is always found.
 */
export async function pendingInvitations(
	ctx: Pick<MemberContext, "db" | "directory" | "accountId" | "now">,
): Promise<(groupId: string) => InvitationUse[]> {
	const invitations = await listInvitationsOfAccount(ctx.directory, ctx);
	return (groupId) =>
		invitations.flatMap(({ id, email, scope }) =>
			scope !== "all" && currentGroupIds(ctx.db, scope.groupIds).includes(groupId) ? { id, name: email } : [],
		);
}

export type PendingInvitations = Awaited<ReturnType<typeof pendingInvitations>>;
