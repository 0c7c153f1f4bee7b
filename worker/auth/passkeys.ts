import { isRecord } from "../../shared/base/json-record";
import type { AddPasskey, PasskeyAdded, RemovePasskey } from "../../shared/session/auth-requests";
import { addPasskeyPurpose, removePasskeyPurpose } from "../../shared/session/identity-confirmation";
import type { Passkey, Passkeys, PasskeyToAdd } from "../../shared/session/session";
import { HttpError } from "../base/http-error";
import { parseAuthenticationResult, textField } from "../cognito/cognito-client";
import { type AuthCall, assertAttemptAllowed } from "./auth-call";
import { assertSamePerson } from "./confirm-identity";
import { assertOfPool, assertPassword, isOfProvider, type OwnSession, ownSessionOrThrow } from "./own-session";
import { assertPasskeysOffered, isPasskeyHost } from "./passkey-challenge";
import { profileOf } from "./profile";
import { assertMaySetUpSecondStep } from "./report-second-step";
import { findChallenge, respondToChallenge, responsesTo } from "./respond-to-challenge";
import { mfaSettings } from "./second-step";

/** None where none are offered: a page requests them before it knows. */
export async function listPasskeys(call: AuthCall): Promise<Passkeys> {
	const session = await ownSessionOrThrow(call);
	const mayHave = isPasskeyHost(call.services.settings.passkeyDomain, call.url) && !isOfProvider(session);
	return mayHave ? passkeysOf(session) : { status: "passkeys", passkeys: [] };
}

export async function addPasskey(call: AuthCall, proof: AddPasskey): Promise<PasskeyToAdd> {
	assertPasskeysOffered(call);
	const session = await ownSessionOrThrow(call);
	assertOfPool(session);
	await assertMaySetUpSecondStep(call, session.current().tokens.accessToken);
	await assertProof(call, session, { proof, purpose: addPasskeyPurpose });
	const own = { LimitExceededException: "TooManyPasskeys" } as const;
	const { CredentialCreationOptions: options } = await session.request({ operation: "StartWebAuthnRegistration", own });
	if (!isRecord(options)) throw new HttpError("ServiceUnavailable", { reason: "no options" });
	// The sign-in page names no passkeys, so the authenticator must be able to find them.
	const authenticatorSelection = { residentKey: "required", requireResidentKey: true, userVerification: "required" };
	call.log({ event: "passkey-add", sub: session.sub });
	return { status: "options", options: { ...options, authenticatorSelection } };
}

export async function completePasskey(call: AuthCall, { credential }: PasskeyAdded): Promise<Passkeys> {
	assertPasskeysOffered(call);
	const session = await ownSessionOrThrow(call);
	await session.request({
		operation: "CompleteWebAuthnRegistration",
		body: { Credential: { ...credential, clientExtensionResults: {} } },
	});
	call.log({ event: "passkey-added", sub: session.sub });
	await admitWithoutCode(session);
	return passkeysOf(session);
}

export async function removePasskey(call: AuthCall, { passkeyId, ...proof }: RemovePasskey): Promise<Passkeys> {
	assertPasskeysOffered(call);
	const session = await ownSessionOrThrow(call);
	await assertProof(call, session, { proof, purpose: removePasskeyPurpose });
	await session
		.request({ operation: "DeleteWebAuthnCredential", body: { CredentialId: passkeyId } })
		.catch((error: unknown) => {
			const isGone = error instanceof HttpError && error.details.reason === "ResourceNotFoundException";
			if (!isGone) throw error;
		});
	call.log({ event: "passkey-remove", sub: session.sub });
	return passkeysOf(session);
}

type Proven = { proof: AddPasskey; purpose: string };

async function assertProof(call: AuthCall, session: OwnSession, { proof, purpose }: Proven): Promise<void> {
	const { password, challengeId, credential } = proof;
	if (challengeId === undefined) return assertPassword(call, session, password ?? "");
	const challenge = findChallenge(call, challengeId, purpose);
	await assertAttemptAllowed(call, "challenge", challenge.answerAs);
	const response = await respondToChallenge(call, challenge, responsesTo(challenge, { credential }));
	await assertSamePerson(call, session, parseAuthenticationResult(response));
	call.cookies.endChallenge();
}

/** If a second step is on, Cognito accepts a passkey only with this setting, which counts it as both steps. */
async function admitWithoutCode(session: OwnSession): Promise<void> {
	const { mfa } = await profileOf(session);
	if (mfa.methods.length === 0) return;
	const settings = mfaSettings(mfa.methods, { preferred: mfa.preferred, isOn: true });
	const body = { ...settings, WebAuthnMfaSettings: { Enabled: true } };
	await session.request({ operation: "SetUserMFAPreference", body });
}

async function passkeysOf(session: OwnSession): Promise<Passkeys> {
	const { Credentials: list } = await session.request({ operation: "ListWebAuthnCredentials" });
	const passkeys = Array.isArray(list) ? list.map(toPasskey).filter((passkey) => passkey !== null) : [];
	return { status: "passkeys", passkeys };
}

function toPasskey(credential: unknown): Passkey | null {
	if (!isRecord(credential)) return null;
	const id = textField(credential, "CredentialId");
	if (id === null) return null;
	const { CreatedAt: seconds } = credential;
	return {
		id,
		name: textField(credential, "FriendlyCredentialName") ?? "",
		createdAt: typeof seconds === "number" ? Math.round(seconds * 1000) : null,
	};
}
