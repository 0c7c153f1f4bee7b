import * as oauth from "oauth4webapi";
import { headerNames } from "../../shared/base/header-names";
import type { BeginSso, ConfirmBySso, FinishSso } from "../../shared/session/auth-requests";
import type { SsoBegun, SsoFinished, SsoOffer } from "../../shared/session/session";
import { reservedProvider, SsoArrival, ssoArrivalPath } from "../../shared/session/sso-offer";
import { reasonOf } from "../base/event-log";
import { HttpError, upstreamUnreachable } from "../base/http-error";
import { isLoopback } from "../base/loopback";
import { countForAddress } from "../base/rate-limit";
import { callTimeoutMs } from "../cognito/cognito-client";
import { clockDrift, type SessionTokens, signInOf, toSessionUser, verifyTokens } from "../cognito/tokens";
import { type SsoChallenge, ssoChallengeEnd } from "../session/challenge-cookie";
import { revokeTokens } from "../session/revoke-tokens";
import type { SessionSigner } from "../session/session-signer";
import { type AuthCall, assertAttemptAllowed } from "./auth-call";
import { notifyBackend } from "./confirm-identity";
import { ownSessionOrThrow } from "./own-session";
import { assertUnambiguous } from "./sign-in";
import { fetchFromBackend, findOffer } from "./sso-offer";

/** The last scope lets these tokens call the user pool, like tokens of a sign-in by password. */
const scope = "openid email profile aws.cognito.signin.user.admin";
const callbackPath = "/login/sso";

/** Returns the company whose provider signs in addresses of this domain. */
export async function offerSso(call: AuthCall, { domain }: { domain: string }): Promise<SsoOffer> {
	await assertNotTooMany(call);
	const offer = await findOffer(call, domain);
	return { company: offer?.company ?? null };
}

/** Stores what the response must match in the challenge's cookie. The page goes to the address. */
export async function beginSso(call: AuthCall, { domain, email }: BeginSso): Promise<SsoBegun> {
	await assertNotTooMany(call);
	assertUnambiguous(call);
	const offer = await findOffer(call, domain);
	if (offer === null) throw new HttpError("SsoNotOffered", { reason: "no company has claimed the domain" });
	return begin(call, { provider: offer.provider, ...(email !== undefined && { loginHint: email }) });
}

/**
 * Sends the signed-in user to the provider again, which must request a new sign-in even with an open session.
 * https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
 */
export async function confirmBySso(call: AuthCall, { purpose }: ConfirmBySso): Promise<SsoBegun> {
	const session = await ownSessionOrThrow(call);
	const { id } = session.current();
	const provider = reservedProvider(id?.provider ?? null);
	if (provider === null) throw new HttpError("SsoNotOffered", { reason: "signed in by the user pool" });
	await assertAttemptAllowed(call, "own-password", session.sub);
	const signIn = signInOf(session.current().access);
	return begin(call, { provider, confirms: purpose, signIn, ...(id?.email && { loginHint: id.email }) });
}

type Visit = { provider: string; loginHint?: string; confirms?: string; signIn?: string };

async function begin(call: AuthCall, { provider, loginHint, confirms, signIn }: Visit): Promise<SsoBegun> {
	const challenge: SsoChallenge = {
		id: crypto.randomUUID(),
		name: "SSO" as const,
		provider,
		state: oauth.generateRandomState(),
		nonce: oauth.generateRandomNonce(),
		verifier: oauth.generateRandomCodeVerifier(),
		expiresAt: ssoChallengeEnd(call.services.now()),
		...(confirms !== undefined && { confirms, signIn }),
	};
	if (confirms !== undefined) challenge.signature = await signerOrThrow(call).sign(signedText(challenge));
	const query = new URLSearchParams({
		response_type: "code",
		client_id: call.services.settings.clientId,
		redirect_uri: callbackAddress(call),
		identity_provider: provider,
		scope,
		state: challenge.state,
		nonce: challenge.nonce,
		code_challenge: await oauth.calculatePKCECodeChallenge(challenge.verifier),
		code_challenge_method: "S256",
		...(confirms !== undefined && { prompt: "login", max_age: "0" }),
		...(loginHint !== undefined && { login_hint: loginHint }),
	});
	call.cookies.keepChallenge(challenge);
	call.log({ event: "sign-in-challenged", name: "SSO" });
	return { status: "begun", id: challenge.id, address: `${browserDomain(call)}/oauth2/authorize?${query}` };
}

