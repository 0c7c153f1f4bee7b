import type { EndSession, UserSession } from "../../shared/user-session";
import type { Verb } from "../context";
import { domainError } from "../errors";
import { getSessions } from "./get-sessions";
import { endOneSession } from "./session-rows";

/** Ends one session of the caller; answers those that go on. */
export function endSession({ ctx, input }: Verb<EndSession>): UserSession[] {
	const ended = { userId: ctx.user.id, sessionId: input.sessionId, endedAt: new Date(ctx.now) };
	if (!endOneSession(ctx.db, ended)) throw domainError("SESSION_NOT_FOUND", input);
	ctx.live.accessChanged(ctx.user.id);
	return getSessions({ ctx });
}
