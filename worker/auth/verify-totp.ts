import type { TotpVerify } from "../../shared/auth-requests";
import type { Profile, SignInResult } from "../../shared/session";
import { textField } from "../cognito/json-fields";
import { answerChallenge, askInChallenge } from "./answer-challenge";
import { assertAttemptAllowed } from "./assert-allowed";
import type { AuthCall } from "./auth-call";
import { AuthRefusal } from "./auth-refusal";
import { assertUnambiguous, completeSignIn } from "./complete-sign-in";
import { ownSessionOrThrow } from "./own-session";
import { profileOf } from "./read-profile";
import { findSetupChallenge } from "./set-up-totp";

type TotpVerified = { status: "totp-on"; profile: Profile } | SignInResult;

/** Ends setting up an authenticator with its first code; within a sign-in that goes on with it. */
export async function verifyTotp(call: AuthCall, { challengeId, code }: TotpVerify): Promise<TotpVerified> {
	return challengeId === undefined ? verifyForSession(call, code) : verifyInSignIn(call, challengeId, code);
}

async function verifyInSignIn(call: AuthCall, challengeId: string, code: string): Promise<SignInResult> {
	const challenge = findSetupChallenge(call, challengeId);
	assertUnambiguous(call);
	await assertAttemptAllowed(call, "challenge", challenge.answerAs);
	const verified = await askInChallenge(call, "VerifySoftwareToken", { Session: challenge.session, UserCode: code });
	assertAccepted(verified);
	const session = textField(verified, "Session") ?? challenge.session;
	const answer = await answerChallenge(call, { ...challenge, session }, {});
	return completeSignIn(call, { ...challenge, challengeId: challenge.id }, answer);
}

async function verifyForSession(call: AuthCall, code: string): Promise<TotpVerified> {
	const session = await ownSessionOrThrow(call);
	await assertAttemptAllowed(call, "totp-verify", session.sub);
	assertAccepted(await session.ask({ operation: "VerifySoftwareToken", body: { UserCode: code } }));
	const body = { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } };
	await session.ask({ operation: "SetUserMFAPreference", body });
	call.visit.log({ event: "totp-verify", sub: session.sub });
	return { status: "totp-on", profile: await profileOf(session) };
}

/** Cognito may say no within an answer of 200. */
function assertAccepted({ Status }: Record<string, unknown>): void {
	if (Status !== "SUCCESS") throw new AuthRefusal("EnableSoftwareTokenMFAException", { reason: "Status" });
}
