import { createExpiringMap } from "../../shared/base/expiring-map";
import { headerNames } from "../../shared/base/header-names";
import { sessionPath } from "../../shared/session/session";
import type { AccessClaims } from "../../shared/session/token-verifier";
import { reasonOf } from "../base/event-log";
import type { Upstream } from "../settings/upstream-settings";
import type { RequestContext } from "./session";

type Standing = "alive" | "ended" | "unknown";

type SessionRequest = Pick<RequestContext, "url" | "requestId" | "log">;
type Subject = { tokens: { accessToken: string }; access: AccessClaims };

const aliveMs = 30_000;
const unknownMs = 10_000;
const respondWithinMs = 3_000;
const mostRemembered = 1_000;

export type EndedSessions = ReturnType<typeof createEndedSessions>;

/** Sessions that our own backend has ended, which tokens do not show. Another party's sessions are always alive. */
export function createEndedSessions(upstream: Upstream, now: () => number) {
	const remembered = createExpiringMap<string, Standing>({ most: mostRemembered, now });

	async function fetch(request: SessionRequest, session: Subject): Promise<Standing> {
		if (upstream.kind === "url") return "alive";
		const standing = await fetchStanding(upstream.backend, request, session.tokens.accessToken);
		const key = signInOf(session);
		if (standing === "ended") remembered.delete(key);
		else remembered.set(key, standing, now() + (standing === "alive" ? aliveMs : unknownMs));
		return standing;
	}

	return {
		request: fetch,
		async recallOrRequest(request: SessionRequest, session: Subject): Promise<Standing> {
			return remembered.get(signInOf(session)) ?? fetch(request, session);
		},
	};
}

function signInOf({ access: { sub, originJti, authTime } }: Subject): string {
	return `${sub} ${originJti ?? authTime}`;
}

async function fetchStanding(backend: Fetcher, request: SessionRequest, accessToken: string): Promise<Standing> {
	const headers = { authorization: `Bearer ${accessToken}`, [headerNames.requestId]: request.requestId };
	try {
		const signal = AbortSignal.timeout(respondWithinMs);
		const response = await backend.fetch(new URL(sessionPath, request.url).href, { headers, signal });
		await response.body?.cancel();
		if (response.status === 204) return "alive";
		return isEndedResponse(response) ? "ended" : unknown(request, `status ${response.status}`);
	} catch (error) {
		return unknown(request, reasonOf(error));
	}
}

function unknown(request: SessionRequest, reason: string): Standing {
	request.log({ event: "session-unchecked", name: "UpstreamUnreachable", reason });
	return "unknown";
}

export function isEndedResponse({ status, headers }: Response): boolean {
	return status === 401 && headers.get(headerNames.session) === "ended";
}
