import type { Context } from "hono";
import type { AuthErrorName } from "../shared/auth-errors";
import { headerNames, limits } from "../shared/limits";
import { errorAnswer, methodNotAllowed, withCookies } from "./answers";
import type { Console } from "./console";
import { pickHeaders } from "./forward/header-policy";
import { isOwnRequest } from "./middleware/same-origin";
import { dataHeaders } from "./middleware/security-headers";
import type { Services } from "./services";
import { endFromInside, readSession, refreshSession, type Session, type SignedIn } from "./session/read-session";
import { type Visit, visitOf } from "./session/visit";

/** The period of the limit in wrangler.toml. */
const callPeriodSeconds = 60;

const answerHeaders = ["content-type", "content-disposition", "allow"];
/** A file that is opened in the browser must not act as a page of this console. */
const ownHeaders = {
	...dataHeaders,
	"content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
	"cache-control": "private, no-store",
};

type Download = { services: Services; visit: Visit; request: Request; backend: Fetcher };

/** Streams a file of this product's own backend through, with the session's tokens. What it holds is the backend's affair. */
export async function exportDoor(c: Context<Console>): Promise<Response> {
	const visit = visitOf(c);
	const { services, environment } = c.get("deployment");
	const request = c.req.raw;
	if (!isOwnRequest(request)) return refuse(visit, "CrossSiteRequest");
	if (request.method !== "GET") return methodNotAllowed("GET", visit.requestId);
	if (!services.isReady) return errorAnswer(services.problems[0].error, visit.requestId);
	if (services.value.settings.upstream.kind === "url") return errorAnswer("NotImplemented", visit.requestId);
	if (request.url.length > limits.proxyUrlLength) return refuse(visit, "InvalidRequest");
	return download({ services: services.value, visit, request, backend: environment.backend });
}

async function download(door: Download): Promise<Response> {
	const { services, visit } = door;
	const session = await readSession(services, visit);
	if (session.status !== "signed-in") return refuseSession(visit, session);
	const isWithinLimit = (await services.callLimit?.limit({ key: `sub ${session.access.sub}` }))?.success ?? true;
	if (!isWithinLimit) return refuse(visit, "TooManyRequestsException", session.setCookies);
	try {
		const answer = await ask(door, session);
		if (answer.status !== 401) return await pass(visit, answer, session.setCookies);
		return await renewAndAskAgain(door, session, answer);
	} catch (error) {
		return unreachable(visit, error instanceof Error ? error.name : "unknown", session.setCookies);
	}
}

/** The backend no longer takes this token: it may have been revoked before its time. */
async function renewAndAskAgain(door: Download, session: SignedIn, refused: Response): Promise<Response> {
	const { services, visit } = door;
	await refused.body?.cancel();
	if (isEnded(refused)) return refuse(visit, "SessionEnded", endFromInside(services, visit, session.tokens));
	if (session.isRefreshed || session.tokens.refreshToken === null) {
		return unreachable(visit, "session refused", session.setCookies);
	}
	const renewed = await refreshSession(services, visit);
	if (renewed.status !== "signed-in") return refuseSession(visit, renewed);
	const answer = await ask(door, renewed);
	if (answer.status !== 401) return pass(visit, answer, renewed.setCookies);
	await answer.body?.cancel();
	if (isEnded(answer)) return refuse(visit, "SessionEnded", endFromInside(services, visit, renewed.tokens));
	return unreachable(visit, "session refused", renewed.setCookies);
}

function ask({ visit, request, backend }: Download, { tokens }: SignedIn): Promise<Response> {
	const headers = pickHeaders(request.headers, ["user-agent"]);
	headers.set("authorization", `Bearer ${tokens.accessToken}`);
	headers.set(headerNames.requestId, visit.requestId);
	if (tokens.idToken !== null) headers.set(headerNames.idToken, tokens.idToken);
	return backend.fetch(request.url, { headers, redirect: "manual" });
}

function isEnded({ headers }: Response): boolean {
	return headers.get(headerNames.session) === "ended";
}

/** The body passes as it comes: a reader that goes ends it at its source, and one that breaks breaks here too. */
async function pass(visit: Visit, answer: Response, setCookies: string[]): Promise<Response> {
	const isError = answer.status >= 400 && answer.headers.get("content-type")?.startsWith("application/json");
	if (answer.status !== 200 && !isError) {
		await answer.body?.cancel();
		return unreachable(visit, `status ${answer.status}`, setCookies);
	}
	const headers = pickHeaders(answer.headers, answerHeaders, new Headers(ownHeaders));
	return withCookies(new Response(answer.body, { status: answer.status, headers }), setCookies);
}

function refuseSession(visit: Visit, session: Exclude<Session, SignedIn>): Response {
	const retryAfterSeconds = session.status === "unchecked" ? session.retryAfterSeconds : undefined;
	return withCookies(errorAnswer(session.error, visit.requestId, { retryAfterSeconds }), session.setCookies);
}

function unreachable(visit: Visit, reason: string, setCookies: string[]): Response {
	visit.log({ event: "upstream-failed", name: "UpstreamUnreachable", reason });
	return withCookies(errorAnswer("UpstreamUnreachable", visit.requestId), setCookies);
}

function refuse(visit: Visit, name: AuthErrorName, setCookies: string[] = []): Response {
	visit.log({ event: "request-refused", name });
	const details = name === "TooManyRequestsException" ? { retryAfterSeconds: callPeriodSeconds } : {};
	return withCookies(errorAnswer(name, visit.requestId, details), setCookies);
}
