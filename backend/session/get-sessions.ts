import type { UserSession } from "../../shared/user-session";
import type { MemberContext } from "../context";
import { listSessions } from "./session-rows";
import { signInKey } from "./sign-in-key";

/** Where the caller is signed in, latest seen first. */
export function getSessions({ ctx }: { ctx: MemberContext }): UserSession[] {
	const current = signInKey(ctx.identity.signIn);
	return listSessions(ctx.db, ctx.user.id).map(({ id, browser, firstSeenAt, lastSeenAt, signIn }) => {
		return { id, browser, firstSeenAt, lastSeenAt, isCurrent: signIn === current };
	});
}
