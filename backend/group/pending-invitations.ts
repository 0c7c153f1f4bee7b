import type { GroupUses } from "../../shared/group";
import type { MemberContext } from "../context";
import { listInvitationsOfAccount } from "../directory/directory-rows";
import { currentGroupIds } from "./merged-groups";

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
