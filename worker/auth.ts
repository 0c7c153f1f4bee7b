import { type Context, Hono } from "hono";
import type { AuthErrorName } from "../shared/auth-errors";
import type { AuthConfig, SessionCheck, SignInResult } from "../shared/session";
import { errorAnswer, jsonAnswer, methodNotAllowed, withCookies } from "./answers";
import { parseSignIn, signIn } from "./cognito/sign-in";
import type { Console } from "./console";
import { logToConsole } from "./event-log";
import { isLoopback } from "./loopback";
import { isSignInAllowed, retryAfterSeconds } from "./middleware/rate-limit";
import { isOwnRequest } from "./middleware/same-origin";
import type { Services } from "./services";
import { readSession } from "./session/read-session";
import { toSessionUser } from "./session/session-user";
import { signOut } from "./session/sign-out";
import { type Visit, visitOf } from "./session/visit";

type Handler = (c: Context<Console>, services: Services) => Promise<Response>;

/** A door for this console's own pages, answering only where the settings are right. */
function door(method: "GET" | "POST", handler: Handler) {
	return async (c: Context<Console>): Promise<Response> => {
		const [requestId, deployment] = [c.get("requestId"), c.get("deployment")];
		if (!isOwnRequest(c.req.raw)) {
			logToConsole({ event: "request-refused", requestId, name: "CrossSiteRequest" });
			return errorAnswer("CrossSiteRequest", requestId);
		}
		if (c.req.method !== method) return methodNotAllowed(method, requestId);
		const { services } = deployment;
		if (!services.isReady) return errorAnswer(services.problems[0].error, requestId);
		return handler(c, services.value);
	};
}

const checkSession: Handler = async (c, services) => {
	const session = await readSession(services, visitOf(c));
	if (session.status === "unchecked") {
		return withCookies(errorAnswer(session.error, c.get("requestId")), session.setCookies);
	}
	if (session.status === "signed-out") {
		const answer: SessionCheck = { isAuthenticated: false };
		return withCookies(jsonAnswer(answer), session.setCookies);
	}
	const expiresAt = session.access.exp * 1000;
	const answer: SessionCheck = {
		isAuthenticated: true,
		user: toSessionUser(session.access, session.id),
		expiresAt,
		expiresInMs: expiresAt - services.now(),
	};
	return withCookies(jsonAnswer(answer), session.setCookies);
};

const handleSignIn: Handler = async (c, services) => {
	const visit = visitOf(c);
	const { environment } = c.get("deployment");
	const parsed = await parseSignIn(c.req.raw);
	if (!parsed.isValid) return refuseSignIn(visit, parsed.error);
	const { credentials } = parsed;
	const address = c.req.raw.headers.get("cf-connecting-ip") ?? "unknown";
	if (!(await isSignInAllowed(environment, address, credentials.email))) {
		const refused = refuseSignIn(visit, "TooManyAttempts");
		refused.headers.set("retry-after", String(retryAfterSeconds));
		return refused;
	}
	const result = await signIn({ services, visit, credentials });
	if (result.status === "failed") return withCookies(errorAnswer(result.error, visit.requestId), result.setCookies);
	if (result.status === "challenge") {
		const answer: SignInResult = { status: "challenge", challenge: result.challenge };
		return jsonAnswer(answer);
	}
	const answer: SignInResult = { status: "signed-in", user: result.user };
	return withCookies(jsonAnswer(answer), result.setCookies);
};

function refuseSignIn(visit: Visit, name: AuthErrorName): Response {
	visit.log({ event: "sign-in-failed", name, reason: "refused before the user pool was asked" });
	return errorAnswer(name, visit.requestId);
}

const handleSignOut: Handler = async (c, services) => {
	return withCookies(jsonAnswer({ status: "signed-out" }), await signOut(services, visitOf(c)));
};

const describeAuth: Handler = async (c, services) => {
	const { environment } = c.get("deployment");
	const isLocalRun = environment.local !== null && isLoopback(c.req.url);
	const answer: AuthConfig = {
		companyName: environment.companyName,
		passwordPolicy: services.settings.passwordPolicy,
		...(isLocalRun ? { demo: { email: "owner@aqlcloud.test", password: "Local-demo-1" } } : {}),
	};
	return jsonAnswer(answer);
};

export const isAuthenticated = door("GET", checkSession);

export const auth = new Hono<Console>()
	.all("/sign-in", door("POST", handleSignIn))
	.all("/sign-out", door("POST", handleSignOut))
	.all("/config", door("GET", describeAuth));
