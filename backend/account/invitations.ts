import {
	type InvitationTarget,
	type InviteUser,
	maskedEmail,
	type OpenedInvitation,
	type UpdateInvitation,
	type User,
} from "../../shared/account/account";
import { serverLimits } from "../../shared/base/limits";
import { said } from "../../shared/log/said";
import { createAudit } from "../activity/audit";
import { addConfigEvent } from "../activity/log-events";
import type {
	Acceptance,
	AccountDb,
	Call,
	Invalidations,
	InvitedPerson,
	MemberContext,
	ReadDb,
	RowStore,
} from "../base/context";
import { domainError } from "../base/errors";
import { assertPlanRoom } from "../billing/plan-limits";
import { accountOrThrow, findUserBySub, listUsers } from "../db/account-rows";
import {
	changeInvitation,
	countOpenInvitations,
	findInvitation,
	findInvitationTo,
	type InvitationRow,
	listInvitations,
	replaceInvitation,
} from "../db/invitation-rows";
import { isWithinScope } from "../group/scope";
import { invitationMail, queueInvitation } from "./invitation-mail";
import { assertMayGrant } from "./manage-users";
import { currentAccount, joinAccount } from "./members";
import { requiresSso } from "./only-sso";

/** Joining enables a disabled user. Throws ALREADY_A_USER, ALREADY_INVITED and INVITATION_LIMIT. */
export function inviteUser({ ctx, input }: Call<InviteUser>): User {
	const { email, role, scope, note } = input;
	const at = new Date(ctx.now);
	const id = ctx.newId("invitation");
	return ctx.audit.change({ invitation: [id] }, () => {
		assertMayGrant(ctx, { role, scope });
		const isMember = listUsers(ctx.db).some((user) => user.status === "active" && user.email === email);
		if (isMember) throw domainError("ALREADY_A_USER");
		const former = findInvitationTo(ctx.db, email);
		if (former && former.endedAt === null && former.expiresAt > at) throw domainError("ALREADY_INVITED");
		assertPlanRoom(ctx.db, "users", { field: "email", now: ctx.now });
		if (countOpenInvitations(ctx.db, at) >= serverLimits.invitations) throw domainError("INVITATION_LIMIT");
		const facts = { id, email, role, scope, note, version: 1, createdAt: at, endedAt: null, end: null };
		replaceInvitation(ctx.db, { ...facts, ...sending(ctx) });
		addConfigEvent(ctx, null, said("invitation.sent", { email: maskedEmail(email), role: said("role", { role }) }));
		return mailed(ctx, id);
	});
}

/** Sends an invitation again, even an expired one. The caller must be able to grant its role and scope. */
export function resendInvitation({ ctx, input }: Call<InvitationTarget>): User {
	return ctx.audit.change({ invitation: [input.invitationId] }, () => {
		const invitation = invitationOrThrow(ctx, input.invitationId);
		assertMayGrant(ctx, invitation);
		const isOpen = invitation.expiresAt.getTime() > ctx.now;
		assertPlanRoom(ctx.db, "users", { field: "invitationId", now: ctx.now, more: isOpen ? 0 : 1 });
		changeInvitation(ctx.db, invitation.id, sending(ctx));
		return mailed(ctx, invitation.id);
	});
}

/** Sends nothing: the link stays valid. */
export function updateInvitation({ ctx, input }: Call<UpdateInvitation>): User {
	const { role, scope } = input;
	return ctx.audit.change({ invitation: [input.invitationId] }, () => {
		const invitation = invitationOrThrow(ctx, input.invitationId);
		if (invitation.version !== input.version) throw domainError("CHANGED_MEANWHILE", { invitationId: invitation.id });
		assertMayGrant(ctx, { role, scope });
		const by = { invitedBy: ctx.user.id, inviterName: ctx.user.name };
		changeInvitation(ctx.db, invitation.id, { role, scope, ...by, dueAt: new Date(ctx.now) });
		const changed = { email: maskedEmail(invitation.email), role: said("role", { role }) };
		addConfigEvent(ctx, null, said("invitation.changed", changed));
		return sent(ctx, invitation.id);
	});
}

