import {
	type AuthenticationResponseJSON,
	generateAuthenticationOptions,
	generateRegistrationOptions,
	type RegistrationResponseJSON,
	verifyAuthenticationResponse,
	verifyRegistrationResponse,
} from "@simplewebauthn/server";
import * as z from "zod/mini";
import { minuteMs } from "../../shared/base/durations";
import { parsedOrNull } from "../../shared/base/json-record";
import { CognitoError, invalidParameter, notAuthorized, parseInput } from "./cognito-error";
import {
	deletePasskey,
	insertPasskey,
	type Passkey,
	passkeysOf,
	setCounter,
	storeRegistration,
	takeRegistration,
} from "./passkey-rows";
import { type Pool, readPoolSettings } from "./pool";
import { relyingPartyId } from "./pool-identity";
import { fromBase64Url, toBase64Url } from "./secrets";
import { userOfAccessTokenOrThrow } from "./tokens";
import type { PoolUser } from "./user-rows";

const timeoutMs = 3 * minuteMs;
const mostPasskeys = 20;

const Base64Url = z.string().check(
	z.regex(/^[\w-]+$/),
	z.refine((text) => text.length % 4 !== 1),
);
const shared = {
	id: Base64Url,
	rawId: Base64Url,
	type: z.literal("public-key"),
	authenticatorAttachment: z.optional(z.nullable(z.enum(["platform", "cross-platform"]))),
};
const Registration = z.object({
	...shared,
	response: z.object({
		clientDataJSON: Base64Url,
		attestationObject: Base64Url,
		transports: z.optional(z.array(z.string())),
	}),
});
const Assertion = z.object({
	...shared,
	response: z.object({
		clientDataJSON: Base64Url,
		authenticatorData: Base64Url,
		signature: Base64Url,
		userHandle: z.optional(z.nullable(z.string())),
	}),
});

const StartWebAuthnRegistration = z.object({ AccessToken: z.string() });

export async function startWebAuthnRegistration(pool: Pool, body: unknown): Promise<object> {
	const user = await userOrThrow(pool, parseInput(StartWebAuthnRegistration, body).AccessToken);
	const known = passkeysOf(pool, user.sub);
	if (known.length >= mostPasskeys) {
		throw new CognitoError("LimitExceededException", "User has reached the maximum number of passkeys.");
	}
	const options = await generateRegistrationOptions({
		rpName: relyingPartyId,
		rpID: relyingPartyId,
		userID: Uint8Array.from(new TextEncoder().encode(user.sub)),
		userName: user.email,
		userDisplayName: user.name || user.email,
		timeout: timeoutMs,
		attestationType: "none",
		excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
		authenticatorSelection: { residentKey: "required", userVerification: "required" },
	});
	storeRegistration(pool, user.sub, options.challenge, pool.now + timeoutMs);
	return { CredentialCreationOptions: options };
}

const CompleteWebAuthnRegistration = z.object({ AccessToken: z.string(), Credential: z.unknown() });

export async function completeWebAuthnRegistration(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken, Credential } = parseInput(CompleteWebAuthnRegistration, body);
	const user = await userOrThrow(pool, AccessToken);
	const credential = Registration.safeParse(Credential).data;
	if (!credential) throw invalidParameter("Invalid Credential");
	const client = clientDataOf(credential.response.clientDataJSON);
	const challenge = takeRegistration(pool, user.sub);
	if (challenge === null || client.challenge !== challenge) {
		throw new CognitoError("WebAuthnChallengeNotFoundException", "The challenge is unknown or has expired.");
	}
	if (!isOwnOrigin(client.origin)) {
		throw new CognitoError("WebAuthnOriginNotAllowedException", "The origin is not allowed for the relying party.");
	}
	const { registrationInfo } = await verifyRegistrationResponse({
		response: { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON, // with nulls where absent
		expectedChallenge: challenge,
		expectedOrigin: client.origin,
		expectedRPID: relyingPartyId,
		requireUserVerification: true,
	}).catch((error: unknown) => {
		throw rejectedCredential(error);
	});
	if (!registrationInfo) throw rejectedCredential(null);
	const { id, publicKey, counter } = registrationInfo.credential;
	const attachment = credential.authenticatorAttachment ?? null;
	const isNew = insertPasskey(pool, {
		credentialId: id,
		sub: user.sub,
		publicKey: toBase64Url(publicKey),
		counter,
		name: attachment === "cross-platform" ? "Security key" : "Passkey",
		attachment,
		transports: credential.response.transports ?? [],
		createdAt: pool.now,
	});
	if (!isNew) throw invalidParameter("The passkey is registered already.");
	return {};
}

