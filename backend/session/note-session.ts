import type { RowStore } from "../account/new-user";
import type { SignIn } from "../context";
import { browserLabel } from "./browser-label";
import { type Caller, insertSession, markSessionSeen, pruneSessions } from "./session-rows";
import { signInKey } from "./sign-in-key";

const seenEveryMs = 15 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
const unseenForMs = 60 * dayMs;
/** The longest life of a refresh token that Cognito can be set to, so that no end is forgotten before its tokens. */
const rememberedForMs = 3_650 * dayMs;

type Seen = { caller: Pick<Caller, "user" | "session">; signIn: SignIn; userAgent: string | null };

/** Keeps the list of where somebody is signed in: one row for each sign-in, written at most every 15 minutes. */
export function noteSession({ db, now, newId }: RowStore, { caller, signIn, userAgent }: Seen): void {
	const key = signInKey(signIn);
	if (key === null) return;
	const { session } = caller;
	const seenAt = new Date(now);
	if (session) {
		if (now - session.lastSeenAt.getTime() >= seenEveryMs) markSessionSeen(db, session.id, seenAt);
		return;
	}
	const userId = caller.user.id;
	pruneSessions(db, userId, { unseenSince: new Date(now - unseenForMs), endedBefore: new Date(now - rememberedForMs) });
	insertSession(db, {
		id: newId("session"),
		userId,
		signIn: key,
		authTime: signIn.authTime,
		browser: browserLabel(userAgent),
		firstSeenAt: seenAt,
		lastSeenAt: seenAt,
		endedAt: null,
	});
}