export function revokeInvitation({ ctx, input }: Call<InvitationTarget>): void {
	ctx.audit.change({ invitation: [input.invitationId] }, () => {
		const { id, email } = invitationOrThrow(ctx, input.invitationId);
		const at = new Date(ctx.now);
		changeInvitation(ctx.db, id, { end: "revoked", endedAt: at, dueAt: at });
		addConfigEvent(ctx, null, said("invitation.withdrawn", { email: maskedEmail(email) }));
		ctx.invalidations.changed("account", "all");
	});
}

/** Members and invited users whose scope is within the caller's. */
export function getUsers({ ctx }: Call): User[] {
	const invited = listInvitations(ctx.db).map((row) => toInvitedUser(ctx.db, row));
	return [...listUsers(ctx.db), ...invited].filter((user) => isWithinScope(ctx, user));
}

export function openInvitation({ db, now }: { db: ReadDb; now: number }, invitationId: string): OpenedInvitation {
	const row = findInvitation(db, invitationId);
	if (!row) return { state: "unknown" };
	const { companyName } = accountOrThrow(db);
	const { id, inviterName, role, expiresAt } = row;
	const state = stateOf(row, now);
	if (state !== "open") return { state, companyName, inviterName };
	return { state, invitation: { id, companyName, inviterName, role, expiresAt } };
}

/** Joins in one transaction, or returns why not. A member stays unchanged. */
export function acceptOpenInvitation(
	store: RowStore & { invalidations: Invalidations },
	invitationId: string,
	person: InvitedPerson,
): Acceptance {
	const { db, now } = store;
	const at = new Date(now);
	return db.transaction(() => {
		const row = findInvitation(db, invitationId);
		if (row?.email !== person.email) return { status: "refused", state: "unknown" };
		const state = stateOf(row, now);
		const known = findUserBySub(db, person.sub);
		if (state !== "open" && known?.status !== "active") return { status: "refused", state };
		if (!person.signIn.provider && requiresSso(db)) return { status: "refused", state: "onlySso" };
		const { role, scope } = row;
		const { origin, ...member } = person;
		const actor = { kind: "user", id: known?.id ?? null, name: person.name } as const;
		const audit = createAudit(store, { action: "account.acceptInvitation", actor, origin });
		const targets = { invitation: [row.id], user: known ? [known.id] : [] };
		const me = audit.change(targets, () => {
			const joined = joinAccount(store, { ...member, role, scope });
			if (state === "open") changeInvitation(db, row.id, { end: "accepted", endedAt: at, dueAt: at });
			if (!known) audit.act({ user: [joined.id] });
			return joined;
		});
		store.invalidations.changed("account", "all");
		return { status: "joined", account: currentAccount(db, me) };
	});
}

/** Throws INVITATION_NOT_FOUND, also out of scope and after its end. */
function invitationOrThrow(ctx: MemberContext, invitationId: string): InvitationRow {
	const invitation = findInvitation(ctx.db, invitationId);
	if (!invitation || invitation.endedAt !== null || !isWithinScope(ctx, invitation)) {
		throw domainError("INVITATION_NOT_FOUND", { invitationId });
	}
	return invitation;
}

function sending({ user, now }: MemberContext) {
	const at = new Date(now);
	const expiresAt = new Date(now + serverLimits.invitationMs);
	return { invitedBy: user.id, inviterName: user.name, sentAt: at, expiresAt, dueAt: at };
}

function mailed(ctx: MemberContext, id: string): User {
	const row = findInvitation(ctx.db, id);
	if (row) queueInvitation(ctx, row);
	return sent(ctx, id);
}

function sent(ctx: MemberContext, id: string): User {
	const row = findInvitation(ctx.db, id);
	if (!row) throw domainError("INVITATION_NOT_FOUND", { invitationId: id });
	ctx.invalidations.changed("account", "all");
	return toInvitedUser(ctx.db, row);
}

function stateOf({ end, expiresAt }: InvitationRow, now: number): "open" | "expired" | "revoked" | "used" {
	if (end !== null) return end === "accepted" ? "used" : "revoked";
	return expiresAt.getTime() > now ? "open" : "expired";
}

function toInvitedUser(db: AccountDb, row: InvitationRow): User {
	const { id, email, role, scope, version, createdAt, invitedBy, inviterName, note, sentAt, expiresAt } = row;
	const mail = invitationMail(db, row);
	return {
		id,
		version,
		email,
		role,
		scope,
		createdAt,
		name: "",
		status: "invited",
		lastSeenAt: null,
		lastSignInAt: null,
		invitation: { invitedBy, inviterName, note, sentAt, expiresAt, mail },
	};
}
