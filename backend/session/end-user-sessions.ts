import type { User } from "../../shared/account";
import { can } from "../../shared/permissions";
import type { EndUserSessions } from "../../shared/user-session";
import { findUser, toUser } from "../account/user-rows";
import type { Verb } from "../context";
import { domainError } from "../errors";
import { isWithinScope } from "../group/scope";
import { endSessionsBefore } from "./session-rows";
import { validAfter } from "./valid-after";

/** Signs another user of the account out everywhere, for who may edit users and sees all that they see. They may sign in again. */
export function endUserSessions({ ctx, input }: Verb<EndUserSessions>): User {
	const user = findUser(ctx.db, input.userId);
	if (!user || !isWithinScope(ctx, user)) throw domainError("USER_NOT_FOUND", input);
	if (user.id === ctx.user.id) throw domainError("OWN_SESSIONS");
	// Whoever may do what only owners may is an owner.
	if (can(user.role, "editOwners") && !can(ctx.user.role, "editOwners")) {
		throw domainError("NOT_PERMITTED", { capability: "editOwners" });
	}
	const bounds = { userId: user.id, validAfter: validAfter(ctx.now), sparedSignIn: null };
	endSessionsBefore(ctx.db, bounds, new Date(ctx.now));
	ctx.live.accessChanged(user.id);
	return toUser(user);
}