function rejectedCredential(error: unknown): CognitoError {
	const isMismatch = error instanceof Error && /RP ID/i.test(error.message);
	return isMismatch
		? new CognitoError("WebAuthnRelyingPartyMismatchException", "The credential is of another relying party.")
		: new CognitoError("WebAuthnCredentialNotSupportedException", "The credential is not supported.");
}

const ListWebAuthnCredentials = z.object({ AccessToken: z.string() });

export async function listWebAuthnCredentials(pool: Pool, body: unknown): Promise<object> {
	const user = await userOrThrow(pool, parseInput(ListWebAuthnCredentials, body).AccessToken);
	return {
		Credentials: passkeysOf(pool, user.sub).map(({ credentialId, name, attachment, transports, createdAt }) => ({
			CredentialId: credentialId,
			FriendlyCredentialName: name,
			RelyingPartyId: relyingPartyId,
			...(attachment !== null && { AuthenticatorAttachment: attachment }),
			AuthenticatorTransports: transports,
			CreatedAt: createdAt / 1000,
		})),
	};
}

const DeleteWebAuthnCredential = z.object({ AccessToken: z.string(), CredentialId: z.string() });

export async function deleteWebAuthnCredential(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken, CredentialId } = parseInput(DeleteWebAuthnCredential, body);
	const user = await userOrThrow(pool, AccessToken);
	if (!deletePasskey(pool, user.sub, CredentialId)) {
		throw new CognitoError("ResourceNotFoundException", "The passkey does not exist.");
	}
	return {};
}

async function userOrThrow(pool: Pool, accessToken: string): Promise<PoolUser> {
	const user = await userOfAccessTokenOrThrow(pool, accessToken);
	if (readPoolSettings(pool.sql).passkeys !== "off") return user;
	throw new CognitoError("WebAuthnNotEnabledException", "WebAuthn is not enabled for this user pool.");
}

export async function passkeyChallenge(passkeys: Passkey[]): Promise<{ challenge: string; options: string }> {
	const options = await generateAuthenticationOptions({
		rpID: relyingPartyId,
		timeout: timeoutMs,
		userVerification: "required",
		allowCredentials: passkeys.map(({ credentialId: id }) => ({ id })),
	});
	return { challenge: options.challenge, options: JSON.stringify(options) };
}

/** Throws unless the passkey is the user's, and signed this challenge on an origin of the relying party. */
export async function assertPasskey(pool: Pool, sub: string, given: { credential: string; challenge: string }) {
	const credential = Assertion.safeParse(parsedOrNull(given.credential)).data;
	const passkey = passkeysOf(pool, sub).find(({ credentialId }) => credentialId === credential?.id);
	if (!credential || !passkey) throw rejectedPasskey();
	const { origin } = clientDataOf(credential.response.clientDataJSON);
	if (!isOwnOrigin(origin)) throw rejectedPasskey();
	const { verified, authenticationInfo } = await verifyAuthenticationResponse({
		response: { ...credential, clientExtensionResults: {} } as AuthenticationResponseJSON, // with nulls where absent
		expectedChallenge: given.challenge,
		expectedOrigin: origin,
		expectedRPID: relyingPartyId,
		credential: { id: passkey.credentialId, publicKey: fromBase64Url(passkey.publicKey), counter: passkey.counter },
		requireUserVerification: true,
	}).catch(() => {
		throw rejectedPasskey();
	});
	if (!verified) throw rejectedPasskey();
	setCounter(pool, passkey.credentialId, authenticationInfo.newCounter);
}

function rejectedPasskey(): CognitoError {
	return notAuthorized("Incorrect passkey.");
}

const ClientData = z.object({ challenge: z.string(), origin: z.string() });

function clientDataOf(text: string): z.infer<typeof ClientData> {
	const json = new TextDecoder().decode(fromBase64Url(text));
	return ClientData.safeParse(parsedOrNull(json)).data ?? { challenge: "", origin: "" };
}

/** Only on this machine is an origin without https one of the relying party. */
function isOwnOrigin(origin: string): boolean {
	if (!URL.canParse(origin)) return false;
	const { hostname, protocol } = new URL(origin);
	const isOfParty = hostname === relyingPartyId || hostname.endsWith(`.${relyingPartyId}`);
	return isOfParty && (protocol === "https:" || hostname === "localhost");
}
