import type { SignIn } from "../../shared/session/auth-requests";
import type { SignInWay } from "../../shared/session/second-step-report";
import type { SignInResult } from "../../shared/session/session";
import { HttpError } from "../base/http-error";
import { failureReason, parseAuthenticationResult } from "../cognito/cognito-client";
import { createDeviceSecret, type NewDevice, parseNewDevice } from "../cognito/device-verifier";
import { clockDrift, type SessionTokens, toSessionUser, verifyTokens } from "../cognito/tokens";
import type { OwnErrors } from "../cognito/user-pool-errors";
import type { ConfirmedDevice } from "../session/cookie-jar";
import { endFromInside, endSession } from "../session/session-endings";
import { type AuthCall, assertAttemptAllowed } from "./auth-call";
import { callUserPool, clientFields, userParameters } from "./call-user-pool";
import { withComposed } from "./composed-password";
import { keepChallenge, type Login } from "./keep-challenge";
import { hasSecondStep } from "./pool-profile";
import { reportSecondStep } from "./report-second-step";
import { isOffered } from "./sso-offer";

const signInErrors: OwnErrors = {
	LimitExceededException: "TooManyAttempts",
	TooManyFailedAttemptsException: "TooManyAttempts",
};

/** Cognito sends these challenges only after a correct password. */
export const secondSteps = new Set([
	...["SOFTWARE_TOKEN_MFA", "SMS_MFA", "EMAIL_OTP", "SMS_OTP"],
	...["SELECT_MFA_TYPE", "MFA_SETUP"],
]);

export async function signIn(call: AuthCall, { email, password }: SignIn): Promise<SignInResult> {
	await assertAttemptAllowed(call, "sign-in", email);
	assertUnambiguous(call);
	const response = await requestTokens(call, email, password);
	return completeSignIn(call, { loginId: email, answerAs: email, storeAs: email }, response);
}

export async function requestTokens(
	call: AuthCall,
	username: string,
	password: string,
): Promise<Record<string, unknown>> {
	const parameters = await userParameters(call, username);
	return withComposed(password, "NotAuthorizedException", (PASSWORD) => {
		const AuthParameters = { ...parameters, PASSWORD };
		const body = { ...clientFields(call), AuthFlow: "USER_PASSWORD_AUTH", AuthParameters };
		return callUserPool(call, { operation: "InitiateAuth", body, own: signInErrors });
	});
}

export async function completeSignIn(
	call: AuthCall,
	login: Login,
	response: Record<string, unknown>,
): Promise<SignInResult> {
	const challenge = keepChallenge(call, login, response);
	if (challenge !== null) return { status: "challenge", challenge };
	const tokens = parseAuthenticationResult(response);
	if (tokens === null) throw new HttpError("InvalidTokens", { reason: "answer without an access token" });
	const { services, cookies } = call;
	const verified = await verifyTokens(services.verifier, tokens);
	if (verified.status === "unavailable") throw new HttpError("NetworkError", { reason: verified.reason });
	if (verified.status !== "valid") throw new HttpError("InvalidTokens", { reason: "tokens do not verify" });
	const isByPasskey = login.name === "WEB_AUTHN";
	const authFlowType = isByPasskey ? "USER_AUTH" : "USER_PASSWORD_AUTH";
	const session = {
		...tokens,
		username: login.storeAs,
		device: await confirmDevice(call, tokens, parseNewDevice(response)),
		signInDetails: JSON.stringify({ loginId: login.loginId, authFlowType }),
		clockDriftMs: clockDrift(tokens.accessToken, services.now()),
	};
	if (!cookies.replaceSession(session))
		throw new HttpError("SessionTooLarge", { reason: "a cookie is over 4096 bytes" });
	cookies.endChallenge();
	call.log({ event: "sign-in", sub: verified.access.sub });
	// A passkey is two steps for this sign-in. The person's password alone still signs in unless it has a second step.
	const way = wayOf(login.name);
	const isOn = isByPasskey ? await hasSecondStep(call, tokens.accessToken) : way !== "password";
	const ending = await reportSecondStep(call, tokens.accessToken, isOn, way);
	if (ending === "onlySso") {
		endFromInside(services, call, { tokens, why: ending });
		const address = verified.id?.email ?? login.loginId;
		throw new HttpError((await isOffered(call, address)) ? "OnlySso" : "OnlySsoElsewhere", { reason: ending });
	}
	return { status: "signed-in", user: toSessionUser(verified.access, verified.id) };
}

function wayOf(challenge: Login["name"]): SignInWay {
	if (challenge === "WEB_AUTHN") return "passkey";
	if (challenge === "MFA_SETUP") return "setUp";
	return challenge !== undefined && secondSteps.has(challenge) ? "code" : "password";
}

/** A pool that tracks devices refreshes only for confirmed ones. As in Amplify, a failure does not end the sign-in. */
async function confirmDevice(
	{ services, log }: AuthCall,
	{ accessToken }: SessionTokens,
	device: NewDevice | null,
): Promise<ConfirmedDevice | null> {
	if (device === null) return null;
	const { password, config } = await createDeviceSecret(device);
	const response = await services.userPool("ConfirmDevice", {
		AccessToken: accessToken,
		DeviceKey: device.deviceKey,
		DeviceName: "AQLCloud",
		DeviceSecretVerifierConfig: config,
	});
	if (response.status === "done") return { ...device, randomPasswordKey: password };
	const reason = failureReason(response);
	log({ event: "device-unconfirmed", reason, cognitoRequestId: response.cognitoRequestId });
	return null;
}

/** Planted cookies look like the new session's. Checked before a code or password is used. */
export function assertUnambiguous(call: AuthCall): void {
	if (!call.cookies.found.isAmbiguous) return;
	endSession(call, "ambiguousAtSignIn");
	throw new HttpError("AmbiguousSession");
}