/** Handles the provider's redirect. A challenge is valid once, even if the sign-in fails. */
export async function finishSso(call: AuthCall, body: FinishSso): Promise<SsoFinished> {
	await assertNotTooMany(call);
	assertUnambiguous(call);
	const { services, cookies } = call;
	const challenge = cookies.ssoChallenge(services.now());
	if (challenge === null || challenge.id !== body.id) {
		throw new HttpError("ChallengeExpired", { reason: "no challenge of this page" });
	}
	cookies.endChallenge();
	await assertUnchanged(call, challenge);
	const { id: _, ...result } = body;
	const returned = new URLSearchParams(result);
	const { signedInAt, ...tokens } = await exchange(call, returned, challenge);
	const verified = await verifyTokens(services.verifier, tokens);
	if (verified.status === "unavailable") throw new HttpError("NetworkError", { reason: verified.reason });
	if (verified.status !== "valid") throw new HttpError("InvalidTokens", { reason: "tokens do not verify" });
	const { access, id } = verified;
	if (id?.provider?.toLowerCase() !== challenge.provider.toLowerCase()) {
		await revokeTokens(services, call, tokens);
		throw new HttpError("SsoFailed", { reason: "the tokens are of another provider" });
	}
	if (challenge.confirms !== undefined) {
		await revokeTokens(services, call, tokens);
		return confirm(call, { purpose: challenge.confirms, sub: access.sub, signedInAt, challenge });
	}
	await assertLetIn(call, tokens);
	const session = {
		...tokens,
		username: access.username,
		signInDetails: null,
		isOAuthSignIn: true,
		clockDriftMs: clockDrift(tokens.accessToken, services.now()),
	};
	if (!cookies.replaceSession(session)) {
		await revokeTokens(services, call, tokens);
		throw new HttpError("SessionTooLarge", { reason: "a cookie is over 4096 bytes" });
	}
	call.log({ event: "sign-in", sub: access.sub, name: "SSO" });
	return { status: "signed-in", user: toSessionUser(access, id) };
}

/** A person at the open browser can edit the cookie: the action and the time of the question must stay as they were. */
async function assertUnchanged(call: AuthCall, challenge: SsoChallenge): Promise<void> {
	if (challenge.confirms === undefined) return;
	if (await signerOrThrow(call).isSigned(signedText(challenge), challenge.signature ?? "")) return;
	throw new HttpError("ChallengeExpired", { reason: "the challenge was changed" });
}

function signedText({ id, provider, state, nonce, verifier, expiresAt, confirms, signIn }: SsoChallenge): string {
	return JSON.stringify(["sso", id, provider, state, nonce, verifier, expiresAt, confirms, signIn]);
}

function signerOrThrow({ services }: AuthCall): SessionSigner {
	if (services.signer === null) throw new HttpError("SignInNotConfigured", { reason: "no SESSION_KEY" });
	return services.signer;
}

type Again = { purpose: string; sub: string; signedInAt: number | null; challenge: SsoChallenge };

/** Clocks of the console and the user pool may differ by this. */
const clockSkewMs = 10_000;

/** `signedInAt` is from the id token. A provider that reuses an open session does not change it. */
async function confirm(call: AuthCall, { purpose, sub, signedInAt, challenge }: Again): Promise<SsoFinished> {
	const session = await ownSessionOrThrow(call);
	if (session.sub !== sub) throw new HttpError("SsoOtherPerson", { reason: "the tokens are of somebody else" });
	if (signInOf(session.current().access) !== challenge.signIn) {
		throw new HttpError("ChallengeExpired", { reason: "begun in another sign-in" });
	}
	const begunAt = challenge.expiresAt - ssoChallengeEnd(0);
	if (signedInAt === null || signedInAt * 1_000 < begunAt - clockSkewMs) {
		throw new HttpError("SsoNotAgain", { reason: "the sign-in is older than the question" });
	}
	await notifyBackend(call, session, { purpose, by: "sso" });
	call.log({ event: "identity-confirm", sub });
	return { status: "confirmed" };
}

/** The account accepts or denies the user before this browser gets a session. */
async function assertLetIn(call: AuthCall, tokens: SessionTokens): Promise<void> {
	const { status } = await requestArrival(call, tokens).catch(async (error: unknown) => {
		await revokeTokens(call.services, call, tokens);
		throw error;
	});
	if (status === "member") return;
	await revokeTokens(call.services, call, tokens);
	throw new HttpError(status === "full" ? "SsoAccountFull" : "SsoNotAdmitted", { reason: status });
}

async function requestArrival(call: AuthCall, { accessToken, idToken }: SessionTokens): Promise<SsoArrival> {
	const headers = {
		authorization: `Bearer ${accessToken}`,
		...(idToken !== null && { [headerNames.idToken]: idToken }),
		...(call.userAgent !== null && { "user-agent": call.userAgent }),
		...(call.clientAddress() !== null && { "x-forwarded-for": call.clientAddress() ?? "" }),
	};
	const arrival = await fetchFromBackend(call, ssoArrivalPath, { method: "POST", headers });
	const parsed = SsoArrival.safeParse(arrival).data;
	if (!parsed) throw upstreamUnreachable("an arrival of another form");
	return parsed;
}

