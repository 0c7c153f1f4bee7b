import { authErrors } from "../../shared/auth-errors";
import { limits } from "../../shared/limits";
import { networkOf } from "../../shared/network-of";
import { withCookies } from "../answers";
import { countCall } from "../middleware/rate-limit";
import type { RequestContext } from "../request-context";
import type { Services } from "../services";
import { readSession, type Session, type SignedIn } from "../session/read-session";
import { sendWithSession } from "../session/send-with-session";
import { takeBody, withIdleLimit } from "./bodies";
import { type ProxyErrorDetails, type ProxyReason, proxyError } from "./error-body";
import { answerHeaders, upstreamHeaders } from "./header-policy";
import { sendSigned } from "./send-signed";
import { callUpstream, failure, streamKindOf, type UpstreamAnswer, type UpstreamCall, upstreamUrl } from "./upstream";

type Exchange = { services: Services; context: RequestContext; request: Request; call: UpstreamCall };

/** Sends with the session's token. A 401 is passed on only if the session ends. */
export async function forwardCall(services: Services, context: RequestContext, request: Request): Promise<Response> {
	const { upstream, upstreamAuth } = services.settings;
	// The signature covers the whole body, so it cannot be streamed.
	const body = await takeBody(request, { isWholeNeeded: upstreamAuth.mode === "iam" });
	if (body === "too-large") return refuse(context, "BODY_TOO_LARGE");
	const startedAt = services.now();
	const session = await readSession(services, context);
	const authMs = services.now() - startedAt;
	const isGuest = session.status === "signed-out" && isWelcomeAsGuest(services, session);
	if (session.status !== "signed-in" && !isGuest) return refuseSession(context, session);
	const caller = session.status === "signed-in" ? session.access.sub : null;
	const retryAfterSeconds = await countRequest(services, context, caller);
	if (retryAfterSeconds !== null) {
		return withCookies(refuse(context, "TOO_MANY_REQUESTS", { retryAfterSeconds }), session.setCookies);
	}
	const url = upstreamUrl(upstream, request.url);
	const call = { url, method: request.method, body, stream: streamKindOf(request) };
	const exchanged = { services, context, request, call };
	const response =
		session.status === "signed-in" ? await exchange(exchanged, session) : await exchangeAsGuest(exchanged);
	const totalMs = services.now() - startedAt;
	response.headers.set("server-timing", `auth;dur=${authMs}, upstream;dur=${totalMs - authMs}, total;dur=${totalMs}`);
	return response;
}

/** Once per request, whatever its number of calls, which is bounded. */
function countRequest({ callLimit }: Services, context: RequestContext, sub: string | null): Promise<number | null> {
	const key = sub === null ? `guest ${networkOf(context.clientAddress() ?? "unknown")}` : `sub ${sub}`;
	return countCall(callLimit, key);
}

/** A user whose session just ended is refused instead of becoming a guest. */
function isWelcomeAsGuest({ settings }: Services, session: Extract<Session, { status: "signed-out" }>): boolean {
	return settings.upstreamAuth.mode === "iam" && settings.isGuestAllowed && session.setCookies.length === 0;
}

async function exchangeAsGuest(exchanged: Exchange): Promise<Response> {
	const { context } = exchanged;
	const answer = await sendWithSignature(exchanged, null);
	return refusalIn(answer) ? refuse(context, "UPSTREAM_REFUSED_SESSION") : pass(context, answer);
}

async function exchange(exchanged: Exchange, session: SignedIn): Promise<Response> {
	const { services, context, call } = exchanged;
	const outcome = await sendWithSession({
		services,
		context,
		session,
		send: (signedIn) => send(exchanged, signedIn),
		refusalIn,
		// In a signed call the signature was refused, not a token, so renewing the session does not help.
		mayRenew: services.settings.upstreamAuth.mode !== "iam",
		// Only the user decides whether to repeat a mutation.
		mayReplay: call.method !== "POST",
	});
	switch (outcome.status) {
		case "answered":
			return withCookies(pass(context, outcome.answer), outcome.setCookies);
		case "not-renewed":
			return refuseSession(context, outcome.session);
		case "ended":
		case "refused":
		case "resend":
			return withCookies(refuse(context, refusals[outcome.status]), outcome.setCookies);
	}
}

const refusals = { ended: "SESSION_ENDED", refused: "UPSTREAM_REFUSED_SESSION", resend: "RESEND" } as const;

function send(exchanged: Exchange, { tokens }: SignedIn): Promise<UpstreamAnswer> {
	const { services, context, request, call } = exchanged;
	const { upstream, upstreamAuth, upstreamHeaders: fixed } = services.settings;
	if (upstreamAuth.mode !== "bearer" && tokens.idToken === null) {
		return Promise.resolve(failure("ID_TOKEN_MISSING", "UserUnAuthenticatedException"));
	}
	if (upstreamAuth.mode === "iam") return sendWithSignature(exchanged, tokens.idToken);
	const bearer = upstreamAuth.mode === "id" ? tokens.idToken : tokens.accessToken;
	// Another party's backend gets only the bearer token.
	const idToken = upstream.kind === "binding" ? tokens.idToken : null;
	const headers = upstreamHeaders({ request, requestId: context.requestId, bearer, idToken, fixed });
	return callUpstream(upstream, call, headers);
}

function sendWithSignature({ services, context, request, call }: Exchange, idToken: string | null) {
	const { upstreamHeaders: fixed } = services.settings;
	const headers = upstreamHeaders({ request, requestId: context.requestId, bearer: null, idToken: null, fixed });
	return sendSigned(services, { call, headers, idToken, keepAlive: context.keepAlive });
}

function refusalIn(answer: UpstreamAnswer): Response | null {
	return answer.status === "answered" && answer.response.status === 401 ? answer.response : null;
}

function pass(context: RequestContext, answer: UpstreamAnswer): Response {
	if (answer.status === "failed") {
		context.log({ event: "upstream-failed", name: answer.reason, reason: answer.detail });
		return proxyError(answer.reason, context.requestId);
	}
	const { response, body } = answer;
	const passed = body instanceof ReadableStream ? watched(context, body) : body;
	return new Response(passed, { status: response.status, headers: answerHeaders(response.headers) });
}

/** The status is already sent, so a cut stream is only logged. */
function watched(context: RequestContext, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
	const names = { idle: "UPSTREAM_TIMEOUT", broken: "UPSTREAM_UNREACHABLE" } as const;
	return withIdleLimit(body, {
		idleMs: limits.upstreamIdleMs,
		onCut: (reason) => context.log({ event: "upstream-failed", name: names[reason], reason: `stream ${reason}` }),
	});
}

function refuseSession(context: RequestContext, session: Exclude<Session, SignedIn>): Response {
	const reason = session.status === "signed-out" ? "SIGNED_OUT" : "SESSION_UNCHECKED";
	const { message } = authErrors[session.error];
	const retryAfterSeconds = session.status === "unchecked" ? session.retryAfterSeconds : undefined;
	return withCookies(proxyError(reason, context.requestId, { message, retryAfterSeconds }), session.setCookies);
}

function refuse(context: RequestContext, reason: ProxyReason, details?: ProxyErrorDetails): Response {
	context.log({ event: "request-refused", name: reason });
	return proxyError(reason, context.requestId, details);
}
