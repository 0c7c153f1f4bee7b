import type { EndAccess, LeaveAccount, Scope, UpdateUser, User, UserTarget } from "../../shared/account/account";
import { apiKeyAccess } from "../../shared/account/api-key";
import { can, canGrant, type Role } from "../../shared/account/permissions";
import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import { transferPurpose } from "../../shared/session/identity-confirmation";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { assertPlanRoom } from "../billing/plan-limits";
import { addMembership } from "../db/account-membership-rows";
import {
	accountOrThrow,
	deleteUser,
	findUser,
	listActiveOwners,
	saveUserAccess,
	toUser,
	type UserRow,
} from "../db/account-rows";
import { changeApiKey, listApiKeys } from "../db/api-key-rows";
import { linkedContactIds, pauseContactRows, unlinkContacts } from "../db/contact-rows";
import { saveDeparture } from "../db/departure-rows";
import { deleteCalendarOf } from "../db/duty-calendar-rows";
import { findGroup } from "../db/group-rows";
import { changeInvitation, listInvitations } from "../db/invitation-rows";
import { deleteSessions, endSessionsBefore } from "../db/session-rows";
import { deleteView, listOwnViewIds } from "../db/view-rows";
import { deleteWall, listWalls } from "../db/wall-rows";
import { assertWholeScope, groupsInScope, isWithinScope, visibleGroupIds } from "../group/scope";
import { takeConfirmation } from "../session/confirm-identity";
import { validAfter } from "../session/sign-ins";
import { keepingEmergencyOwner } from "./only-sso";
import { endUnsupportedLinks } from "./public-link-rights";

type Access = { role: Role; scope: Scope };

/** Throws CHANGED_MEANWHILE, and like `managedUserOrThrow` and `assertMayGrant`. */
export function updateUser({ ctx, input }: Call<UpdateUser>): User {
	return change(ctx, [input.userId], () => {
		const user = managedUserOrThrow(ctx, input.userId);
		if (user.version !== input.version) throw domainError("CHANGED_MEANWHILE", { userId: user.id });
		const { role, scope } = input;
		const isSameScope = isSame(user.scope, scope);
		if (user.role === role && isSameScope) return user;
		assertMayGrant(ctx, { role, scope });
		saveUserAccess(ctx.db, user.id, { role, scope });
		const { name } = user;
		const roles = { name, before: said("role", { role: user.role }), after: said("role", { role }) };
		const changed = isSameScope ? said("user.role", roles) : said("user.roleAndGroups", roles);
		addConfigEvent(ctx, null, user.role === role ? said("user.groups", { name }) : changed);
		return user;
	});
}

export function disableUser({ ctx, input }: Call<EndAccess>): User {
	return change(ctx, [input.userId], () => {
		const user = managedUserOrThrow(ctx, input.userId);
		if (user.status === "disabled") return user;
		if (input.linkedContacts === "pause") pauseLinkedContacts(ctx, user);
		if (input.takesKeys) takeOverKeys(ctx, user);
		if (input.removesWalls) removeWalls(ctx, user);
		saveUserAccess(ctx.db, user.id, { status: "disabled" });
		addConfigEvent(ctx, null, said("user.disabled", { name: user.name }));
		return user;
	});
}

export async function enableUser({ ctx, input }: Call<UserTarget>): Promise<User> {
	const { sub } = managedUserOrThrow(ctx, input.userId);
	// The previous release removes it from the directory when the user joins another account.
	await addMembership(ctx.directory, { sub, accountId: ctx.accountId, lostIn: null, now: ctx.now });
	ctx.user = ctx.currentUser();
	if (!can(ctx.user.role, "editUsers")) throw domainError("NOT_PERMITTED", { capability: "editUsers" });
	return change(ctx, [input.userId], () => {
		const user = managedUserOrThrow(ctx, input.userId);
		if (user.status === "active") return user;
		assertMayGrant(ctx, user);
		assertPlanRoom(ctx.db, "users", { field: "userId", now: ctx.now });
		saveUserAccess(ctx.db, user.id, { status: "active" });
		endSessions(ctx, user.id);
		addConfigEvent(ctx, null, said("user.enabled", { name: user.name }));
		return user;
	});
}

/** Signs another user out everywhere; the user may sign in again. */
export function endUserSessions({ ctx, input }: Call<UserTarget>): User {
	if (input.userId === ctx.user.id) throw domainError("OWN_SESSIONS");
	const user = managedUserOrThrow(ctx, input.userId);
	ctx.db.transaction(() => {
		endSessions(ctx, user.id);
		ctx.audit.act({ user: [user.id] });
	});
	ctx.live.accessChanged(user.id);
	return toUser(user);
}

