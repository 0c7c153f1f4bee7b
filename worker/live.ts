import type { Context } from "hono";
import type { AuthErrorName } from "../shared/auth-errors";
import { type ErrorDetails, errorAnswer, methodNotAllowed, withCookies } from "./answers";
import { reasonOf } from "./event-log";
import { ownBackendHeaders } from "./forward/header-policy";
import { countCall } from "./middleware/rate-limit";
import { isOwnHandshake } from "./middleware/same-origin";
import { type Console, type RequestContext, requestContextOf } from "./request-context";
import type { Services } from "./services";
import { endFromInside, isEndedAnswer } from "./session/ended-sessions";
import { readWithoutRefresh } from "./session/read-session";

export async function live(c: Context<Console>): Promise<Response> {
	const context = requestContextOf(c);
	const { services, environment } = c.get("deployment");
	const { raw } = c.req;
	if (raw.method !== "GET") return methodNotAllowed("GET", context.requestId);
	if (!services.isReady) return errorAnswer(services.problems[0].error, context.requestId);
	// Before the upgrade: a page cannot see why a handshake failed, so it asks here without one.
	if (services.value.settings.upstream.kind === "url") return errorAnswer("NotImplemented", context.requestId);
	if (raw.headers.get("upgrade")?.toLowerCase() !== "websocket")
		return errorAnswer("UpgradeRequired", context.requestId);
	if (!isOwnHandshake(raw)) return refuse(context, "CrossSiteRequest");
	return connect({ services: services.value, context, request: raw, backend: environment.backend });
}

type Handshake = { services: Services; context: RequestContext; request: Request; backend: Fetcher };

async function connect({ services, context, request, backend }: Handshake): Promise<Response> {
	const session = await readWithoutRefresh(services, context);
	if (session.status === "refused") return errorAnswer(session.error, context.requestId);
	const { tokens, access } = session;
	const retryAfterSeconds = await countCall(services.callLimit, `sub ${access.sub}`);
	if (retryAfterSeconds !== null) return refuse(context, "TooManyRequestsException", { retryAfterSeconds });
	const headers = ownBackendHeaders(request, context.requestId, tokens);
	headers.set("upgrade", "websocket");
	try {
		const answer = await backend.fetch(request.url, { headers });
		return await pass(context, answer, () => endFromInside(services, context, tokens));
	} catch (error) {
		const reason = reasonOf(error);
		context.log({ event: "upstream-failed", name: "UpstreamUnreachable", reason });
		return errorAnswer("UpstreamUnreachable", context.requestId);
	}
}

/** `end` ends the session here too and returns the expiring Set-Cookie lines. */
async function pass(context: RequestContext, answer: Response, end: () => string[]): Promise<Response> {
	const { status, webSocket } = answer;
	if (status === 101 && webSocket) return new Response(null, { status, webSocket });
	await answer.body?.cancel();
	if (isEndedAnswer(answer)) return withCookies(errorAnswer("SessionEnded", context.requestId), end());
	if (status === 403) return refuse(context, "NoAccess");
	context.log({ event: "upstream-failed", name: "UpstreamUnreachable", reason: `status ${status}` });
	return errorAnswer("UpstreamUnreachable", context.requestId);
}

function refuse(context: RequestContext, name: AuthErrorName, details?: ErrorDetails): Response {
	context.log({ event: "request-refused", name });
	return errorAnswer(name, context.requestId, details);
}
