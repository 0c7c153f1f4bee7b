import { authErrors } from "../../shared/auth-errors";
import { headerNames, limits } from "../../shared/limits";
import { networkOf } from "../../shared/network-of";
import { withCookies } from "../answers";
import type { Services } from "../services";
import { endFromInside, readSession, refreshSession, type Session, type SignedIn } from "../session/read-session";
import type { Visit } from "../session/visit";
import { type ProxyReason, proxyError } from "./error-body";
import { answerHeaders, upstreamHeaders } from "./header-policy";
import { withIdleLimit } from "./idle-limit";
import { takeBody } from "./request-body";
import { sendSigned } from "./send-signed";
import { callUpstream, failure, streamKindOf, type UpstreamAnswer, type UpstreamCall, upstreamUrl } from "./upstream";

/** The period of the limit in wrangler.toml. */
const callPeriodSeconds = 60;

type Exchange = { services: Services; visit: Visit; request: Request; call: UpstreamCall };

/** Forwards a guarded call with the session's token, and sees to it that a 401 leaves only with a session's end. */
export async function forwardCall(services: Services, visit: Visit, request: Request): Promise<Response> {
	const { upstream, upstreamAuth } = services.settings;
	// A signature is over the whole body, which therefore cannot pass as it comes.
	const body = await takeBody(request, { isWholeNeeded: upstreamAuth.mode === "iam" });
	if (body === "too-large") return refuse(visit, "BODY_TOO_LARGE", []);
	const startedAt = services.now();
	const session = await readSession(services, visit);
	const authMs = services.now() - startedAt;
	const isGuest = session.status === "signed-out" && isWelcomeAsGuest(services, session);
	if (session.status !== "signed-in" && !isGuest) return refuseSession(visit, session);
	const caller = session.status === "signed-in" ? session.access.sub : null;
	if (!(await isWithinLimit(services, visit, caller))) return refuse(visit, "TOO_MANY_REQUESTS", session.setCookies);
	const url = upstreamUrl(upstream, request.url);
	const call = { url, method: request.method, body, stream: streamKindOf(request) };
	const exchanged = { services, visit, request, call };
	const response =
		session.status === "signed-in" ? await exchange(exchanged, session) : await exchangeAsGuest(exchanged);
	const totalMs = services.now() - startedAt;
	response.headers.set("server-timing", `auth;dur=${authMs}, upstream;dur=${totalMs - authMs}, total;dur=${totalMs}`);
	return response;
}

/** One count for a request, however many calls it batches: their number is bounded already. */
async function isWithinLimit({ callLimit }: Services, visit: Visit, sub: string | null): Promise<boolean> {
	if (callLimit === null) return true;
	const key = sub === null ? `guest ${networkOf(visit.clientAddress() ?? "unknown")}` : `sub ${sub}`;
	return (await callLimit.limit({ key })).success;
}

/** Who came with a session that ended just now is told so, and is not made a guest without a word. */
function isWelcomeAsGuest({ settings }: Services, session: Extract<Session, { status: "signed-out" }>): boolean {
	return settings.upstreamAuth.mode === "iam" && settings.isGuestAllowed && session.setCookies.length === 0;
}

async function exchangeAsGuest(exchanged: Exchange): Promise<Response> {
	const { visit } = exchanged;
	const answer = await sendWithSignature(exchanged, null);
	return isRefusal(answer) ? refuse(visit, "UPSTREAM_REFUSED_SESSION", []) : pass(visit, answer, []);
}

async function exchange(exchanged: Exchange, session: SignedIn): Promise<Response> {
	const { services, visit } = exchanged;
	const answer = await send(exchanged, session);
	if (!isRefusal(answer)) return pass(visit, answer, session.setCookies);
	if (isEnded(answer)) return refuse(visit, "SESSION_ENDED", endFromInside(services, visit, session.tokens));
	// The signature was refused, not a token: a renewed session would be refused just so.
	if (services.settings.upstreamAuth.mode === "iam") {
		return refuse(visit, "UPSTREAM_REFUSED_SESSION", session.setCookies);
	}
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
	if (isEnded(answer)) return refuse(visit, "SESSION_ENDED", endFromInside(services, visit, renewed.tokens));
	return refuse(visit, "UPSTREAM_REFUSED_SESSION", renewed.setCookies);
}

function send(exchanged: Exchange, { tokens }: SignedIn): Promise<UpstreamAnswer> {
	const { services, visit, request, call } = exchanged;
	const { upstream, upstreamAuth, upstreamHeaders: fixed } = services.settings;
	if (upstreamAuth.mode !== "bearer" && tokens.idToken === null) {
		return Promise.resolve(failure("ID_TOKEN_MISSING", "UserUnAuthenticatedException"));
	}
	if (upstreamAuth.mode === "iam") return sendWithSignature(exchanged, tokens.idToken);
	const bearer = upstreamAuth.mode === "id" ? tokens.idToken : tokens.accessToken;
	// Another party's backend has no use for who the person is beyond the bearer token.
	const idToken = upstream.kind === "binding" ? tokens.idToken : null;
	const headers = upstreamHeaders({ request, requestId: visit.requestId, bearer, idToken, fixed });
	return callUpstream(upstream, call, headers);
}

/** With the credentials of the person, or of a guest for null. */
function sendWithSignature({ services, visit, request, call }: Exchange, idToken: string | null) {
	const { upstreamHeaders: fixed } = services.settings;
	const headers = upstreamHeaders({ request, requestId: visit.requestId, bearer: null, idToken: null, fixed });
	return sendSigned(services, { call, headers, idToken, keepAlive: visit.keepAlive });
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
	const passed = body instanceof ReadableStream ? watched(visit, body) : body;
	const init = { status: response.status, headers: answerHeaders(response.headers) };
	return withCookies(new Response(passed, init), setCookies);
}

/** The status is out, so a stream that is cut can only be told to the log. */
function watched(visit: Visit, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
	const names = { idle: "UPSTREAM_TIMEOUT", broken: "UPSTREAM_UNREACHABLE" } as const;
	return withIdleLimit(body, {
		idleMs: limits.upstreamIdleMs,
		onCut: (reason) => visit.log({ event: "upstream-failed", name: names[reason], reason: `stream ${reason}` }),
	});
}

function refuseSession(visit: Visit, session: Exclude<Session, SignedIn>): Response {
	const reason = session.status === "signed-out" ? "SIGNED_OUT" : "SESSION_UNCHECKED";
	const { message } = authErrors[session.error];
	const retryAfterSeconds = session.status === "unchecked" ? session.retryAfterSeconds : undefined;
	return withCookies(proxyError(reason, visit.requestId, { message, retryAfterSeconds }), session.setCookies);
}

function refuse(visit: Visit, reason: ProxyReason, setCookies: string[]): Response {
	visit.log({ event: "request-refused", name: reason });
	const details = reason === "TOO_MANY_REQUESTS" ? { retryAfterSeconds: callPeriodSeconds } : {};
	return withCookies(proxyError(reason, visit.requestId, details), setCookies);
}
