import type { Group } from "../../shared/group";
import { can } from "../../shared/permissions";
import type { MemberContext } from "../context";
import { type GroupRow, listCurrentDeviceIds } from "./group-rows";
import { visibleUsesByGroup } from "./group-uses";
import type { PendingInvitations } from "./pending-invitations";

/** A group with its devices, without archived ones, and with what names it, as far as the caller may see that. */
export function wholeGroup(ctx: MemberContext, group: GroupRow, invitationsTo: PendingInvitations): Group {
	const { id, name, kind, description, colour, version, filter, defaults, createdAt } = group;
	const deviceIds = listCurrentDeviceIds(ctx.db, id);
	const facts = { id, name, kind, description, colour, version, filter, defaults, createdAt };
	const invitations = can(ctx.user.role, "viewUsers") ? invitationsTo(id) : [];
	const uses = { ...visibleUsesByGroup(ctx)(id), invitations };
	return { ...facts, deviceIds, deviceCount: deviceIds.length, uses };
}