/** The caller becomes an admin. Throws IDENTITY_NOT_CONFIRMED without a password confirmation. */
export function transferOwnership({ ctx, input }: Call<UserTarget>): User {
	return change(ctx, [input.userId, ctx.user.id], () => {
		const user = managedUserOrThrow(ctx, input.userId);
		if (user.status !== "active") throw domainError("USER_DISABLED", { userId: user.id });
		const proof = takeConfirmation(ctx, transferPurpose(input));
		ctx.audit.act({ user: [ctx.user.id] }, { proof: proof?.by ?? "password" });
		saveUserAccess(ctx.db, user.id, { role: "owner", scope: "all" });
		saveUserAccess(ctx.db, ctx.user.id, { role: "admin" });
		revokeUnsupportedInvitations(ctx, ctx.user.id);
		ctx.live.accessChanged(ctx.user.id);
		addConfigEvent(ctx, null, said("user.ownership", { before: ctx.user.name, after: user.name }));
		return user;
	});
}

export function removeUser({ ctx, input }: Call<EndAccess>): void {
	ctx.audit.change({ user: [input.userId] }, () => {
		const user = managedUserOrThrow(ctx, input.userId);
		if (input.linkedContacts === "pause") pauseLinkedContacts(ctx, user);
		if (input.takesKeys) takeOverKeys(ctx, user);
		if (input.removesWalls) removeWalls(ctx, user);
		keepingEmergencyOwner(ctx, () => depart(ctx, user, "removed"));
		addConfigEvent(ctx, null, said("user.removed", { name: user.name }));
	});
	ctx.live.accessChanged(input.userId);
	ctx.invalidations.changed("account", "all");
}

/** Throws LAST_OWNER without another owner. */
export function leaveAccount({ ctx, input }: Call<LeaveAccount>): void {
	const { companyName } = accountOrThrow(ctx.db);
	if (input.companyName !== companyName)
		throw new InputError({ companyName: errorKey("company.other", { name: companyName }) });
	ctx.audit.change({ user: [ctx.user.id] }, () => {
		const me = findUser(ctx.db, ctx.user.id);
		if (!me) return;
		const isOnlyOwner = me.role === "owner" && listActiveOwners(ctx.db).every(({ id }) => id === me.id);
		if (isOnlyOwner) throw domainError("LAST_OWNER");
		keepingEmergencyOwner(ctx, () => depart(ctx, me, "left"));
		addConfigEvent(ctx, null, said("user.left", { name: me.name }));
	});
	ctx.live.accessChanged(ctx.user.id);
	ctx.invalidations.changed("account", "all");
}

/** Throws NOT_PERMITTED at its field, GROUP_NOT_FOUND also out of scope, and InputError. */
export function assertMayGrant(ctx: MemberContext, { role, scope }: Access): void {
	if (!canGrant(ctx.user.role, role)) {
		const fields = { role: errorKey("role.notYours") };
		throw domainError("NOT_PERMITTED", { role }, { fields });
	}
	if (role === "owner" && scope !== "all") throw new InputError({ scope: errorKey("scope.owner") });
	const visible = groupsInScope(ctx);
	if (scope === "all") {
		if (visible === "all") return;
		const fields = { scope: errorKey("scope.notYours") };
		throw domainError("NOT_PERMITTED", { scope }, { fields });
	}
	const missing = scope.groupIds.find((id) => (visible !== "all" && !visible.includes(id)) || !findGroup(ctx.db, id));
	if (missing === undefined) return;
	const fields = { scope: errorKey("group.goneOrHidden") };
	throw domainError("GROUP_NOT_FOUND", { groupId: missing }, { fields });
}

/** Another user whose scope lies within the caller's. Throws USER_NOT_FOUND, OWN_ACCESS and NOT_PERMITTED. */
function managedUserOrThrow(ctx: MemberContext, userId: string): UserRow {
	const user = findUser(ctx.db, userId);
	if (!user || !isWithinScope(ctx, user)) throw domainError("USER_NOT_FOUND", { userId });
	if (user.id === ctx.user.id) throw domainError("OWN_ACCESS");
	if (can(user.role, "editOwners") && !can(ctx.user.role, "editOwners")) {
		throw domainError("NOT_PERMITTED", { capability: "editOwners" });
	}
	return user;
}

