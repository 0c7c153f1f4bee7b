import { createExpiringMap } from "../../shared/expiring-map";
import { headerNames } from "../../shared/header-names";
import { sessionPath } from "../../shared/session";
import type { AccessClaims } from "../../shared/token-verifier";
import { reasonOf } from "../event-log";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import type { Upstream } from "../settings/upstream-settings";
import { clearSession, cookieWriterOf, findSessionCookies } from "./session-cookies";
import { revokeTokens } from "./sign-out";
import type { SessionTokens } from "./tokens";

/** `unknown`: the backend could not be reached, or answered neither. */
type Standing = "alive" | "ended" | "unknown";

export type EndedSessions = {
	ask: (context: RequestContext, session: Subject) => Promise<Standing>;
	recallOrAsk: (context: RequestContext, session: Subject) => Promise<Standing>;
};

type Subject = { tokens: { accessToken: string }; access: AccessClaims };

/** How long an ended session may still count as signed in. */
const aliveMs = 30_000;
/** An outage of the backend must not delay every session check. */
const unknownMs = 10_000;
const answerWithinMs = 3_000;
const mostRemembered = 1_000;

/** Sessions ended by our own backend, which tokens do not show. Those of another party's backend always continue. */
export function createEndedSessions(upstream: Upstream, now: () => number): EndedSessions {
	const remembered = createExpiringMap<string, Standing>({ most: mostRemembered, now });

	async function ask(context: RequestContext, session: Subject): Promise<Standing> {
		if (upstream.kind === "url") return "alive";
		const standing = await askBackend(upstream.backend, context, session.tokens.accessToken);
		const key = signInOf(session);
		if (standing === "ended") remembered.delete(key);
		else remembered.set(key, standing, now() + (standing === "alive" ? aliveMs : unknownMs));
		return standing;
	}

	return {
		ask,
		async recallOrAsk(context, session) {
			return remembered.get(signInOf(session)) ?? ask(context, session);
		},
	};
}

/** Stays the same after a refresh. */
function signInOf({ access: { sub, originJti, authTime } }: Subject): string {
	return `${sub} ${originJti ?? authTime}`;
}

async function askBackend(backend: Fetcher, context: RequestContext, accessToken: string): Promise<Standing> {
	const headers = { authorization: `Bearer ${accessToken}`, [headerNames.requestId]: context.requestId };
	try {
		const signal = AbortSignal.timeout(answerWithinMs);
		const answer = await backend.fetch(new URL(sessionPath, context.url).href, { headers, signal });
		await answer.body?.cancel();
		if (answer.status === 204) return "alive";
		return isEndedAnswer(answer) ? "ended" : unknown(context, `status ${answer.status}`);
	} catch (error) {
		return unknown(context, reasonOf(error));
	}
}

function unknown(context: RequestContext, reason: string): Standing {
	context.log({ event: "session-unchecked", name: "UpstreamUnreachable", reason });
	return "unknown";
}

export function isEndedAnswer({ status, headers }: Response): boolean {
	return status === 401 && headers.get(headerNames.session) === "ended";
}

export function endSession(services: Services, context: RequestContext, reason: string): string[] {
	const found = findSessionCookies(context.cookieHeader, services.settings.clientId);
	context.log({ event: "session-ended", reason });
	return clearSession(found, cookieWriterOf(services, context));
}

/**
 * For a session ended by the backend: also revokes the refresh token, which a copy of the cookies could still use. An
 * end at another party's backend affects this browser only.
 */
export function endFromInside(services: Services, context: RequestContext, tokens: SessionTokens): string[] {
	if (services.settings.upstream.kind === "binding") context.keepAlive(revokeTokens(services, context, tokens));
	return endSession(services, context, "ended by the backend");
}
