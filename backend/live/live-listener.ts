import * as z from "zod/mini";
import { Scope } from "../../shared/account";
import { liveCloseCodes } from "../../shared/live";
import { Role } from "../../shared/permissions";
import { findUser, type UserRow } from "../account/user-rows";
import { type AccountDb, SignIn } from "../context";
import { isSessionEnded } from "../session/is-session-ended";

/** Who listens at a socket, as it was when it opened. Kept with the socket, so that it outlives the object's memory. */
export const LiveListener = z.object({
	userId: z.string(),
	role: Role,
	scope: Scope,
	signIn: SignIn,
	/** When the access token ends, epoch seconds. */
	expiresAt: z.number(),
	/** Epoch ms. */
	openedAt: z.number(),
});
export type LiveListener = z.infer<typeof LiveListener>;

export type Standing = { isEntitled: true; user: UserRow } | { isEntitled: false; code: 4401 | 4403 };

/** Whether somebody may still hear of this account: asked before each hint, so that no change can be forgotten. */
export function standingOf(db: AccountDb, listener: LiveListener, now: number): Standing {
	const { userId, role, scope, signIn, expiresAt } = listener;
	if (now >= expiresAt * 1000 || isSessionEnded(db, userId, signIn)) {
		return { isEntitled: false, code: liveCloseCodes.signedOut };
	}
	const user = findUser(db, userId);
	const isSame =
		user?.status === "active" && user.role === role && JSON.stringify(user.scope) === JSON.stringify(scope);
	return isSame ? { isEntitled: true, user } : { isEntitled: false, code: liveCloseCodes.accessChanged };
}
