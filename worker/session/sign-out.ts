import type { MiddlewareHandler } from "hono";
import { createExpiringMap } from "../../shared/expiring-map";
import { headerNames } from "../../shared/header-names";
import { sessionEndPath } from "../../shared/session";
import type { AccessClaims } from "../../shared/token-verifier";
import { withCookies } from "../answers";
import { failureReason, type UserPoolOperation } from "../cognito/cognito-client";
import { reasonOf } from "../event-log";
import { countCall, countForAddress } from "../middleware/rate-limit";
import type { Console, RequestContext } from "../request-context";
import type { Services } from "../services";
import { challengeExpiry } from "./challenge-cookie";
import { clearEverywhere, clearSession, cookieWriterOf, findSessionCookies } from "./session-cookies";
import { type SessionTokens, unverifiedClaims } from "./tokens";

/** Longer than any answer in progress at the sign-out. */
const rememberedMs = 10 * 60_000;
const mostRemembered = 1_000;

/** Sign-out must not wait for an unreachable backend. */
const backendDeadlineMs = 3_000;

type Ending = {
	/** The current tokens, if this request has renewed them. */
	tokens?: SessionTokens;
	isEverywhere?: boolean;
};

/**
 * Ends the session at Cognito and the backend if possible; returns the expiring Set-Cookie lines. Never fails: over
 * the rate limit or with foreign tokens it signs out this browser only.
 */
export async function signOut(services: Services, context: RequestContext, ending: Ending = {}): Promise<string[]> {
	const found = findSessionCookies(context.cookieHeader, services.settings.clientId);
	const tokens = ending.tokens ?? found.stored;
	const access = tokens && (await verifiedOrLogged(services, context, tokens));
	if (tokens !== null && access !== null) {
		// First, so that every later answer sees it.
		services.signedOut.add(tokens);
		await Promise.all([
			endAtBackend(services, context, { tokens, access }),
			endAtUserPool(services, context, { ...ending, tokens }),
		]);
	}
	context.log({ event: "sign-out" });
	const writer = cookieWriterOf(services, context);
	const cleared = found.isAmbiguous ? clearEverywhere(found, writer, context.url) : clearSession(found, writer);
	return [...cleared, ...challengeExpiry(services, context)];
}

/** Anybody can send a sign-out, so unverified tokens must not cause calls. */
async function verifiedOrLogged({ verifier }: Services, context: RequestContext, { accessToken }: SessionTokens) {
	const verified = await verifier.verifyAccessTokenOfAnyAge(accessToken);
	if (verified.status === "valid") return verified.claims;
	const reason = verified.status === "expired" ? verified.status : verified.reason;
	context.log({ event: "revoke-failed", name: verified.status, reason });
	return null;
}

type AtBackend = { tokens: SessionTokens; access: AccessClaims };

/** Our own backend closes the sign-in's live sockets and refuses its tokens from now on. */
async function endAtBackend({ settings, callLimit }: Services, context: RequestContext, { tokens, access }: AtBackend) {
	if (settings.upstream.kind === "url") return;
	const fail = (reason: string) => context.log({ event: "upstream-failed", name: "UpstreamUnreachable", reason });
	if ((await countCall(callLimit, `sub ${access.sub}`)) !== null) return fail("over the limit");
	const headers = new Headers({
		authorization: `Bearer ${tokens.accessToken}`,
		[headerNames.requestId]: context.requestId,
	});
	const signal = AbortSignal.timeout(backendDeadlineMs);
	try {
		const url = new URL(sessionEndPath, context.url).href;
		const answer = await settings.upstream.backend.fetch(url, { method: "POST", headers, signal });
		await answer.body?.cancel();
		if (!answer.ok) fail(`status ${answer.status}`);
	} catch (error) {
		fail(reasonOf(error));
	}
}

type AtUserPool = { tokens: SessionTokens; isEverywhere?: boolean };

async function endAtUserPool(
	services: Services,
	context: RequestContext,
	{ tokens, isEverywhere }: AtUserPool,
): Promise<void> {
	if ((await countForAddress(services.addressLimit, context.clientAddress())) !== null) {
		const reason = "refused before the user pool was asked";
		context.log({ event: "revoke-failed", name: "TooManyRequestsException", reason });
		return;
	}
	if (isEverywhere) {
		const failure = await failureOf(services, "GlobalSignOut", { AccessToken: tokens.accessToken });
		if (failure === null) context.log({ event: "sign-out-everywhere" });
		else context.log({ event: "sign-out-everywhere-failed", ...failure });
	}
	await revokeTokens(services, context, tokens);
}

/** A failure is logged only. */
export async function revokeTokens(services: Services, context: RequestContext, tokens: SessionTokens): Promise<void> {
	const { settings, sharedRefresh } = services;
	const { refreshToken } = tokens;
	if (refreshToken === null) return;
	sharedRefresh.forget(refreshToken);
	// Only clients with revocation enabled have origin_jti; for others Cognito refuses the call.
	if (unverifiedClaims(tokens.accessToken).originJti === null) return;
	const secret = settings.clientSecret === null ? {} : { ClientSecret: settings.clientSecret };
	const body = { ClientId: settings.clientId, Token: refreshToken, ...secret };
	const failure = await failureOf(services, "RevokeToken", body);
	if (failure !== null) context.log({ event: "revoke-failed", ...failure });
}

type Failure = { name: string; reason: string };

async function failureOf({ userPool }: Services, operation: UserPoolOperation, body: object): Promise<Failure | null> {
	const answer = await userPool(operation, { ...body });
	if (answer.status === "done") return null;
	return { name: answer.status, reason: failureReason(answer) };
}

export type SignedOut = ReturnType<typeof createSignedOut>;

/** Recent sign-outs of this isolate, verified ones only: answers in progress must not restore their cookies. */
export function createSignedOut(now: () => number) {
	const ended = createExpiringMap<string, true>({ most: mostRemembered, now });
	const has = (tokens: SessionTokens): boolean => ended.size > 0 && ended.get(keyOf(tokens)) !== undefined;
	return {
		has,
		add: (tokens: SessionTokens): void => ended.set(keyOf(tokens), true, now() + rememberedMs),
		/** Keeps only expiries if the other lines would restore such a sign-in. */
		withoutLate(lines: string[], clientId: string): string[] {
			const expiries = lines.filter((line) => line.includes("; Max-Age=0;"));
			const written = lines.filter((line) => !expiries.includes(line)).map((line) => line.split(";", 1)[0]);
			const { stored } = findSessionCookies(written.join("; "), clientId);
			return stored !== null && has(stored) ? expiries : lines;
		},
		isEmpty: () => ended.size === 0,
	};
}

export const withoutLateCookies: MiddlewareHandler<Console> = async (c, next) => {
	await next();
	const { services } = c.get("deployment");
	if (!services.isReady || services.value.signedOut.isEmpty()) return;
	const { settings, signedOut } = services.value;
	const lines = c.res.headers.getSetCookie();
	const kept = signedOut.withoutLate(lines, settings.clientId);
	if (kept.length === lines.length) return;
	c.res.headers.delete("set-cookie");
	withCookies(c.res, kept);
};

/** Shared by all tokens of a sign-in; without revocation only the refresh token. */
function keyOf({ accessToken, refreshToken }: SessionTokens): string {
	return unverifiedClaims(accessToken).originJti ?? refreshToken ?? accessToken;
}
