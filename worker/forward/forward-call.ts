import { authErrors } from "../../shared/auth-errors";
import { headerNames, limits } from "../../shared/limits";
import { withCookies } from "../answers";
import { readBody } from "../read-body";
import type { Services } from "../services";
import { endSession, readSession, refreshSession, type Session, type SignedIn } from "../session/read-session";
import type { Visit } from "../session/visit";
import { type ProxyReason, proxyError } from "./error-body";
import { answerHeaders, upstreamHeaders } from "./header-policy";
import { callUpstream, isStreamRequest, type UpstreamAnswer, type UpstreamCall, upstreamUrl } from "./upstream";

type Exchange = { services: Services; visit: Visit; request: Request; call: UpstreamCall };

/** Forwards a guarded call with the session's token, and sees to it that a 401 leaves only with a session's end. */
export async function forwardCall(services: Services, visit: Visit, request: Request): Promise<Response> {
	const body = request.method === "POST" ? await readBody(request.body, limits.proxyBodyBytes) : null;
	if (body === "too-large") return refuse(visit, "BODY_TOO_LARGE", []);
	const startedAt = services.now();
	const session = await readSession(services, visit);
	const authMs = services.now() - startedAt;
	if (session.status !== "signed-in") return refuseSession(visit, session);
	const url = upstreamUrl(services.settings.upstream, request.url);
	const call = { url, method: request.method, body, isStreamed: isStreamRequest(request) };
	const response = await exchange({ services, visit, request, call }, session);
	const totalMs = services.now() - startedAt;
	response.headers.set("server-timing", `auth;dur=${authMs}, upstream;dur=${totalMs - authMs}, total;dur=${totalMs}`);
	return response;
}

async function exchange(exchanged: Exchange, session: SignedIn): Promise<Response> {
	const { services, visit } = exchanged;
	const answer = await send(exchanged, session);
	if (!isRefusal(answer)) return pass(visit, answer, session.setCookies);
	if (isEnded(answer)) return refuse(visit, "SESSION_ENDED", endSession(services, visit));
	return renewAndReplay(exchanged, session);
}

/** The token may have died early, by revocation say. A mutation has not run, but whether to run it is the person's say. */
async function renewAndReplay(exchanged: Exchange, session: SignedIn): Promise<Response> {
	const { services, visit, call } = exchanged;
	if (session.isRefreshed || session.tokens.refreshToken === null) {
		return refuse(visit, "UPSTREAM_REFUSED_SESSION", session.setCookies);
	}
	const renewed = await refreshSession(services, visit);
	if (renewed.status !== "signed-in") return refuseSession(visit, renewed);
	if (renewed.tokens.accessToken === session.tokens.accessToken) {
		return refuse(visit, "UPSTREAM_REFUSED_SESSION", renewed.setCookies);
	}
	if (call.method === "POST") return refuse(visit, "RESEND", renewed.setCookies);
	const answer = await send(exchanged, renewed);
	if (!isRefusal(answer)) return pass(visit, answer, renewed.setCookies);
	if (isEnded(answer)) return refuse(visit, "SESSION_ENDED", endSession(services, visit));
	return refuse(visit, "UPSTREAM_REFUSED_SESSION", renewed.setCookies);
}

function send({ services, visit, request, call }: Exchange, { tokens }: SignedIn): Promise<UpstreamAnswer> {
	const { upstream } = services.settings;
	const isOwnBackend = upstream.kind === "binding";
	const headers = upstreamHeaders({ request, requestId: visit.requestId, tokens, isOwnBackend });
	return callUpstream(upstream, call, headers);
}

function isRefusal(answer: UpstreamAnswer): answer is Extract<UpstreamAnswer, { status: "answered" }> {
	return answer.status === "answered" && answer.response.status === 401;
}

function isEnded(answer: Extract<UpstreamAnswer, { status: "answered" }>): boolean {
	return answer.response.headers.get(headerNames.session) === "ended";
}

function pass(visit: Visit, answer: UpstreamAnswer, setCookies: string[]): Response {
	if (answer.status === "failed") {
		visit.log({ event: "upstream-failed", name: answer.reason, reason: answer.detail });
		return withCookies(proxyError(answer.reason, visit.requestId), setCookies);
	}
	const { response, body } = answer;
	const init = { status: response.status, headers: answerHeaders(response.headers) };
	return withCookies(new Response(body, init), setCookies);
}

function refuseSession(visit: Visit, session: Exclude<Session, SignedIn>): Response {
	const reason = session.status === "signed-out" ? "SIGNED_OUT" : "SESSION_UNCHECKED";
	return withCookies(proxyError(reason, visit.requestId, authErrors[session.error].message), session.setCookies);
}

function refuse(visit: Visit, reason: ProxyReason, setCookies: string[]): Response {
	visit.log({ event: "request-refused", name: reason });
	return withCookies(proxyError(reason, visit.requestId), setCookies);
}
