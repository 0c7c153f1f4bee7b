import type { RespondChallenge } from "../../shared/auth-requests";
import type { SignInResult } from "../../shared/session";
import type { KeptChallenge } from "../session/challenge-cookie";
import { answerChallenge, challengeOrThrow } from "./answer-challenge";
import type { AuthCall } from "./auth-call";
import { AuthRefusal } from "./auth-refusal";
import { completeSignIn } from "./complete-sign-in";

/** Goes on with a sign-in by a code, or by the choice of a way to get one. */
export async function respondChallenge(call: AuthCall, body: RespondChallenge): Promise<SignInResult> {
	const challenge = await challengeOrThrow(call, body.challengeId);
	const answer = await answerChallenge(call, challenge, responsesTo(challenge, body));
	return completeSignIn(call, { ...challenge, challengeId: challenge.id }, answer);
}

function responsesTo({ name, methods = [] }: KeptChallenge, body: RespondChallenge): Record<string, string> {
	switch (name) {
		case "SOFTWARE_TOKEN_MFA":
		case "SMS_MFA":
		case "EMAIL_OTP":
		case "SMS_OTP":
			if (body.code === undefined) throw new AuthRefusal("EmptyChallengeResponse");
			return { [`${name}_CODE`]: body.code };
		case "SELECT_MFA_TYPE":
			if (body.method === undefined || !methods.includes(body.method)) throw new AuthRefusal("IncorrectMFAMethod");
			return { ANSWER: body.method };
		case "NEW_PASSWORD_REQUIRED":
		case "MFA_SETUP":
			throw new AuthRefusal("InvalidRequest", { reason: `${name} has a door of its own` });
	}
}
