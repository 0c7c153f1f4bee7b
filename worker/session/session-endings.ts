import type { AccountEnding, SessionEnding } from "../../shared/session/session-endings";
import type { LogEvent } from "../base/event-log";
import type { SessionTokens } from "../cognito/tokens";
import { revokeTokens } from "./revoke-tokens";
import type { RequestContext } from "./session";
import type { SessionPorts } from "./session-ports";

type Ending = { event: LogEvent["event"] | null; reason?: string };

const logged = {
	signedOut: { event: "sign-out" },
	signedOutMeanwhile: { event: "session-ended", reason: "signed out meanwhile" },
	endedByBackend: { event: "session-ended", reason: "ended by the backend" },
	expired: { event: "session-ended", reason: "expired without a refresh token" },
	refreshRefused: { event: "session-ended", reason: "refresh refused" },
	refusedByUserPool: { event: "session-ended", reason: "refused by the user pool" },
	notSignedInAgain: { event: "session-ended", reason: "not signed in again" },
	unverifiable: { event: "session-refused" },
	ambiguous: { event: "session-ambiguous" },
	ambiguousAtSignIn: { event: null },
	idle: { event: "session-ended", reason: "idle" },
	onlySso: { event: "session-ended", reason: "not by the account's provider" },
	tooOld: { event: "session-ended", reason: "older than the account allows" },
} satisfies Record<SessionEnding, Ending>;

type Logged = { name?: string; reason?: string };

/** The only way to clear a session's cookies. */
export function endSession(
	{ cookies, log }: Pick<RequestContext, "cookies" | "log">,
	why: SessionEnding,
	details: Logged = {},
): void {
	const { event, reason }: Ending = logged[why];
	if (event !== null) log({ event, name: details.name, reason: details.reason ?? reason });
	cookies.clearSession(why);
}

/**
 * Ends a session that the backend has ended. Also revokes the refresh token, which a copy of the cookies could still
 * use,
 * unless the backend is another party's.
 */
export function endFromInside(
	ports: Pick<SessionPorts, "settings" | "sharedRefresh" | "userPool">,
	request: RequestContext,
	{ tokens, why }: { tokens: SessionTokens; why: AccountEnding },
): void {
	if (ports.settings.upstream.kind === "binding") request.keepAlive(revokeTokens(ports, request, tokens));
	endSession(request, why);
}
