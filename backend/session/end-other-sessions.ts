import type { UserSession } from "../../shared/user-session";
import type { Verb } from "../context";
import { getSessions } from "./get-sessions";
import { endSessionsBefore } from "./session-rows";
import { signInKey } from "./sign-in-key";
import { validAfter } from "./valid-after";

/** Ends every sign-in of the caller up to now but the one that asks; answers those that go on. */
export function endOtherSessions({ ctx }: Verb): UserSession[] {
	const sparedSignIn = signInKey(ctx.identity.signIn);
	endSessionsBefore(ctx.db, { userId: ctx.user.id, validAfter: validAfter(ctx.now), sparedSignIn }, new Date(ctx.now));
	ctx.live.accessChanged(ctx.user.id);
	return getSessions({ ctx });
}
