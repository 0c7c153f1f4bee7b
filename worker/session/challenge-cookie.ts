import * as z from "zod/mini";
import { parsedOrNull } from "../../shared/base/json-record";
import { ConfirmedPurpose } from "../../shared/session/identity-confirmation";
import { askableAttributes, mfaMethods } from "../../shared/session/session";
import { cookieLine, expiryLine, parseCookies, scopesReaching } from "./cookie-codec";

export const challengeNames = [
	"NEW_PASSWORD_REQUIRED",
	"SOFTWARE_TOKEN_MFA",
	"SMS_MFA",
	"EMAIL_OTP",
	"SMS_OTP",
	"SELECT_MFA_TYPE",
	"MFA_SETUP",
	"WEB_AUTHN",
] as const;

export const StoredChallenge = z.object({
	/** The page sends it back; a planted cookie has another. */
	id: z.string(),
	name: z.enum(challengeNames),
	session: z.string(),
	loginId: z.string(),
	/** Cognito's user name, for challenge responses and their hash. */
	answerAs: z.string(),
	storeAs: z.string(),
	/** Epoch ms. */
	expiresAt: z.number(),
	missing: z.optional(z.array(z.enum(askableAttributes))),
	methods: z.optional(z.array(z.enum(mfaMethods))),
	confirms: z.optional(ConfirmedPurpose),
});
export type StoredChallenge = z.infer<typeof StoredChallenge>;

/** A visit at a company's own provider. The response must match all of it. */
const SsoChallenge = z.object({
	/** The page sends it back; a planted cookie has another. */
	id: z.string(),
	name: z.literal("SSO"),
	provider: z.string(),
	state: z.string(),
	nonce: z.string(),
	verifier: z.string(),
	/** Epoch ms. */
	expiresAt: z.number(),
	/** The visit confirms this action in this sign-in, and begins no session. The signature is over all of the above. */
	confirms: z.optional(ConfirmedPurpose),
	signIn: z.optional(z.string()),
	signature: z.optional(z.string()),
});
export type SsoChallenge = z.infer<typeof SsoChallenge>;

const cookieName = "aql.challenge";
const path = "/api/auth";
/** No other site links into a sign-in, so Strict has no drawback. */
const sameSite = "Strict" as const;
const validSeconds = 180;
/** People type passwords and codes at their provider. */
const ssoValidSeconds = 600;

export const challengeEnd = (now: number): number => now + validSeconds * 1000;
export const ssoChallengeEnd = (now: number): number => now + ssoValidSeconds * 1000;

/** Null if it is too large for a cookie. */
export function challengeLine(challenge: StoredChallenge | SsoChallenge, isSecure: boolean): string | null {
	const life = { path, maxAgeSeconds: challenge.name === "SSO" ? ssoValidSeconds : validSeconds };
	return cookieLine(cookieName, JSON.stringify(challenge), { isSecure, sameSite, ...life });
}

/** Null if there is none, or more than one. */
export function readChallenge(cookieHeader: string, now: number): StoredChallenge | null {
	const challenge = StoredChallenge.safeParse(onlyValue(cookieHeader)).data ?? null;
	const isCurrent = challenge !== null && now < challenge.expiresAt && challenge.expiresAt <= challengeEnd(now);
	return isCurrent ? challenge : null;
}

export function readSsoChallenge(cookieHeader: string, now: number): SsoChallenge | null {
	const challenge = SsoChallenge.safeParse(onlyValue(cookieHeader)).data ?? null;
	const isCurrent = challenge !== null && now < challenge.expiresAt && challenge.expiresAt <= ssoChallengeEnd(now);
	return isCurrent ? challenge : null;
}

function onlyValue(cookieHeader: string): unknown {
	const [only, ...others] = challengeCookies(cookieHeader);
	return only === undefined || others.length > 0 ? null : parsedOrNull(only.value);
}

/** Expires a duplicate in every scope that may have set it. */
export function challengeExpiry(cookieHeader: string, url: string, isSecure: boolean): string[] {
	const present = challengeCookies(cookieHeader);
	if (present.length === 0) return [];
	const rules = { isSecure, sameSite } as const;
	if (present.length === 1) return [expiryLine(cookieName, rules, { path, domain: null })];
	const rawNames = new Set(present.map(({ rawName }) => rawName));
	const scopes = scopesReaching(new URL(url));
	return [...rawNames].flatMap((rawName) => scopes.map((scope) => expiryLine(rawName, rules, scope)));
}

function challengeCookies(cookieHeader: string) {
	return parseCookies(cookieHeader).filter(({ name }) => name === cookieName);
}
