import type { UserPoolOperation } from "../cognito/user-pool-client";
import type { OwnErrors } from "../cognito/user-pool-errors";
import { challengeExpiry, type KeptChallenge, readChallenge } from "../session/challenge-cookie";
import { askUserPool, clientFields, userParameters } from "./ask-user-pool";
import { assertAttemptAllowed } from "./assert-allowed";
import type { AuthCall } from "./auth-call";
import { AuthRefusal } from "./auth-refusal";
import { assertUnambiguous } from "./complete-sign-in";

/** The password was right already, so whatever speaks of the user now means that the challenge is over. */
const challengeErrors: OwnErrors = {
	NotAuthorizedException: "ChallengeExpired",
	UserNotFoundException: "ChallengeExpired",
};

/** The challenge this browser holds and the page means, after counting the attempt. */
export async function challengeOrThrow(call: AuthCall, challengeId: string): Promise<KeptChallenge> {
	const challenge = findChallenge(call, challengeId);
	assertUnambiguous(call);
	// Cognito takes the answer under this name alone, so no other can be written into the cookie to be counted anew.
	await assertAttemptAllowed(call, "challenge", challenge.answerAs);
	return challenge;
}

/** The same without counting: for what cannot be guessed at. */
export function findChallenge(call: AuthCall, challengeId: string): KeptChallenge {
	const challenge = readChallenge(call.visit, call.services.now());
	if (challenge?.id === challengeId) return challenge;
	throw expired(call, "no challenge of this id");
}

/** Answers a challenge; a wrong code leaves it open, as Cognito does. */
export async function answerChallenge(
	call: AuthCall,
	challenge: KeptChallenge,
	responses: Record<string, string>,
): Promise<Record<string, unknown>> {
	return askInChallenge(call, "RespondToAuthChallenge", {
		...clientFields(call),
		ChallengeName: challenge.name,
		Session: challenge.session,
		ChallengeResponses: { ...(await userParameters(call, challenge.answerAs)), ...responses },
	});
}

/** Asks in the course of a challenge, which a definitive refusal ends. */
export async function askInChallenge(
	call: AuthCall,
	operation: UserPoolOperation,
	body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
	try {
		return await askUserPool(call, { operation, body, own: challengeErrors });
	} catch (error) {
		const isOver = error instanceof AuthRefusal && error.code === "ChallengeExpired";
		if (isOver) call.cookies.challenge = challengeExpiry(call.services, call.visit);
		throw error;
	}
}

function expired(call: AuthCall, reason: string): AuthRefusal {
	call.cookies.challenge = challengeExpiry(call.services, call.visit);
	return new AuthRefusal("ChallengeExpired", { reason });
}
