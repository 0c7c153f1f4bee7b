import { can } from "../../shared/account/permissions";
import { groupTextNames, pick } from "../../shared/base/plain-fields";
import type { Group, GroupUses } from "../../shared/device/group";
import { type AccountDb, type MemberContext, oncePerBatch } from "../base/context";
import { currentGroupIds, type GroupRow, listCurrentDeviceIds } from "../db/group-rows";
import { listGroupUses } from "../db/group-use-rows";
import { listOpenInvitations } from "../db/invitation-rows";
import { muteOf, withPlans } from "../db/mute-rows";
import { groupsInScope } from "./scope";

export function wholeGroup(ctx: MemberContext, group: GroupRow): Group {
	const { id, name, kind, colour, version, filter, defaults, createdAt } = group;
	const texts = pick(group, groupTextNames);
	const deviceIds = listCurrentDeviceIds(ctx.db, id);
	const [own = group] = withPlans(ctx.db, [group], ctx.now);
	const mute = muteOf({ mutedUntil: own.mutedUntil, muteReason: own.muteReason }, ctx.now);
	const facts = { id, name, kind, ...texts, colour, version, filter, defaults, createdAt, ...mute };
	const invitations = can(ctx.user.role, "viewUsers") ? invitationsTo(ctx, id) : [];
	const uses = { ...visibleUsesByGroup(ctx)(id), invitations };
	return { ...facts, deviceIds, deviceCount: deviceIds.length, uses };
}

type OwnUses = Omit<GroupUses, "invitations">;

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

export function visibleUsesByGroup(ctx: MemberContext): (groupId: string) => OwnUses {
	const uses = usesInBatch(ctx);
	const visible = groupsInScope(ctx);
	const mayViewUsers = can(ctx.user.role, "viewUsers");
	return (groupId) => {
		const { alerts, reports, users, groups } = uses.get(groupId) ?? noUses();
		return {
			alerts,
			reports,
			users: mayViewUsers ? users : [],
			groups: visible === "all" ? groups : groups.filter(({ id }) => visible.includes(id)),
		};
	};
}

function noUses(): OwnUses {
	return { alerts: [], reports: [], users: [], groups: [] };
}

type InvitationUse = GroupUses["invitations"][number];

/** Open invitations whose acceptance would show the group's devices. */
export function invitationsTo(ctx: Pick<MemberContext, "db" | "now">, groupId: string): InvitationUse[] {
	return listOpenInvitations(ctx.db, new Date(ctx.now)).flatMap(({ id, email, scope }) =>
		scope !== "all" && currentGroupIds(ctx.db, scope.groupIds).includes(groupId) ? [{ id, name: email }] : [],
	);
}