/** Changes a user's access in one transaction, and closes the user's live connections. */
function change(ctx: MemberContext, userIds: string[], act: () => UserRow): User {
	const changed = ctx.audit.change({ user: userIds }, () => {
		const { id, version } = keepingEmergencyOwner(ctx, act);
		const user = findUser(ctx.db, id);
		if (!user) throw domainError("USER_NOT_FOUND", { userId: id });
		if (user.version !== version) {
			revokeUnsupportedInvitations(ctx, id);
			endUnsupportedLinks(ctx, id);
		}
		return user;
	});
	ctx.live.accessChanged(changed.id);
	ctx.invalidations.changed("account", "all");
	return toUser(changed);
}

function endSessions({ db, now }: MemberContext, userId: string): void {
	endSessionsBefore(db, { userId, validAfter: validAfter(now), sparedSignIn: null }, new Date(now));
}

/** Pauses for `longestMuteMs`. Throws NOT_PERMITTED for a scope of groups. */
function pauseLinkedContacts(ctx: MemberContext, user: UserRow): void {
	assertWholeScope(ctx);
	const ids = linkedContactIds(ctx.db, user.id);
	if (ids.length === 0) return;
	ctx.audit.change({ contact: ids }, () => {
		pauseContactRows(ctx.db, ids, new Date(ctx.now + serverLimits.longestMuteMs));
	});
	addConfigEvent(ctx, null, said("user.contactsPaused", { name: user.name }));
}

/** `forgetMembersWork` updates the directory. */
function depart(ctx: MemberContext, { id, sub, email }: UserRow, how: "removed" | "left"): void {
	deleteSessions(ctx.db, id);
	const ownViews = listOwnViewIds(ctx.db, id);
	ctx.audit.change({ savedView: ownViews }, () => {
		for (const viewId of ownViews) deleteView(ctx.db, viewId);
	});
	deleteUser(ctx.db, id);
	deleteCalendarOf(ctx.db, id);
	ctx.audit.change({ contact: linkedContactIds(ctx.db, id) }, () => unlinkContacts(ctx.db, id));
	saveDeparture(ctx.db, { sub, email, how, at: new Date(ctx.now), isDirectoryDue: true });
	revokeUnsupportedInvitations(ctx, id);
	endUnsupportedLinks(ctx, id);
}

/** Revokes open invitations that the user could no longer send. */
function revokeUnsupportedInvitations(ctx: MemberContext, userId: string): void {
	const now = new Date(ctx.now);
	const inviter = findUser(ctx.db, userId);
	for (const invitation of listInvitations(ctx.db)) {
		if (invitation.invitedBy !== userId || (inviter && maySend(inviter, invitation))) continue;
		ctx.audit.change({ invitation: [invitation.id] }, () => {
			changeInvitation(ctx.db, invitation.id, { end: "revoked", endedAt: now, dueAt: now });
		});
	}
}

function maySend(inviter: UserRow, { role, scope }: Access): boolean {
	const isManager = inviter.status === "active" && can(inviter.role, "editUsers") && canGrant(inviter.role, role);
	if (!isManager || inviter.scope === "all") return isManager;
	const { groupIds } = inviter.scope;
	return scope !== "all" && scope.groupIds.every((id) => groupIds.includes(id));
}

export function isSame(one: Scope, other: Scope): boolean {
	if (one === "all" || other === "all") return one === other;
	return one.groupIds.length === other.groupIds.length && one.groupIds.every((id) => other.groupIds.includes(id));
}

function removeWalls(ctx: MemberContext, { id: makerId }: Pick<UserRow, "id">): void {
	const made = listWalls(ctx.db).filter(
		({ createdBy, groupId }) => createdBy === makerId && visibleGroupIds(ctx, [groupId]).length > 0,
	);
	if (made.length === 0) return;
	ctx.audit.change({ wall: made.map(({ id }) => id) }, () => {
		for (const { id, name } of made) {
			deleteWall(ctx.db, id);
			addConfigEvent(ctx, null, said("screen.removed", { name }));
		}
	});
	ctx.invalidations.changed("groups", "all");
}

/** Assigns the user's keys to the caller, except keys with more rights, which pause. */
function takeOverKeys(ctx: MemberContext, { id: keeperId }: Pick<UserRow, "id">): void {
	const given = listApiKeys(ctx.db).filter((key) => {
		const isTheirs = key.keptBy === keeperId;
		return isTheirs && canGrant(ctx.user.role, apiKeyAccess[key.access].role) && isWithinScope(ctx, key);
	});
	ctx.audit.change({ apiKey: given.map(({ id }) => id) }, () => {
		for (const { id, name } of given) {
			changeApiKey(ctx.db, id, { keptBy: ctx.user.id });
			addConfigEvent(ctx, null, said("apiKey.keptBy", { name, user: ctx.user.name }));
		}
	});
}
