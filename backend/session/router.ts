import { EndSession, EndUserSessions, type User, type UserSession } from "../../shared/account";
import { can } from "../../shared/permissions";
import type { MemberContext, Verb } from "../base/context";
import { domainError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import { findUser, toUser } from "../db/account-rows";
import { endOneSession, endSessionsBefore, listSessions } from "../db/session-rows";
import { isWithinScope } from "../group/scope";
import { signInKey } from "./sign-ins";

/** Own sessions only: every member holds `viewAccount`. */
export const sessionRouter = router({
	getSessions: procedureFor("viewAccount").query(getSessions),
	endSession: procedureFor("viewAccount").input(EndSession).mutation(endSession),
	endOtherSessions: procedureFor("viewAccount").mutation(({ ctx }) => endOtherSessions({ ctx, input: undefined })),
});

export const userSessionRouter = router({
	endUserSessions: procedureFor("editUsers").input(EndUserSessions).mutation(endUserSessions),
});

function getSessions({ ctx }: { ctx: MemberContext }): UserSession[] {
	const current = signInKey(ctx.identity.signIn);
	return listSessions(ctx.db, ctx.user.id).map(({ id, browser, firstSeenAt, lastSeenAt, signIn }) => {
		return { id, browser, firstSeenAt, lastSeenAt, isCurrent: signIn === current };
	});
}

function endSession({ ctx, input }: Verb<EndSession>): UserSession[] {
	const ended = { userId: ctx.user.id, sessionId: input.sessionId, endedAt: new Date(ctx.now) };
	if (!endOneSession(ctx.db, ended)) throw domainError("SESSION_NOT_FOUND", input);
	ctx.live.accessChanged(ctx.user.id);
	return getSessions({ ctx });
}

/** All of the caller's sessions but the current one; returns those that go on. */
function endOtherSessions({ ctx }: Verb): UserSession[] {
	const sparedSignIn = signInKey(ctx.identity.signIn);
	endSessionsBefore(ctx.db, { userId: ctx.user.id, validAfter: validAfter(ctx.now), sparedSignIn }, new Date(ctx.now));
	ctx.live.accessChanged(ctx.user.id);
	return getSessions({ ctx });
}

/** Signs another user out everywhere; requires to edit users and to see all that they see. They may sign in again. */
function endUserSessions({ ctx, input }: Verb<EndUserSessions>): User {
	const user = findUser(ctx.db, input.userId);
	if (!user || !isWithinScope(ctx, user)) throw domainError("USER_NOT_FOUND", input);
	if (user.id === ctx.user.id) throw domainError("OWN_SESSIONS");
	// The capability `editOwners` identifies an owner.
	if (can(user.role, "editOwners") && !can(ctx.user.role, "editOwners")) {
		throw domainError("NOT_PERMITTED", { capability: "editOwners" });
	}
	const bounds = { userId: user.id, validAfter: validAfter(ctx.now), sparedSignIn: null };
	endSessionsBefore(ctx.db, bounds, new Date(ctx.now));
	ctx.live.accessChanged(user.id);
	return toUser(user);
}

/**
 * The first second (epoch) whose sign-ins go on. Tokens have whole seconds: the current one counts as later, so that an
 * immediate new sign-in works. Known sign-ins are marked one by one.
 */
function validAfter(now: number): number {
	return Math.floor(now / 1000);
}
