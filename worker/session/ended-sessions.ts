import { createExpiringMap } from "../../shared/base/expiring-map";
import { headerNames } from "../../shared/base/header-names";
import { sessionPath } from "../../shared/session/session";
import { type AccountEnding, accountEndingOf } from "../../shared/session/session-endings";
import { sessionHeaders, shortestIdleMinutes } from "../../shared/session/session-limits";
import { reasonOf } from "../base/event-log";
import { signInOf } from "../cognito/tokens";
import type { Upstream } from "../settings/upstream-settings";
import type { RequestContext, SignedIn } from "./session";

type Standing = "alive" | "unknown" | AccountEnding;

export function isEnding(standing: Standing): standing is AccountEnding {
	return standing !== "alive" && standing !== "unknown";
}

type SessionRequest = Pick<RequestContext, "url" | "requestId" | "log">;
type Subject = Pick<SignedIn, "access" | "idleMinutes"> & { tokens: { accessToken: string } };

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
		const standing = await fetchStanding(upstream.backend, request, session);
		const key = keyOf(session);
		if (isEnding(standing)) remembered.delete(key);
		else remembered.set(key, standing, now() + (standing === "alive" ? aliveMs : unknownMs));
		return standing;
	}

	return {
		request: fetch,
		async recallOrRequest(request: SessionRequest, session: Subject): Promise<Standing> {
			return remembered.get(keyOf(session)) ?? fetch(request, session);
		},
	};
}

/** No account ends a session before `shortestIdleMinutes`, so a shorter time needs no new response. */
function keyOf({ access, idleMinutes }: Subject): string {
	return idleMinutes === null || idleMinutes <= shortestIdleMinutes
		? signInOf(access)
		: `${signInOf(access)} ${idleMinutes}`;
}

async function fetchStanding(backend: Fetcher, request: SessionRequest, session: Subject): Promise<Standing> {
	const headers = new Headers({
		authorization: `Bearer ${session.tokens.accessToken}`,
		[headerNames.requestId]: request.requestId,
	});
	if (session.idleMinutes !== null) headers.set(sessionHeaders.idleMinutes, String(session.idleMinutes));
	try {
		const signal = AbortSignal.timeout(respondWithinMs);
		const response = await backend.fetch(new URL(sessionPath, request.url).href, { headers, signal });
		await response.body?.cancel();
		if (response.status === 204) return "alive";
		return endingIn(response) ?? unknown(request, `status ${response.status}`);
	} catch (error) {
		return unknown(request, reasonOf(error));
	}
}

function unknown(request: SessionRequest, reason: string): Standing {
	request.log({ event: "session-unchecked", name: "UpstreamUnreachable", reason });
	return "unknown";
}

/** Null: the backend has not ended the session. */
export function endingIn({ status, headers }: Response): AccountEnding | null {
	const isEnded = status === 401 && headers.get(sessionHeaders.state) === "ended";
	return isEnded ? accountEndingOf(headers.get(sessionHeaders.reason)) : null;
}
