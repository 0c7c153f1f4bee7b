import type { LogEvent } from "../base/event-log";
import type { SessionTokens } from "../cognito/tokens";
import { revokeTokens } from "./revoke-tokens";
import type { RequestContext } from "./session";
import type { SessionPorts } from "./session-ports";

type Ending = { event: LogEvent["event"] | null; reason?: string };

/** Every reason for which this Worker takes a session from the browser that shows it, and what the log says of it. */
const sessionEndings = {
	/** The user signed out, here or everywhere. */
	signedOut: { event: "sign-out" },
	/** A sign-out was answered while this request was under way. */
	signedOutMeanwhile: { event: "session-ended", reason: "signed out meanwhile" },
	/** Our backend denied it as ended from inside: by an owner, by the user on another device, or with the user. */
	endedByBackend: { event: "session-ended", reason: "ended by the backend" },
	/** Its tokens expired, and there is nothing to renew them with. */
	expired: { event: "session-ended", reason: "expired without a refresh token" },
	/** Cognito denied the refresh for good: revoked, used up, or the user is gone. */
	refreshRefused: { event: "session-ended", reason: "refresh refused" },
	/** Cognito denied the user's own call, also with renewed tokens. */
	refusedByUserPool: { event: "session-ended", reason: "refused by the user pool" },
	/** A change of the password ended all sessions, and the sign-in that follows it failed. */
	notSignedInAgain: { event: "session-ended", reason: "not signed in again" },
	/** Its tokens do not verify; the reason comes from the verifier. */
	unverifiable: { event: "session-refused" },
	/** A name stands twice, so a sibling host may have planted one. */
	ambiguous: { event: "session-ambiguous" },
	/** The same at a sign-in, where the denial says it. */
	ambiguousAtSignIn: { event: null },
} satisfies Record<string, Ending>;

type Logged = { name?: string; reason?: string };

/** The only way to clear a session's cookies. `logged` adds what the list cannot know. */
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
 * For a session ended by the backend: also revokes the refresh token, which a copy of the cookies could still use. An
 * end at another party's backend affects this browser only.
 */
export function endFromInside(
	ports: Pick<SessionPorts, "settings" | "sharedRefresh" | "userPool">,
	request: RequestContext,
	tokens: SessionTokens,
): void {
	if (ports.settings.upstream.kind === "binding") request.keepAlive(revokeTokens(ports, request, tokens));
	endSession(request, "endedByBackend");
}
