import type { AuthErrorName } from "../../shared/auth-errors";
import type { SessionUser } from "../../shared/session";
import { readBody } from "../read-body";
import type { Services } from "../services";
import { verifyTokens } from "../session/check-tokens";
import { clearEverywhere, findSessionCookies, replaceSession } from "../session/session-cookies";
import { toSessionUser } from "../session/session-user";
import { clockDrift } from "../session/unverified-claims";
import type { Visit } from "../session/visit";
import { type AuthenticationResult, parseAuthenticationResult } from "./authentication-result";
import { isRecord, textField } from "./json-fields";
import { secretHash } from "./secret-hash";
import { signInError } from "./sign-in-errors";

export type Credentials = { email: string; password: string };

type ParsedSignIn = { isValid: true; credentials: Credentials } | { isValid: false; error: AuthErrorName };

type SignInOutcome =
	| { status: "signed-in"; user: SessionUser; setCookies: string[] }
	| { status: "challenge"; challenge: string }
	| { status: "failed"; error: AuthErrorName; setCookies: string[] };

const longestBody = 10_000;

export async function parseSignIn(request: Request): Promise<ParsedSignIn> {
	const [mediaType = ""] = (request.headers.get("content-type") ?? "").split(";");
	if (mediaType.trim().toLowerCase() !== "application/json") return { isValid: false, error: "UnsupportedMediaType" };
	const bytes = await readBody(request.body, longestBody);
	if (bytes === "too-large") return { isValid: false, error: "RequestTooLarge" };
	const body = parseJson(new TextDecoder().decode(bytes));
	if (!isRecord(body)) return { isValid: false, error: "InvalidRequest" };
	const email = textField(body, "email")?.trim() ?? "";
	const password = textField(body, "password") ?? "";
	if (email === "") return { isValid: false, error: "EmptySignInUsername" };
	if (password === "") return { isValid: false, error: "EmptySignInPassword" };
	return { isValid: true, credentials: { email, password } };
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null; // answered as InvalidRequest
	}
}

type SignInRequest = { services: Services; visit: Visit; credentials: Credentials };

/** Signs in with a password. Whatever session the browser had is replaced, never joined. */
export async function signIn({ services, visit, credentials }: SignInRequest): Promise<SignInOutcome> {
	const { settings } = services;
	const found = findSessionCookies(visit.cookieHeader, settings.clientId);
	if (found.isAmbiguous) {
		const writer = { clientId: settings.clientId, isSecure: visit.isSecure };
		visit.log({ event: "sign-in-failed", name: "AmbiguousSession" });
		return { status: "failed", error: "AmbiguousSession", setCookies: clearEverywhere(found, writer, visit.url) };
	}
	const answer = await services.userPool("InitiateAuth", {
		AuthFlow: "USER_PASSWORD_AUTH",
		ClientId: settings.clientId,
		AuthParameters: {
			USERNAME: credentials.email,
			PASSWORD: credentials.password,
			...(await secretParameter(services, credentials.email)),
		},
	});
	if (answer.status !== "done") {
		const reason = answer.status === "refused" ? answer.name : answer.reason;
		return failed(visit, signInError(answer), reason);
	}
	const challenge = textField(answer.body, "ChallengeName");
	if (challenge !== null) {
		visit.log({ event: "sign-in-challenged", name: challenge });
		return { status: "challenge", challenge };
	}
	const tokens = parseAuthenticationResult(answer.body);
	if (tokens === null) return failed(visit, "InvalidTokens", "answer without an access token");
	return storeTokens({ services, visit, credentials }, tokens);
}

async function secretParameter({ settings }: Services, username: string) {
	if (settings.clientSecret === null) return {};
	return { SECRET_HASH: await secretHash(settings.clientSecret, username, settings.clientId) };
}

async function storeTokens(request: SignInRequest, tokens: AuthenticationResult): Promise<SignInOutcome> {
	const { services, visit, credentials } = request;
	const verified = await verifyTokens(services.verifier, tokens);
	if (verified.status === "unavailable") return failed(visit, "NetworkError", verified.reason);
	if (verified.status !== "valid") return failed(visit, "InvalidTokens", "tokens do not verify");

	const { clientId } = services.settings;
	const session = {
		...tokens,
		// Amplify names the cookies after what was typed, unless a challenge told the internal name.
		username: credentials.email,
		signInDetails: JSON.stringify({ loginId: credentials.email, authFlowType: "USER_PASSWORD_AUTH" }),
		clockDriftMs: clockDrift(tokens.accessToken, services.now()),
	};
	const found = findSessionCookies(visit.cookieHeader, clientId);
	const setCookies = replaceSession(session, found, { clientId, isSecure: visit.isSecure });
	if (setCookies === null) return failed(visit, "SessionTooLarge", "a cookie is over 4096 bytes");
	visit.log({ event: "sign-in", sub: verified.access.sub });
	return { status: "signed-in", user: toSessionUser(verified.access, verified.id), setCookies };
}

function failed(visit: Visit, error: AuthErrorName, reason: string): SignInOutcome {
	visit.log({ event: "sign-in-failed", name: error, reason });
	return { status: "failed", error, setCookies: [] };
}