/** The sign-out address of the pool's own session in this browser. Null: the user did not sign in through it. */
export function ssoLeaveAddress(call: AuthCall): string | null {
	const { settings } = call.services;
	if (settings.userPoolDomain === null || call.cookies.found.stored?.isOAuthSignIn !== true) return null;
	const query = new URLSearchParams({ client_id: settings.clientId, logout_uri: `${new URL(call.url).origin}/login` });
	return `${browserDomain(call)}/logout?${query}`;
}

type Expected = { state: string; nonce: string; verifier: string };

/** `signedInAt`: epoch seconds. */
type Exchanged = SessionTokens & { signedInAt: number | null };

async function exchange(call: AuthCall, returned: URLSearchParams, expected: Expected): Promise<Exchanged> {
	const { settings, fetchFromPool } = call.services;
	const domain = domainOrThrow(call);
	const server = { issuer: settings.userPoolIssuer, token_endpoint: `${domain}/oauth2/token` };
	const client = { client_id: settings.clientId };
	const authentication = settings.clientSecret === null ? oauth.None() : oauth.ClientSecretBasic(settings.clientSecret);
	try {
		const parameters = oauth.validateAuthResponse(server, client, returned, expected.state);
		const address = callbackAddress(call);
		const response = await oauth
			.authorizationCodeGrantRequest(server, client, authentication, parameters, address, expected.verifier, {
				[oauth.customFetch]: fetchFromPool,
				signal: () => AbortSignal.timeout(callTimeoutMs),
			})
			.catch((error: unknown) => {
				throw new HttpError("NetworkError", { reason: reasonOf(error) });
			});
		if (response.status === 429 || response.status >= 500) {
			await response.body?.cancel();
			throw new HttpError("NetworkError", { reason: `HTTP ${response.status}` });
		}
		const rules = { expectedNonce: expected.nonce, requireIdToken: true };
		const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, rules);
		const { access_token: accessToken, id_token: idToken = null, refresh_token: refreshToken = null } = tokens;
		const signedInAt = oauth.getValidatedIdTokenClaims(tokens)?.auth_time ?? null;
		return { accessToken, idToken, refreshToken, signedInAt };
	} catch (error) {
		throw error instanceof HttpError ? error : ssoFailure(error, returned);
	}
}

/** The user pool's error if the provider sent no e-mail address. */
const addressMissing = /attributes required.*email/i;

/** Never logs a description: it may contain an address. */
function ssoFailure(error: unknown, returned: URLSearchParams): HttpError {
	if (error instanceof oauth.AuthorizationResponseError) {
		const reason = error.error.replace(/[^a-z_]/g, "").slice(0, 64);
		if (addressMissing.test(returned.get("error_description") ?? "")) return new HttpError("SsoNoAddress", { reason });
		return new HttpError(error.error === "access_denied" ? "SsoDeclined" : "SsoFailed", { reason });
	}
	if (error instanceof oauth.ResponseBodyError) {
		const reason = error.error.replace(/[^a-z_]/g, "").slice(0, 64);
		if (error.error === "invalid_grant") return new HttpError("ChallengeExpired", { reason });
		return new HttpError("SignInNotConfigured", { reason });
	}
	return new HttpError("SsoFailed", { reason: reasonOf(error) });
}

async function assertNotTooMany({ services, clientAddress }: AuthCall): Promise<void> {
	const retryAfterSeconds = await countForAddress(services.addressLimit, clientAddress());
	if (retryAfterSeconds === null) return;
	throw new HttpError("TooManyAttempts", { reason: "refused before the user pool was asked", retryAfterSeconds });
}

function callbackAddress({ url }: AuthCall): string {
	return new URL(url).origin + callbackPath;
}

function domainOrThrow({ services }: AuthCall): string {
	const { userPoolDomain } = services.settings;
	if (userPoolDomain === null) throw new HttpError("OAuthNotConfigureException");
	return userPoolDomain;
}

/** A local run serves the emulated domain at this machine's other name, because the real domain is another site. */
function browserDomain(call: AuthCall): string {
	const domain = domainOrThrow(call);
	if (call.environment.local === null || !isLoopback(call.url)) return domain;
	const own = new URL(call.url);
	const hostname = own.hostname === "127.0.0.1" ? "localhost" : "127.0.0.1";
	return `http://${hostname}:${own.port}/__local/user-pool-domain`;
}
