import { isAuthErrorName } from "../../shared/session/auth-errors";
import type { NewPasswordRequired, RespondChallenge } from "../../shared/session/auth-requests";
import type { SignInResult } from "../../shared/session/session";
import { HttpError } from "../base/http-error";
import type { UserPoolOperation } from "../cognito/user-pool";
import type { OwnErrors } from "../cognito/user-pool-errors";
import type { StoredChallenge } from "../session/challenge-cookie";
import { type AuthCall, assertAttemptAllowed, assertPolicyMet } from "./auth-call";
import { callUserPool, clientFields, sameForAll, userParameters } from "./call-user-pool";
import { assertUnambiguous, completeSignIn } from "./sign-in";

/** The password was accepted before, so an error about the user means that the challenge is over. */
const challengeErrors: OwnErrors = {
	NotAuthorizedException: "ChallengeExpired",
	UserNotFoundException: "ChallengeExpired",
};

export async function respondChallenge(call: AuthCall, body: RespondChallenge): Promise<SignInResult> {
	const challenge = await challengeOrThrow(call, body.challengeId);
	const response = await respondToChallenge(call, challenge, responsesTo(challenge, body));
	return completeSignIn(call, challenge, response);
}

/** Throws HttpError for a response that does not fit the challenge. */
export function responsesTo(
	{ name, methods = [] }: StoredChallenge,
	body: Pick<RespondChallenge, "code" | "method" | "credential">,
): Record<string, string> {
	switch (name) {
		case "SOFTWARE_TOKEN_MFA":
		case "SMS_MFA":
		case "EMAIL_OTP":
		case "SMS_OTP":
			if (body.code === undefined) throw new HttpError("EmptyChallengeResponse");
			return { [`${name}_CODE`]: body.code };
		case "SELECT_MFA_TYPE":
			if (body.method === undefined || !methods.includes(body.method)) throw new HttpError("IncorrectMFAMethod");
			return { ANSWER: body.method };
		case "WEB_AUTHN":
			if (body.credential === undefined) throw new HttpError("PasskeyNotAccepted", { reason: "no credential" });
			return { CREDENTIAL: JSON.stringify({ ...body.credential, clientExtensionResults: {} }) };
		case "NEW_PASSWORD_REQUIRED":
		case "MFA_SETUP":
			throw new HttpError("InvalidRequest", { reason: `${name} has a route of its own` });
	}
}

export async function respondWithNewPassword(call: AuthCall, body: NewPasswordRequired): Promise<SignInResult> {
	const challenge = await challengeOrThrow(call, body.challengeId);
	if (challenge.name !== "NEW_PASSWORD_REQUIRED") {
		throw new HttpError("InvalidRequest", { reason: `${challenge.name} has a route of its own` });
	}
	assertPolicyMet(call, body.password);
	const responses = { NEW_PASSWORD: body.password, ...missingAttributes(challenge, body) };
	const response = await respondToChallenge(call, challenge, responses);
	return completeSignIn(call, challenge, response);
}

function missingAttributes({ missing = [] }: StoredChallenge, { attributes = {} }: NewPasswordRequired) {
	return Object.fromEntries(
		missing.map((name) => {
			const value = attributes[name];
			if (value === undefined) throw new HttpError(name === "name" ? "EmptyName" : "InvalidRequest");
			return [`userAttributes.${name}`, value];
		}),
	);
}

async function challengeOrThrow(call: AuthCall, challengeId: string): Promise<StoredChallenge> {
	const challenge = findChallenge(call, challengeId, null);
	assertUnambiguous(call);
	// Cognito accepts the response only under this name, so a forged cookie cannot start a new count.
	await assertAttemptAllowed(call, "challenge", challenge.answerAs);
	return challenge;
}

/** `confirms`: the action to confirm; null: a sign-in. Throws ChallengeExpired for another challenge. */
export function findChallenge(call: AuthCall, challengeId: string, confirms: string | null): StoredChallenge {
	const challenge = call.cookies.challenge(call.services.now());
	if (challenge?.id === challengeId && (challenge.confirms ?? null) === confirms) return challenge;
	call.cookies.endChallenge();
	throw new HttpError("ChallengeExpired", { reason: "no challenge of this id" });
}

export async function respondToChallenge(
	call: AuthCall,
	challenge: StoredChallenge,
	responses: Record<string, string>,
): Promise<Record<string, unknown>> {
	const respond = challenge.name === "WEB_AUTHN" ? respondWithPasskey : respondInChallenge;
	return respond(call, "RespondToAuthChallenge", {
		...clientFields(call),
		ChallengeName: challenge.name,
		Session: challenge.session,
		ChallengeResponses: { ...(await userParameters(call, challenge.answerAs)), ...responses },
	});
}

export async function respondInChallenge(
	call: AuthCall,
	operation: UserPoolOperation,
	body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
	try {
		return await callUserPool(call, { operation, body, own: challengeErrors });
	} catch (error) {
		const isOver = error instanceof HttpError && error.code === "ChallengeExpired";
		if (isOver) call.cookies.endChallenge();
		throw error;
	}
}

/** Every passkey that fails gets the same error, which reveals nothing about the address. Uses up the challenge. */
async function respondWithPasskey(...request: Parameters<typeof respondInChallenge>): Promise<Record<string, unknown>> {
	const [call] = request;
	try {
		return await respondInChallenge(...request);
	} catch (error) {
		if (!(error instanceof HttpError) || !isAuthErrorName(error.code)) throw error;
		if (sameForAll.has(error.code) || error.code === "SignInNotConfigured") throw error;
		call.cookies.endChallenge();
		const { reason, cognitoRequestId } = error.details;
		throw new HttpError("PasskeyNotAccepted", { reason, cognitoRequestId, loggedName: error.code });
	}
}
