import * as z from "zod/mini";
import type { MfaMethod } from "../../shared/session/session";
import { type AppClient, assertSecretHash, clientOrThrow } from "./app-client";
import { assertNotLocked, countBadPassword, forgetBadPasswords } from "./attempts";
import { openSession } from "./challenge-rows";
import { maskEmail, maskPhoneNumber, sendSignInCode } from "./codes";
import { CognitoError, invalidParameter, notAuthorized, parameterOrThrow, parseInput } from "./cognito-error";
import { isPasskeyMfa, passkeysOf } from "./passkey-rows";
import { passkeyChallenge } from "./passkeys";
import { type Pool, readPoolSettings } from "./pool";
import { userAttributes } from "./profile";
import { findRefreshToken } from "./refresh-token-rows";
import { refreshTokensOrThrow } from "./refresh-tokens";
import { isPassword } from "./secrets";
import { type AuthenticationResult, signIn } from "./tokens";
import { findUser, type PoolUser } from "./user-rows";

const InitiateAuth = z.object({
	ClientId: z.string(),
	AuthFlow: z.string(),
	AuthParameters: z._default(z.record(z.string(), z.string()), {}),
});

export async function initiateAuth(pool: Pool, body: unknown): Promise<object> {
	const { ClientId, AuthFlow, AuthParameters } = parseInput(InitiateAuth, body);
	const client = clientOrThrow(ClientId);
	switch (AuthFlow) {
		case "USER_PASSWORD_AUTH":
			return signInWithPassword(pool, client, AuthParameters);
		case "USER_AUTH":
			return beginWithPasskey(pool, client, AuthParameters);
		case "REFRESH_TOKEN_AUTH":
		case "REFRESH_TOKEN":
			return refresh(pool, client, AuthParameters);
		default:
			throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
	}
}

async function signInWithPassword(
	pool: Pool,
	client: AppClient,
	parameters: Record<string, string>,
): Promise<SignInStep> {
	const username = parameterOrThrow(parameters, "USERNAME");
	const password = parameterOrThrow(parameters, "PASSWORD");
	await assertSecretHash(client, username, parameters.SECRET_HASH);
	assertNotLocked(pool, username);
	const user = findUser(pool.sql, username);
	if (!user && !readPoolSettings(pool.sql).preventUserExistenceErrors) {
		throw new CognitoError("UserNotFoundException", "User does not exist.");
	}
	if (!user || !(await isPassword(password, user.password))) {
		countBadPassword(pool, username);
		throw notAuthorized("Incorrect username or password.");
	}
	forgetBadPasswords(pool, username);
	assertMaySignIn(pool, user);
	return nextStep(pool, { user, clientId: client.id });
}

/** Only passkeys: the console sends passwords by another flow. */
async function beginWithPasskey(
	pool: Pool,
	client: AppClient,
	parameters: Record<string, string>,
): Promise<SignInStep> {
	const username = parameterOrThrow(parameters, "USERNAME");
	await assertSecretHash(client, username, parameters.SECRET_HASH);
	const { passkeys: setting, preventUserExistenceErrors } = readPoolSettings(pool.sql);
	const user = findUser(pool.sql, username);
	if (!user && !preventUserExistenceErrors) {
		throw new CognitoError("UserNotFoundException", "User does not exist.");
	}
	if (!user) throw notAuthorized("Incorrect username or password.");
	assertMaySignIn(pool, user);
	const isStrongEnough = setting === "multi-factor" && isPasskeyMfa(pool, user.sub);
	if (user.mfaMethods.length > 0 && !isStrongEnough) throw notAuthorized("Password Challenge is Required to SignIn");
	const passkeys = setting === "off" ? [] : passkeysOf(pool, user.sub);
	const entry = { sub: user.sub, clientId: client.id, isSetUp: false };
	if (passkeys.length === 0 || parameters.PREFERRED_CHALLENGE !== "WEB_AUTHN") {
		const Session = await openSession(pool, { ...entry, name: "SELECT_CHALLENGE", code: null });
		const AvailableChallenges = ["PASSWORD", ...(passkeys.length > 0 ? ["WEB_AUTHN"] : [])];
		return { ChallengeName: "SELECT_CHALLENGE", ChallengeParameters: {}, AvailableChallenges, Session };
	}
	const { challenge: code, options } = await passkeyChallenge(passkeys);
	const Session = await openSession(pool, { ...entry, name: "WEB_AUTHN", code });
	return { ChallengeName: "WEB_AUTHN", ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: options }, Session };
}

