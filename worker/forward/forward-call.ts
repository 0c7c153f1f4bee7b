import type { Context, MiddlewareHandler } from "hono";
import { serverLimits } from "../../shared/base/limits";
import { accountEndings } from "../../shared/session/session-endings";
import { sessionHeaders } from "../../shared/session/session-limits";
import type { RequestLog } from "../base/event-log";
import { HttpError } from "../base/http-error";
import { withoutSession } from "../middleware/session";
import type { Console } from "../services/console";
import { sendWithSession } from "../session/send-with-session";
import type { SignedIn } from "../session/session";
import { type RequestBody, takeBody, withIdleLimit } from "./bodies";
import { nameAccount, responseHeadersOf, upstreamHeaders } from "./header-policy";
import { sendSigned } from "./send-signed";
import { callUpstream, failure, streamKindOf, type UpstreamCall, type UpstreamResponse, upstreamUrl } from "./upstream";

/** `sentAt`: start of the upstream call, epoch ms. */
type CallConsole = {
	Bindings: Console["Bindings"];
	Variables: Console["Variables"] & { body: RequestBody; sentAt: number };
};

type CallContext = Context<CallConsole>;

export const callBody: MiddlewareHandler<CallConsole> = async (c, next) => {
	// The signature covers the whole body, so it cannot be streamed.
	const isWholeNeeded = c.get("services").settings.upstreamAuth.mode === "iam";
	const body = await takeBody(c.req.raw, { isWholeNeeded });
	if (body === "too-large") throw new HttpError("BODY_TOO_LARGE");
	c.set("body", body);
	await next();
};

export const serverTiming: MiddlewareHandler<CallConsole> = async (c, next) => {
	const { now } = c.get("services");
	const startedAt = now();
	await next();
	const sentAt: number | undefined = c.get("sentAt");
	if (sentAt === undefined) return;
	const [authMs, upstreamMs] = [sentAt - startedAt, now() - sentAt];
	const value = `auth;dur=${authMs}, upstream;dur=${upstreamMs}, total;dur=${authMs + upstreamMs}`;
	c.res.headers.set("server-timing", value);
};

/** Forwards with the session's token. Returns an upstream 401 only if the session ends. */
export async function forwardCall(c: CallContext): Promise<Response> {
	const { settings, now } = c.get("services");
	const { raw } = c.req;
	c.set("sentAt", now());
	const call = {
		url: upstreamUrl(settings.upstream, raw.url),
		method: raw.method,
		body: c.get("body"),
		stream: streamKindOf(raw),
	};
	const session: SignedIn | undefined = c.get("session");
	return session ? exchange(c, call, session) : exchangeAsGuest(c, call);
}

async function exchangeAsGuest(c: CallContext, call: UpstreamCall): Promise<Response> {
	const response = await sendWithSignature(c, call, null);
	if (denialIn(response)) throw new HttpError("UPSTREAM_REFUSED_SESSION");
	return pass(c, response);
}

async function exchange(c: CallContext, call: UpstreamCall, session: SignedIn): Promise<Response> {
	const services = c.get("services");
	const outcome = await sendWithSession(services, c.get("context"), {
		session,
		send: (signedIn) => send(c, call, signedIn),
		denialIn,
		// AWS rejected the signature of a signed call, not a token, so renewing the session does not help.
		mayRenew: services.settings.upstreamAuth.mode !== "iam",
		// Only the user decides whether to repeat a mutation.
		mayReplay: call.method !== "POST",
	});
	if (outcome.status === "answered") return pass(c, outcome.response);
	if (outcome.status === "ended") throw new HttpError(accountEndings[outcome.why]);
	throw outcome.status === "not-renewed" ? withoutSession(outcome.session) : new HttpError(denials[outcome.status]);
}

const denials = { refused: "UPSTREAM_REFUSED_SESSION", resend: "RESEND" } as const;

function send(c: CallContext, call: UpstreamCall, { tokens, idleMinutes }: SignedIn): Promise<UpstreamResponse> {
	const { upstream, upstreamAuth, upstreamHeaders: fixed } = c.get("services").settings;
	if (upstreamAuth.mode !== "bearer" && tokens.idToken === null) {
		return Promise.resolve(failure("ID_TOKEN_MISSING", "UserUnAuthenticatedException"));
	}
	if (upstreamAuth.mode === "iam") return sendWithSignature(c, call, tokens.idToken);
	const bearer = upstreamAuth.mode === "id" ? tokens.idToken : tokens.accessToken;
	// Another party's backend gets only the bearer token.
	const idToken = upstream.kind === "binding" ? tokens.idToken : null;
	const headers = upstreamHeaders({ request: c.req.raw, requestId: c.get("requestId"), bearer, idToken, fixed });
	if (upstream.kind === "binding") nameAccount(headers, c.req.raw);
	if (upstream.kind === "binding" && idleMinutes !== null) headers.set(sessionHeaders.idleMinutes, String(idleMinutes));
	return callUpstream(upstream, call, headers);
}

function sendWithSignature(c: CallContext, call: UpstreamCall, idToken: string | null): Promise<UpstreamResponse> {
	const services = c.get("services");
	const { upstreamHeaders: fixed } = services.settings;
	const outgoing = { request: c.req.raw, requestId: c.get("requestId"), bearer: null, idToken: null, fixed };
	const { keepAlive } = c.get("context");
	return sendSigned(services, { call, headers: upstreamHeaders(outgoing), idToken, keepAlive });
}

function denialIn(response: UpstreamResponse): Response | null {
	return response.status === "answered" && response.response.status === 401 ? response.response : null;
}

function pass(c: CallContext, result: UpstreamResponse): Response {
	if (result.status === "failed") {
		throw new HttpError(result.reason, { event: "upstream-failed", reason: result.detail });
	}
	const { response, body } = result;
	const passed = body instanceof ReadableStream ? watched(body, c.get("log")) : body;
	const isOwn = c.get("services").settings.upstream.kind === "binding";
	return new Response(passed, { status: response.status, headers: responseHeadersOf(response.headers, isOwn) });
}

/** The status is already sent, so a cut stream is only logged. */
function watched(body: ReadableStream<Uint8Array>, log: RequestLog): ReadableStream<Uint8Array> {
	const names = { idle: "UPSTREAM_TIMEOUT", broken: "UPSTREAM_UNREACHABLE" } as const;
	return withIdleLimit(body, {
		idleMs: serverLimits.upstreamIdleMs,
		onCut: (reason) => log({ event: "upstream-failed", name: names[reason], reason: `stream ${reason}` }),
	});
}
