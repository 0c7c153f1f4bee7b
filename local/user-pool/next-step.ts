import type { MfaMethod } from "../../shared/session";
import { userAttributes } from "./attributes";
import { openSession } from "./challenge-rows";
import type { Pool } from "./pool";
import { readPoolSettings } from "./pool-settings";
import { maskEmail, maskPhoneNumber } from "./send-code";
import { sendSignInCode } from "./send-sign-in-code";
import { type AuthenticationResult, signIn } from "./tokens";
import type { PoolUser } from "./user-rows";

export type ChallengeName = "NEW_PASSWORD_REQUIRED" | "SELECT_MFA_TYPE" | "MFA_SETUP" | MfaMethod;

/** A person on their way in: who, and at which app client. */
export type Entry = { user: PoolUser; clientId: string };

export type SignInStep =
	| { AuthenticationResult: AuthenticationResult; ChallengeParameters: Record<string, string> }
	| { ChallengeName: ChallengeName; ChallengeParameters: Record<string, string>; Session: string };

/** Cognito's answer to a password that was accepted: tokens, or the next challenge with a Session. */
export function nextStep(pool: Pool, entry: Entry): Promise<SignInStep> {
	const name = nextChallenge(pool, entry.user);
	return name === null ? enter(pool, entry) : challenge(pool, entry, name);
}

/** The end of every way in. */
export async function enter(pool: Pool, { user, clientId }: Entry): Promise<SignInStep> {
	return { AuthenticationResult: await signIn(pool, user, clientId), ChallengeParameters: {} };
}

/** What a person has yet to prove after their password; null: nothing. */
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

/** Asks for one proof, and sends the code of it where it needs one. */
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
