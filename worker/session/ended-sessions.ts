import { headerNames } from "../../shared/limits";
import { sessionPath } from "../../shared/session";
import type { AccessClaims } from "../../shared/token-verifier";
import { reasonOf } from "../event-log";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import type { Upstream } from "../settings/upstream-settings";
import { clearSession, cookieWriterOf, findSessionCookies } from "./session-cookies";
import { revokeTokens } from "./sign-out";
import type { SessionTokens } from "./tokens";

/** What the backend says of a session. `unknown`: it could not be asked, or said neither. */
type Standing = "alive" | "ended" | "unknown";

export type EndedSessions = {
	/** Asks the backend now. */
	ask: (context: RequestContext, session: Subject) => Promise<Standing>;
	/** The same, but believes an answer of the last half minute. */
	recallOrAsk: (context: RequestContext, session: Subject) => Promise<Standing>;
};

type Subject = { tokens: { accessToken: string }; access: AccessClaims };

/** How long a session that has ended may still be called signed in. */
const aliveMs = 30_000;
/** So that an outage of the backend does not hold up every session check. */
const unknownMs = 10_000;
const answerWithinMs = 3_000;
const mostRemembered = 1_000;

/**
 * Sessions that this product's own backend has ended from inside, of which their tokens tell nothing. Another
 * party's backend is not asked: there every session goes on.
 */
export function createEndedSessions(upstream: Upstream, now: () => number): EndedSessions {
	const remembered = new Map<string, { standing: Standing; until: number }>();

	async function ask(context: RequestContext, session: Subject): Promise<Standing> {
		if (upstream.kind === "url") return "alive";
		const standing = await askBackend(upstream.backend, context, session.tokens.accessToken);
		remember(signInOf(session), standing);
		return standing;
	}

	function remember(key: string, standing: Standing): void {
		remembered.delete(key);
		if (standing === "ended") return;
		const [oldest] = remembered.keys();
		if (oldest !== undefined && remembered.size >= mostRemembered) remembered.delete(oldest);
		remembered.set(key, { standing, until: now() + (standing === "alive" ? aliveMs : unknownMs) });
	}

	return {
		ask,
		async recallOrAsk(context, session) {
			const known = remembered.get(signInOf(session));
			return known && now() < known.until ? known.standing : ask(context, session);
		},
	};
}

/** What the tokens of one sign-in share, also after a refresh. */
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

/** Whether the backend has refused a session because it was ended from inside. */
export function isEndedAnswer({ status, headers }: Response): boolean {
	return status === 401 && headers.get(headerNames.session) === "ended";
}

/** Expires the cookies of a session that must end, for the log's reason. */
export function endSession(services: Services, context: RequestContext, reason: string): string[] {
	const found = findSessionCookies(context.cookieHeader, services.settings.clientId);
	context.log({ event: "session-ended", reason });
	return clearSession(found, cookieWriterOf(services, context));
}

/**
 * The same for one that the backend has ended. The user pool does not know that yet, so the refresh token is revoked
 * there, which a copy of the cookies could go on with. An end at another party's backend concerns this browser alone.
 */
export function endFromInside(services: Services, context: RequestContext, tokens: SessionTokens): string[] {
	if (services.settings.upstream.kind === "binding") context.keepAlive(revokeTokens(services, context, tokens));
	return endSession(services, context, "ended by the backend");
}