function assertMaySignIn({ now }: Pool, user: PoolUser): void {
	if (!user.isEnabled) throw notAuthorized("User is disabled.");
	if (user.status === "UNCONFIRMED") throw new CognitoError("UserNotConfirmedException", "User is not confirmed.");
	if (user.status === "RESET_REQUIRED") {
		throw new CognitoError("PasswordResetRequiredException", "Password reset required for the user");
	}
	const { temporaryPasswordExpiresAt: expiresAt } = user;
	if (user.status === "FORCE_CHANGE_PASSWORD" && expiresAt !== null && now >= expiresAt) {
		throw notAuthorized("Temporary password has expired and must be reset by an administrator.");
	}
}

/** Rejected while the pool rotates: then only GetTokensFromRefreshToken refreshes. */
async function refresh(pool: Pool, client: AppClient, parameters: Record<string, string>): Promise<object> {
	if (readPoolSettings(pool.sql).rotation) {
		throw invalidParameter("REFRESH_TOKEN_AUTH flow not enabled for this client");
	}
	const refreshToken = parameterOrThrow(parameters, "REFRESH_TOKEN");
	const known = await findRefreshToken(pool, refreshToken);
	const username = (known && findUser(pool.sql, known.sub)?.username) ?? "";
	await assertSecretHash(client, username, parameters.SECRET_HASH);
	return { AuthenticationResult: await refreshTokensOrThrow(pool, client, refreshToken), ChallengeParameters: {} };
}

export type ChallengeName = "NEW_PASSWORD_REQUIRED" | "SELECT_MFA_TYPE" | "MFA_SETUP" | MfaMethod;

type Entry = { user: PoolUser; clientId: string };

export type SignInStep =
	| { AuthenticationResult: AuthenticationResult; ChallengeParameters: Record<string, string> }
	| {
			ChallengeName: ChallengeName | "WEB_AUTHN" | "SELECT_CHALLENGE";
			ChallengeParameters: Record<string, string>;
			AvailableChallenges?: string[];
			Session: string;
	  };

export function nextStep(pool: Pool, entry: Entry): Promise<SignInStep> {
	const name = nextChallenge(pool, entry.user);
	return name === null ? enter(pool, entry) : challenge(pool, entry, name);
}

export async function enter(pool: Pool, { user, clientId }: Entry): Promise<SignInStep> {
	return { AuthenticationResult: await signIn(pool, user, clientId), ChallengeParameters: {} };
}

function nextChallenge({ sql }: Pool, user: PoolUser): ChallengeName | null {
	if (user.status === "FORCE_CHANGE_PASSWORD") return "NEW_PASSWORD_REQUIRED";
	const { mfa } = readPoolSettings(sql);
	if (mfa === "off") return null;
	const [onlyMethod = null, ...otherMethods] = user.mfaMethods;
	if (user.preferredMfa !== null) return user.preferredMfa;
	if (otherMethods.length > 0) return "SELECT_MFA_TYPE";
	if (onlyMethod !== null) return onlyMethod;
	return mfa === "required" || user.mustSetUpMfa ? "MFA_SETUP" : null;
}

export async function challenge(pool: Pool, entry: Entry, name: ChallengeName): Promise<SignInStep> {
	const { user, clientId } = entry;
	const code = name === "SMS_MFA" || name === "EMAIL_OTP" ? await sendSignInCode(pool, user, name) : null;
	const Session = await openSession(pool, { name, sub: user.sub, clientId, code, isSetUp: false });
	const ChallengeParameters = { USER_ID_FOR_SRP: user.username, ...challengeParameters(name, user) };
	return { ChallengeName: name, ChallengeParameters, Session };
}

function challengeParameters(name: ChallengeName, user: PoolUser): Record<string, string> {
	switch (name) {
		case "NEW_PASSWORD_REQUIRED": {
			const { sub, ...attributes } = userAttributes(user);
			return { requiredAttributes: "[]", userAttributes: JSON.stringify(attributes) };
		}
		case "SOFTWARE_TOKEN_MFA":
			return { FRIENDLY_DEVICE_NAME: "Authenticator" };
		case "SMS_MFA":
			return delivery("SMS", maskPhoneNumber(user.phoneNumber ?? ""));
		case "EMAIL_OTP":
			return delivery("EMAIL", maskEmail(user.email));
		case "SELECT_MFA_TYPE":
			return { MFAS_CAN_CHOOSE: JSON.stringify(user.mfaMethods) };
		case "MFA_SETUP":
			return { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' };
	}
}

function delivery(medium: "SMS" | "EMAIL", destination: string): Record<string, string> {
	return { CODE_DELIVERY_DELIVERY_MEDIUM: medium, CODE_DELIVERY_DESTINATION: destination };
}
