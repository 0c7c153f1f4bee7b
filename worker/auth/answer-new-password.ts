import type { NewPasswordRequired } from "../../shared/auth-requests";
import type { SignInResult } from "../../shared/session";
import type { KeptChallenge } from "../session/challenge-cookie";
import { answerChallenge, challengeOrThrow } from "./answer-challenge";
import { assertPolicyMet } from "./assert-policy-met";
import type { AuthCall } from "./auth-call";
import { AuthRefusal } from "./auth-refusal";
import { completeSignIn } from "./complete-sign-in";

/** Goes on with a first sign-in by a password of one's own, and by what the pool wants to know besides. */
export async function answerNewPassword(call: AuthCall, body: NewPasswordRequired): Promise<SignInResult> {
	const challenge = await challengeOrThrow(call, body.challengeId);
	if (challenge.name !== "NEW_PASSWORD_REQUIRED") {
		throw new AuthRefusal("InvalidRequest", { reason: `${challenge.name} has a door of its own` });
	}
	assertPolicyMet(call, body.password);
	const responses = { NEW_PASSWORD: body.password, ...missingAttributes(challenge, body) };
	const answer = await answerChallenge(call, challenge, responses);
	return completeSignIn(call, { ...challenge, challengeId: challenge.id }, answer);
}

/** Those the pool asked for and no others: what is known of a person already is not theirs to change here. */
function missingAttributes({ missing = [] }: KeptChallenge, { attributes = {} }: NewPasswordRequired) {
	return Object.fromEntries(
		missing.map((name) => {
			const value = attributes[name];
			if (value === undefined) throw new AuthRefusal(name === "name" ? "EmptyName" : "InvalidRequest");
			return [`userAttributes.${name}`, value];
		}),
	);
}
