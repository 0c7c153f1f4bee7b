import type { LogEvent } from "../base/event-log";
import type { SessionTokens } from "../cognito/tokens";
import { revokeTokens } from "./revoke-tokens";
import type { RequestContext } from "./session";
import type { SessionPorts } from "./session-ports";

type Ending = { event: LogEvent["event"] | null; reason?: string };

/** Every reason for clearing a browser's session, with its log event. */
const sessionEndings = {
	signedOut: { event: "sign-out" },
	signedOutMeanwhile: { event: "session-ended", reason: "signed out meanwhile" },
	/** Ended by an owner, by the user on another device, or with the user. */
	endedByBackend: { event: "session-ended", reason: "ended by the backend" },
	expired: { event: "session-ended", reason: "expired without a refresh token" },
	refreshRefused: { event: "session-ended", reason: "refresh refused" },
	refusedByUserPool: { event: "session-ended", reason: "refused by the user pool" },
	/** A password change ended all sessions, and the sign-in after it failed. */
	notSignedInAgain: { event: "session-ended", reason: "not signed in again" },
	unverifiable: { event: "session-refused" },
	ambiguous: { event: "session-ambiguous" },
	ambiguousAtSignIn: { event: null },
} satisfies Record<string, Ending>;

type Logged = { name?: string; reason?: string };

/** The only way to clear a session's cookies. */
export function endSession(
	{ cookies, log }: Pick<RequestContext, "cookies" | "log">,
	why: keyof typeof sessionEndings,
	logged: Logged = {},
): void {
	const { event, reason }: Ending = sessionEndings[why];
	if (event !== null) log({ event, name: logged.name, reason: logged.reason ?? reason });
	cookies.clearSession();
}

/**
 * Ends a session that the backend has ended. Also revokes the refresh token, which a copy of the cookies could still
 * use,
 * unless the backend is another party's.
 */
export function endFromInside(
	ports: Pick<SessionPorts, "settings" | "sharedRefresh" | "userPool">,
	request: RequestContext,
	tokens: SessionTokens,
): void {
	if (ports.settings.upstream.kind === "binding") request.keepAlive(revokeTokens(ports, request, tokens));
	endSession(request, "endedByBackend");
}
