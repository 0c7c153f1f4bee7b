import type { MfaPreference, TotpSetupRequest, TotpVerify } from "../../shared/session/auth-requests";
import type { MfaMethod, Profile, SignInResult, TotpSetup } from "../../shared/session/session";
import { HttpError } from "../base/http-error";
import { textField } from "../cognito/cognito-client";
import { challengeEnd, type StoredChallenge } from "../session/challenge-cookie";
import { type AuthCall, assertAttemptAllowed } from "./auth-call";
import { storeChallenge } from "./keep-challenge";
import { assertOfPool, assertPassword, type OwnSession, ownSessionOrThrow } from "./own-session";
import { profileOf, reportedProfile } from "./profile";
import { assertMayBeWithoutSecondStep, assertMaySetUpSecondStep } from "./report-second-step";
import { findChallenge, respondInChallenge, respondToChallenge } from "./respond-to-challenge";
import { assertUnambiguous, completeSignIn } from "./sign-in";

const settingNames: Record<MfaMethod, string> = {
	SOFTWARE_TOKEN_MFA: "SoftwareTokenMfaSettings",
	SMS_MFA: "SMSMfaSettings",
	EMAIL_OTP: "EmailMfaSettings",
};

type MfaPreferred = { preferred: MfaMethod | null; isOn: boolean };

export function mfaSettings(methods: MfaMethod[], { preferred, isOn }: MfaPreferred): Record<string, object> {
	return Object.fromEntries(
		methods.map((method) => [settingNames[method], { Enabled: isOn, PreferredMfa: method === preferred }]),
	);
}

/** Without this setting, Cognito rejects the passkeys of a person whose second step is on. */
async function passkeySettings(call: AuthCall, session: OwnSession, isOn: boolean): Promise<Record<string, object>> {
	if (call.services.settings.passkeyDomain === null) return {};
	if (!isOn) return { WebAuthnMfaSettings: { Enabled: false } };
	const { Credentials: passkeys } = await session.request({ operation: "ListWebAuthnCredentials" });
	return Array.isArray(passkeys) && passkeys.length > 0 ? { WebAuthnMfaSettings: { Enabled: true } } : {};
}

export async function setUpTotp(call: AuthCall, { challengeId, password = "" }: TotpSetupRequest): Promise<TotpSetup> {
	if (challengeId === undefined) return setUpForSession(call, password);
	const challenge = findSetupChallenge(call, challengeId);
	const response = await respondInChallenge(call, "AssociateSoftwareToken", { Session: challenge.session });
	const session = textField(response, "Session") ?? challenge.session;
	storeChallenge(call, { ...challenge, session, expiresAt: challengeEnd(call.services.now()) });
	call.log({ event: "totp-setup" });
	return toSetup(call, challenge.loginId, response);
}

function findSetupChallenge(call: AuthCall, challengeId: string): StoredChallenge {
	const challenge = findChallenge(call, challengeId, null);
	if (challenge.name === "MFA_SETUP") return challenge;
	throw new HttpError("InvalidRequest", { reason: `${challenge.name} has a route of its own` });
}

async function setUpForSession(call: AuthCall, password: string): Promise<TotpSetup> {
	const session = await ownSessionOrThrow(call);
	assertOfPool(session);
	await assertMaySetUpSecondStep(call, session.current().tokens.accessToken);
	await assertPassword(call, session, password);
	const response = await session.request({ operation: "AssociateSoftwareToken" });
	const { access, id } = session.current();
	call.log({ event: "totp-setup", sub: session.sub });
	return toSetup(call, id?.email ?? access.username, response);
}

/** https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
function toSetup({ environment }: AuthCall, account: string, response: Record<string, unknown>): TotpSetup {
	const secret = textField(response, "SecretCode");
	if (secret === null) throw new HttpError("ServiceUnavailable", { reason: "answer without a secret" });
	const company = encodeURIComponent(environment.companyName);
	const label = `${company}:${encodeURIComponent(account.toWellFormed())}`;
	const uri = `otpauth://totp/${label}?secret=${encodeURIComponent(secret)}&issuer=${company}`;
	return { status: "totp-secret", secret, uri };
}

type TotpVerified = { status: "totp-on"; profile: Profile } | SignInResult;

export async function verifyTotp(call: AuthCall, { challengeId, code }: TotpVerify): Promise<TotpVerified> {
	return challengeId === undefined ? verifyForSession(call, code) : verifyInSignIn(call, challengeId, code);
}

async function verifyInSignIn(call: AuthCall, challengeId: string, code: string): Promise<SignInResult> {
	const challenge = findSetupChallenge(call, challengeId);
	assertUnambiguous(call);
	await assertAttemptAllowed(call, "challenge", challenge.answerAs);
	const verified = await respondInChallenge(call, "VerifySoftwareToken", {
		Session: challenge.session,
		UserCode: code,
	});
	assertAccepted(verified);
	const session = textField(verified, "Session") ?? challenge.session;
	const response = await respondToChallenge(call, { ...challenge, session }, {});
	return completeSignIn(call, challenge, response);
}

async function verifyForSession(call: AuthCall, code: string): Promise<TotpVerified> {
	const session = await ownSessionOrThrow(call);
	await assertAttemptAllowed(call, "totp-verify", session.sub);
	await assertMaySetUpSecondStep(call, session.current().tokens.accessToken);
	assertAccepted(await session.request({ operation: "VerifySoftwareToken", body: { UserCode: code } }));
	const body = { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } };
	await session.request({
		operation: "SetUserMFAPreference",
		body: { ...body, ...(await passkeySettings(call, session, true)) },
	});
	call.log({ event: "totp-verify", sub: session.sub });
	return { status: "totp-on", profile: await reportedProfile(call, session) };
}

/** Cognito may report a failure with status 200. */
function assertAccepted({ Status }: Record<string, unknown>): void {
	if (Status !== "SUCCESS") throw new HttpError("EnableSoftwareTokenMFAException", { reason: "Status" });
}

export async function preferMfa(
	call: AuthCall,
	{ preferred, password }: MfaPreference,
): Promise<{ status: "saved"; profile: Profile }> {
	const session = await ownSessionOrThrow(call);
	assertOfPool(session);
	const assertMay = preferred === null ? assertMayBeWithoutSecondStep : assertMaySetUpSecondStep;
	await assertMay(call, session.current().tokens.accessToken);
	await assertPassword(call, session, password);
	const { mfa } = await profileOf(session);
	const methods = new Set([...mfa.methods, ...(preferred === null ? [] : [preferred])]);
	const body = {
		...mfaSettings([...methods], { preferred, isOn: preferred !== null }),
		...(await passkeySettings(call, session, preferred !== null)),
	};
	// Cognito's error if the method is not set up, or the pool requires a second step.
	const own = { InvalidParameterException: "IncorrectMFAMethod" } as const;
	if (methods.size > 0) await session.request({ operation: "SetUserMFAPreference", body, own });
	call.log({ event: "mfa-preference", name: preferred ?? "none", sub: session.sub });
	return { status: "saved", profile: await reportedProfile(call, session) };
}
