import type { Context } from "hono";
import type { AuthErrorName } from "../shared/auth-errors";
import { headerNames } from "../shared/limits";
import { errorAnswer, methodNotAllowed, withCookies } from "./answers";
import type { Console } from "./console";
import { pickHeaders } from "./forward/header-policy";
import { isOwnHandshake } from "./middleware/same-origin";
import type { Services } from "./services";
import { endFromInside } from "./session/read-session";
import { readStandingSession } from "./session/standing-session";
import { type Visit, visitOf } from "./session/visit";

/** The period of the limit in wrangler.toml. */
const callPeriodSeconds = 60;

/** Passes a page's WebSocket on to this product's own backend, with the session's tokens. It only ever carries hints. */
export async function live(c: Context<Console>): Promise<Response> {
	const visit = visitOf(c);
	const { services, environment } = c.get("deployment");
	const { raw } = c.req;
	if (raw.method !== "GET") return methodNotAllowed("GET", visit.requestId);
	if (!services.isReady) return errorAnswer(services.problems[0].error, visit.requestId);
	// Before the upgrade: a page whose handshake fails is not told why, and asks here without one.
	if (services.value.settings.upstream.kind === "url") return errorAnswer("NotImplemented", visit.requestId);
	if (raw.headers.get("upgrade")?.toLowerCase() !== "websocket") return errorAnswer("UpgradeRequired", visit.requestId);
	if (!isOwnHandshake(raw)) return refuse(visit, "CrossSiteRequest");
	return connect({ services: services.value, visit, request: raw, backend: environment.backend });
}

type Handshake = { services: Services; visit: Visit; request: Request; backend: Fetcher };

async function connect({ services, visit, request, backend }: Handshake): Promise<Response> {
	const session = await readStandingSession(services, visit);
	if (session.status === "refused") return errorAnswer(session.error, visit.requestId);
	const { tokens, access } = session;
	const isWithinLimit = (await services.callLimit?.limit({ key: `sub ${access.sub}` }))?.success ?? true;
	if (!isWithinLimit) {
		visit.log({ event: "request-refused", name: "TooManyRequestsException" });
		return errorAnswer("TooManyRequestsException", visit.requestId, { retryAfterSeconds: callPeriodSeconds });
	}
	const headers = pickHeaders(request.headers, ["user-agent"]);
	headers.set("upgrade", "websocket");
	headers.set("authorization", `Bearer ${tokens.accessToken}`);
	headers.set(headerNames.requestId, visit.requestId);
	if (tokens.idToken !== null) headers.set(headerNames.idToken, tokens.idToken);
	try {
		const answer = await backend.fetch(request.url, { headers });
		return await pass(visit, answer, () => endFromInside(services, visit, tokens));
	} catch (error) {
		const reason = error instanceof Error ? error.name : "unknown";
		visit.log({ event: "upstream-failed", name: "UpstreamUnreachable", reason });
		return errorAnswer("UpstreamUnreachable", visit.requestId);
	}
}

/** `end`: what the cookies of a session that has ended are expired by. */
async function pass(visit: Visit, answer: Response, end: () => string[]): Promise<Response> {
	const { status, webSocket } = answer;
	if (status === 101 && webSocket) return new Response(null, { status, webSocket });
	await answer.body?.cancel();
	if (status === 401 && answer.headers.get(headerNames.session) === "ended") {
		return withCookies(errorAnswer("SessionEnded", visit.requestId), end());
	}
	if (status === 403) return refuse(visit, "NoAccess");
	visit.log({ event: "upstream-failed", name: "UpstreamUnreachable", reason: `status ${status}` });
	return errorAnswer("UpstreamUnreachable", visit.requestId);
}

function refuse(visit: Visit, name: AuthErrorName): Response {
	visit.log({ event: "request-refused", name });
	return errorAnswer(name, visit.requestId);
}
