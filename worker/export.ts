import type { Context } from "hono";
import type { AuthErrorName } from "../shared/auth-errors";
import { limits } from "../shared/limits";
import { type ErrorDetails, errorAnswer, methodNotAllowed, withCookies } from "./answers";
import { reasonOf } from "./event-log";
import { ownBackendHeaders, pickHeaders } from "./forward/header-policy";
import { countCall } from "./middleware/rate-limit";
import { isOwnRequest } from "./middleware/same-origin";
import { dataHeaders } from "./middleware/security-headers";
import { type Console, type RequestContext, requestContextOf } from "./request-context";
import type { Services } from "./services";
import { readSession, type Session, type SignedIn } from "./session/read-session";
import { sendWithSession } from "./session/send-with-session";

const answerHeaders = ["content-type", "content-disposition", "allow"];
/** A file opened in the browser must not act as a page of this console. */
const ownHeaders = {
	...dataHeaders,
	"content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
	"cache-control": "private, no-store",
};

export async function exportFile(c: Context<Console>): Promise<Response> {
	const context = requestContextOf(c);
	const { services, environment } = c.get("deployment");
	const request = c.req.raw;
	if (!isOwnRequest(request)) return refuse(context, "CrossSiteRequest");
	if (request.method !== "GET") return methodNotAllowed("GET", context.requestId);
	if (!services.isReady) return errorAnswer(services.problems[0].error, context.requestId);
	if (services.value.settings.upstream.kind === "url") return errorAnswer("NotImplemented", context.requestId);
	if (request.url.length > limits.proxyUrlLength) return refuse(context, "InvalidRequest");
	return download({ services: services.value, context, request, backend: environment.backend });
}

type Download = { services: Services; context: RequestContext; request: Request; backend: Fetcher };

async function download({ services, context, request, backend }: Download): Promise<Response> {
	const session = await readSession(services, context);
	if (session.status !== "signed-in") return refuseSession(context, session);
	const retryAfterSeconds = await countCall(services.callLimit, `sub ${session.access.sub}`);
	if (retryAfterSeconds !== null) {
		const refusal = refuse(context, "TooManyRequestsException", { retryAfterSeconds });
		return withCookies(refusal, session.setCookies);
	}
	const outcome = await sendWithSession<Fetched>({
		services,
		context,
		session,
		send: ({ tokens }) => fetchFile(backend, request.url, ownBackendHeaders(request, context.requestId, tokens)),
		refusalIn: (fetched) => (fetched instanceof Response && fetched.status === 401 ? fetched : null),
		mayRenew: true,
		mayReplay: true,
	});
	switch (outcome.status) {
		case "answered":
			return withCookies(await pass(context, outcome.answer), outcome.setCookies);
		case "ended":
			return withCookies(refuse(context, "SessionEnded"), outcome.setCookies);
		case "not-renewed":
			return refuseSession(context, outcome.session);
		case "refused":
		case "resend":
			return withCookies(unreachable(context, "session refused"), outcome.setCookies);
	}
}

type Fetched = Response | { reason: string };

async function fetchFile(backend: Fetcher, url: string, headers: Headers): Promise<Fetched> {
	try {
		const response = await backend.fetch(url, { headers, redirect: "manual" });
		if (response.status === 401) await response.body?.cancel();
		return response;
	} catch (error) {
		return { reason: reasonOf(error) };
	}
}

/** Streamed: a cancelled download ends at the backend, and a broken source breaks the download. */
async function pass(context: RequestContext, fetched: Fetched): Promise<Response> {
	if (!(fetched instanceof Response)) return unreachable(context, fetched.reason);
	const { status, body } = fetched;
	const isError = status >= 400 && fetched.headers.get("content-type")?.startsWith("application/json");
	if (status !== 200 && !isError) {
		await body?.cancel();
		return unreachable(context, `status ${status}`);
	}
	return new Response(body, { status, headers: pickHeaders(fetched.headers, answerHeaders, new Headers(ownHeaders)) });
}

function refuseSession(context: RequestContext, session: Exclude<Session, SignedIn>): Response {
	const retryAfterSeconds = session.status === "unchecked" ? session.retryAfterSeconds : undefined;
	return withCookies(errorAnswer(session.error, context.requestId, { retryAfterSeconds }), session.setCookies);
}

function unreachable(context: RequestContext, reason: string): Response {
	context.log({ event: "upstream-failed", name: "UpstreamUnreachable", reason });
	return errorAnswer("UpstreamUnreachable", context.requestId);
}

function refuse(context: RequestContext, name: AuthErrorName, details?: ErrorDetails): Response {
	context.log({ event: "request-refused", name });
	return errorAnswer(name, context.requestId, details);
}
