import * as z from "zod/mini";
import type { MfaMethod } from "../../shared/session/session";
import { assertNotLocked, countBadPassword, forgetBadPasswords } from "./attempts";
import { invalidSession, openSession, respondOnce, takeChallengeOrThrow } from "./challenge-rows";
import { CognitoError, invalidParameter, parseInput } from "./cognito-error";
import { isPasskeyMfa, setPasskeyMfa } from "./passkey-rows";
import { type Pool, readPoolSettings } from "./pool";
import { userOfAccessTokenOrThrow } from "./tokens";
import { newTotpSecret, totpStep } from "./totp";
import { activateTotpSecret, findUser, type PoolUser, setMfaPreference, setPendingTotpSecret } from "./user-rows";

const AssociateSoftwareToken = z.object({ AccessToken: z.optional(z.string()), Session: z.optional(z.string()) });

/** The secret is active only after VerifySoftwareToken accepted its code. */
export async function associateSoftwareToken(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken, Session } = parseInput(AssociateSoftwareToken, body);
	if (readPoolSettings(pool.sql).mfa === "off") {
		throw new CognitoError(
			"SoftwareTokenMFANotFoundException",
			"Software Token MFA has not been enabled by the userPool.",
		);
	}
	const SecretCode = newTotpSecret();
	if (AccessToken !== undefined) {
		const { sub } = await userOfAccessTokenOrThrow(pool, AccessToken);
		setPendingTotpSecret(pool.sql, sub, SecretCode);
		return { SecretCode };
	}
	if (Session === undefined) throw invalidParameter("Either an access token or a session must be provided");
	const challenge = await takeChallengeOrThrow(pool, Session);
	if (challenge.name !== "MFA_SETUP") throw invalidSession();
	setPendingTotpSecret(pool.sql, challenge.sub, SecretCode);
	return { SecretCode, Session: await openSession(pool, { ...challenge, isSetUp: false }) };
}

const VerifySoftwareToken = z.object({
	AccessToken: z.optional(z.string()),
	Session: z.optional(z.string()),
	UserCode: z.string().check(z.regex(/^[0-9]{6}$/, "Member must satisfy regular expression pattern: [0-9]+")),
});

export async function verifySoftwareToken(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken, Session, UserCode } = parseInput(VerifySoftwareToken, body);
	if (AccessToken !== undefined) {
		await proveAuthenticator(pool, await userOfAccessTokenOrThrow(pool, AccessToken), UserCode);
		return { Status: "SUCCESS" };
	}
	if (Session === undefined) throw invalidParameter("Either an access token or a session must be provided");
	const challenge = await takeChallengeOrThrow(pool, Session);
	const user = findUser(pool.sql, challenge.sub);
	if (challenge.name !== "MFA_SETUP" || !user) throw invalidSession();
	await respondOnce(pool, challenge, () => proveAuthenticator(pool, user, UserCode));
	return { Status: "SUCCESS", Session: await openSession(pool, { ...challenge, isSetUp: true }) };
}

async function proveAuthenticator(pool: Pool, user: PoolUser, code: string): Promise<void> {
	if (user.pendingTotpSecret === null) throw invalidParameter("User has not set up software token mfa");
	const guesses = `authenticator ${user.sub}`;
	assertNotLocked(pool, guesses);
	const step = await totpStep(user.pendingTotpSecret, code, pool.now);
	if (step === null) {
		countBadPassword(pool, guesses);
		throw new CognitoError("EnableSoftwareTokenMFAException", "Code mismatch and fail enable Software Token MFA");
	}
	forgetBadPasswords(pool, guesses);
	activateTotpSecret(pool.sql, user.sub, step);
}

const Preference = z.object({ Enabled: z._default(z.boolean(), false), PreferredMfa: z._default(z.boolean(), false) });
type Preference = z.infer<typeof Preference>;

const SetUserMfaPreference = z.object({
	AccessToken: z.string(),
	SMSMfaSettings: z.optional(Preference),
	SoftwareTokenMfaSettings: z.optional(Preference),
	EmailMfaSettings: z.optional(Preference),
	WebAuthnMfaSettings: z.optional(z.object({ Enabled: z._default(z.boolean(), false) })),
});

export async function setUserMfaPreference(pool: Pool, body: unknown): Promise<object> {
	const input = parseInput(SetUserMfaPreference, body);
	const user = await userOfAccessTokenOrThrow(pool, input.AccessToken);
	const requested: [MfaMethod, Preference | undefined][] = [
		["SOFTWARE_TOKEN_MFA", input.SoftwareTokenMfaSettings],
		["SMS_MFA", input.SMSMfaSettings],
		["EMAIL_OTP", input.EmailMfaSettings],
	];
	const enabled = new Set(user.mfaMethods);
	let preferred = user.preferredMfa;
	for (const [method, preference] of requested) {
		if (!preference) continue;
		assertPossible(user, method, preference);
		if (preference.Enabled) enabled.add(method);
		else enabled.delete(method);
		if (preference.PreferredMfa) preferred = method;
		else if (preferred === method) preferred = null;
	}
	const passkeyMfa = input.WebAuthnMfaSettings?.Enabled ?? isPasskeyMfa(pool, user.sub);
	const isAlone = input.WebAuthnMfaSettings?.Enabled === true && !requested.some(([, each]) => each?.Enabled);
	if (passkeyMfa && (isAlone || enabled.size === 0)) {
		throw invalidParameter("WebAuthn MFA requires enabling an additional MFA setting.");
	}
	setPasskeyMfa(pool, user.sub, passkeyMfa);
	setMfaPreference(pool.sql, user.sub, { mfaMethods: [...enabled], preferredMfa: preferred });
	return {};
}

function assertPossible(user: PoolUser, method: MfaMethod, { Enabled, PreferredMfa }: Preference): void {
	if (PreferredMfa && !Enabled) throw invalidParameter(`${method} must be enabled to be preferred`);
	if (!Enabled) return;
	if (method === "SOFTWARE_TOKEN_MFA" && user.totpSecret === null) {
		throw invalidParameter("User has not verified software token mfa");
	}
	if ((method === "SMS_MFA" && user.phoneNumber === null) || (method === "EMAIL_OTP" && !user.isEmailVerified)) {
		throw invalidParameter(`User does not have delivery config set to turn on ${method}`);
	}
}
