import { isRecord, parsedOrNull } from "../../shared/base/json-record";
import type { ChangePassword, ForgotPassword, NewPassword } from "../../shared/session/auth-requests";
import type { Challenge } from "../../shared/session/session";
import { HttpError } from "../base/http-error";
import { failureReason, textField } from "../cognito/cognito-client";
import type { OwnErrors } from "../cognito/user-pool-errors";
import { endSession } from "../session/session-endings";
import { type AuthCall, assertAttemptAllowed, assertPolicyMet } from "./auth-call";
import { callUserPool, requestCode, userFields } from "./call-user-pool";
import { withComposed } from "./composed-password";
import { assertOfPool, type OwnSession, ownSessionOrThrow } from "./own-session";
import { completeSignIn, requestTokens } from "./sign-in";

/** A pool that hides its users returns these for an unknown one. */
const resetErrors: OwnErrors = {
	NotAuthorizedException: "ExpiredCodeException",
	UserNotFoundException: "ExpiredCodeException",
	UserNotConfirmedException: "ExpiredCodeException",
};

export function forgotPassword(call: AuthCall, { email }: ForgotPassword): Promise<{ status: "code-sent" }> {
	return requestCode(call, { operation: "ForgotPassword", event: "password-reset-code", email });
}

export async function resetPassword(
	call: AuthCall,
	{ email, code, password }: NewPassword,
): Promise<{ status: "password-set" }> {
	await assertAttemptAllowed(call, "password-reset", email);
	assertPolicyMet(call, password);
	const body = { ...(await userFields(call, email)), ConfirmationCode: code, Password: password };
	await callUserPool(call, { operation: "ConfirmForgotPassword", body, own: resetErrors });
	call.log({ event: "password-reset" });
	return { status: "password-set" };
}

type PasswordChanged =
	| { status: "password-changed"; isSignedOutElsewhere: boolean }
	| { status: "challenge"; challenge: Challenge };

export async function changePassword(call: AuthCall, body: ChangePassword): Promise<PasswordChanged> {
	const session = await ownSessionOrThrow(call);
	assertOfPool(session);
	await assertAttemptAllowed(call, "password-change", session.sub);
	assertPolicyMet(call, body.password);
	await withComposed(body.currentPassword, "WrongCurrentPassword", (PreviousPassword) =>
		session.request({
			operation: "ChangePassword",
			body: { PreviousPassword, ProposedPassword: body.password },
			own: { NotAuthorizedException: "WrongCurrentPassword" },
		}),
	);
	call.log({ event: "password-change", sub: session.sub });
	const isSignedOutElsewhere = body.isSignOutElsewhere && (await endAllSessions(call, session));
	if (!isSignedOutElsewhere) return { status: "password-changed", isSignedOutElsewhere };
	return signInAgain(call, session, body.password);
}

/** Ends all, because Cognito cannot keep one session. */
async function endAllSessions(call: AuthCall, session: OwnSession): Promise<boolean> {
	const { accessToken: AccessToken } = session.current().tokens;
	const response = await call.services.userPool("GlobalSignOut", { AccessToken });
	if (response.status === "done") return true;
	const reason = failureReason(response);
	call.log({ event: "revoke-failed", name: "GlobalSignOut", reason, sub: session.sub });
	return false;
}

async function signInAgain(call: AuthCall, session: OwnSession, password: string): Promise<PasswordChanged> {
	const { stored } = call.cookies.found;
	const username = session.current().access.username;
	const storeAs = stored?.username ?? username;
	const login = { loginId: loginIdOf(stored?.signInDetails ?? null) ?? storeAs, answerAs: username, storeAs };
	try {
		const response = await requestTokens(call, username, password);
		const result = await completeSignIn(call, login, response);
		if (result.status === "challenge") return result;
		return { status: "password-changed", isSignedOutElsewhere: true };
	} catch (error) {
		if (!(error instanceof HttpError)) throw error;
		endSession(call, "notSignedInAgain");
		throw new HttpError("SessionEnded", { ...error.details, reason: error.code, loggedName: "SessionEnded" });
	}
}

function loginIdOf(signInDetails: string | null): string | null {
	const details = parsedOrNull(signInDetails ?? "");
	return isRecord(details) ? textField(details, "loginId") : null;
}
