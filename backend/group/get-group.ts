import type { GetGroup, Group } from "../../shared/group";
import { can } from "../../shared/permissions";
import type { Verb } from "../context";
import { pendingInvitations } from "./pending-invitations";
import { groupOrThrow } from "./scope";
import { wholeGroup } from "./whole-group";

export async function getGroup({ ctx, input }: Verb<GetGroup>): Promise<Group> {
	groupOrThrow(ctx, input.id);
	const invitationsTo = can(ctx.user.role, "viewUsers") ? await pendingInvitations(ctx) : () => [];
	return wholeGroup(ctx, groupOrThrow(ctx, input.id), invitationsTo);
}
