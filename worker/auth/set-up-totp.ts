import type { TotpSetupRequest } from "../../shared/auth-requests";
import type { TotpSetup } from "../../shared/session";
import { textField } from "../cognito/json-fields";
import { challengeEnd, type KeptChallenge } from "../session/challenge-cookie";
import { askInChallenge, findChallenge } from "./answer-challenge";
import { assertPassword } from "./assert-password";
import type { AuthCall } from "./auth-call";
import { AuthRefusal } from "./auth-refusal";
import { storeChallenge } from "./keep-challenge";
import { ownSessionOrThrow } from "./own-session";

/** Begins to set up an authenticator: within a sign-in that demands one, or for who is signed in, by the password. */
export async function setUpTotp(call: AuthCall, { challengeId, password = "" }: TotpSetupRequest): Promise<TotpSetup> {
	if (challengeId === undefined) return setUpForSession(call, password);
	const challenge = findSetupChallenge(call, challengeId);
	const answer = await askInChallenge(call, "AssociateSoftwareToken", { Session: challenge.session });
	const session = textField(answer, "Session") ?? challenge.session;
	storeChallenge(call, { ...challenge, session, expiresAt: challengeEnd(call.services.now()) });
	call.visit.log({ event: "totp-setup" });
	return toSetup(call, challenge.loginId, answer);
}

/** The challenge MFA_SETUP of this browser. */
export function findSetupChallenge(call: AuthCall, challengeId: string): KeptChallenge {
	const challenge = findChallenge(call, challengeId);
	if (challenge.name === "MFA_SETUP") return challenge;
	throw new AuthRefusal("InvalidRequest", { reason: `${challenge.name} has a door of its own` });
}

async function setUpForSession(call: AuthCall, password: string): Promise<TotpSetup> {
	const session = await ownSessionOrThrow(call);
	await assertPassword(call, session, password);
	const answer = await session.ask({ operation: "AssociateSoftwareToken" });
	const { access, id } = session.current();
	call.visit.log({ event: "totp-setup", sub: session.sub });
	return toSetup(call, id?.email ?? access.username, answer);
}

/** The address of https://github.com/google/google-authenticator/wiki/Key-Uri-Format. */
function toSetup({ environment }: AuthCall, account: string, answer: Record<string, unknown>): TotpSetup {
	const secret = textField(answer, "SecretCode");
	if (secret === null) throw new AuthRefusal("ServiceUnavailable", { reason: "answer without a secret" });
	const company = encodeURIComponent(environment.companyName);
	const label = `${company}:${encodeURIComponent(account.toWellFormed())}`;
	const uri = `otpauth://totp/${label}?secret=${encodeURIComponent(secret)}&issuer=${company}`;
	return { status: "totp-secret", secret, uri };
}
