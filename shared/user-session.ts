import * as z from "zod/mini";
import { SessionId, UserId } from "./ids";

/** A browser somebody is signed in with, as they see it themselves. */
export const UserSession = z.object({
	id: SessionId,
	/** Such as `Firefox on Windows`. */
	browser: z.string(),
	firstSeenAt: z.date(),
	/** Follows at most every 15 minutes. */
	lastSeenAt: z.date(),
	/** The session that asks. */
	isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof UserSession>;

export const EndSession = z.object({ sessionId: SessionId });
export type EndSession = z.infer<typeof EndSession>;

export const EndUserSessions = z.object({ userId: UserId });
export type EndUserSessions = z.infer<typeof EndUserSessions>;
