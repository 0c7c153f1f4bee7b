import { headerNames } from "../../shared/limits";
import { sessionPath } from "../../shared/session";
import type { AccessClaims } from "../../shared/token-verifier";
import type { Upstream } from "../settings/upstream-settings";
import type { Visit } from "./visit";

/** The backend's word on a session. `unknown`: it could not be asked, or said neither. */
export type Standing = "alive" | "ended" | "unknown";

export type EndedSessions = {
	/** Asks the backend now. */
	ask: (visit: Visit, session: Subject) => Promise<Standing>;
	/** The same, but believes an answer of the last half minute. */
	recallOrAsk: (visit: Visit, session: Subject) => Promise<Standing>;
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

	async function ask(visit: Visit, session: Subject): Promise<Standing> {
		if (upstream.kind === "url") return "alive";
		const standing = await askBackend(upstream.backend, visit, session.tokens.accessToken);
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
		async recallOrAsk(visit, session) {
			const known = remembered.get(signInOf(session));
			return known && now() < known.until ? known.standing : ask(visit, session);
		},
	};
}

/** What the tokens of one sign-in share, also after a refresh. */
function signInOf({ access: { sub, originJti, authTime } }: Subject): string {
	return `${sub} ${originJti ?? authTime}`;
}

async function askBackend(backend: Fetcher, visit: Visit, accessToken: string): Promise<Standing> {
	const headers = { authorization: `Bearer ${accessToken}`, [headerNames.requestId]: visit.requestId };
	try {
		const signal = AbortSignal.timeout(answerWithinMs);
		const {
			status,
			headers: told,
			body,
		} = await backend.fetch(new URL(sessionPath, visit.url).href, { headers, signal });
		await body?.cancel();
		if (status === 204) return "alive";
		if (status === 401 && told.get(headerNames.session) === "ended") return "ended";
		return unknown(visit, `status ${status}`);
	} catch (error) {
		return unknown(visit, error instanceof Error ? error.name : "unknown");
	}
}

function unknown(visit: Visit, reason: string): Standing {
	visit.log({ event: "session-unchecked", name: "UpstreamUnreachable", reason });
	return "unknown";
}
