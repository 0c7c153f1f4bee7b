import { binaryText } from "../../shared/base/binary-text";
import { isRecord, parsedOrNull } from "../../shared/base/json-record";
import type { PasskeyChallenge } from "../../shared/session/auth-requests";
import type { PasskeyPosed } from "../../shared/session/session";
import { HttpError } from "../base/http-error";
import { textField } from "../cognito/cognito-client";
import { nameFailure } from "../cognito/user-pool-errors";
import { challengeEnd } from "../session/challenge-cookie";
import { type AuthCall, assertAttemptAllowed } from "./auth-call";
import { clientFields, httpErrorOf, sameForAll, userParameters } from "./call-user-pool";
import { storeChallenge } from "./keep-challenge";
import { ownSessionOrThrow } from "./own-session";
import { assertUnambiguous } from "./sign-in";

export function isPasskeyHost(passkeyDomain: string | null, url: string): boolean {
	if (passkeyDomain === null) return false;
	const { hostname } = new URL(url);
	return hostname === passkeyDomain || hostname.endsWith(`.${passkeyDomain}`);
}

export function assertPasskeysOffered({ services: { settings }, url }: AuthCall): void {
	if (!isPasskeyHost(settings.passkeyDomain, url)) throw new HttpError("PasskeysNotOffered");
}

/** An address without a passkey gets a challenge too, which no passkey can meet. */
export async function challengePasskey(call: AuthCall, request: PasskeyChallenge): Promise<PasskeyPosed> {
	assertPasskeysOffered(call);
	if ("email" in request) {
		await assertAttemptAllowed(call, "sign-in", request.email);
		assertUnambiguous(call);
		return pose(call, { username: request.email });
	}
	const session = await ownSessionOrThrow(call);
	await assertAttemptAllowed(call, "own-password", session.sub);
	return pose(call, { username: session.current().access.username, confirms: request.purpose });
}

type Requested = { username: string; confirms?: string };
type Posed = { session: string; challenge: string };

async function pose(call: AuthCall, { username, confirms }: Requested): Promise<PasskeyPosed> {
	const { session, challenge } = (await requestChallenge(call, username)) ?? { session: random(), challenge: random() };
	const now = call.services.now();
	const id = crypto.randomUUID();
	storeChallenge(call, {
		id,
		name: "WEB_AUTHN",
		session,
		loginId: username,
		answerAs: username,
		storeAs: username,
		expiresAt: challengeEnd(now),
		...(confirms !== undefined && { confirms }),
	});
	call.log({ event: "passkey-challenge" });
	const { passkeyDomain: rpId } = call.services.settings;
	// Without `allowCredentials`, which would show whether the address has a passkey. Ours are discoverable.
	const options = { challenge, rpId: rpId ?? "", timeout: challengeEnd(now) - now };
	return { status: "passkey", challengeId: id, options: { ...options, userVerification: "required" } };
}

/** Null if the user pool has no passkey for the user. */
async function requestChallenge(call: AuthCall, username: string): Promise<Posed | null> {
	const AuthParameters = { ...(await userParameters(call, username)), PREFERRED_CHALLENGE: "WEB_AUTHN" };
	const body = { ...clientFields(call), AuthFlow: "USER_AUTH", AuthParameters };
	const response = await call.services.userPool("InitiateAuth", body);
	if (response.status !== "done") {
		const { name } = nameFailure(response);
		if (sameForAll.has(name) || name === "SignInNotConfigured") throw httpErrorOf(response);
		return null;
	}
	const session = textField(response.body, "Session");
	const parameters = isRecord(response.body.ChallengeParameters) ? response.body.ChallengeParameters : {};
	const options = parsedOrNull(textField(parameters, "CREDENTIAL_REQUEST_OPTIONS") ?? "");
	const challenge = isRecord(options) ? textField(options, "challenge") : null;
	if (session === null) return null;
	return { session, challenge: challenge ?? random() };
}

function random(): string {
	const text = btoa(binaryText(crypto.getRandomValues(new Uint8Array(32))));
	return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
