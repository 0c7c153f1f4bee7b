import type { Confirm, ResendCode, SignUp } from "../../shared/session/auth-requests";
import { HttpError } from "../base/http-error";
import { nameFailure, type OwnErrors } from "../cognito/user-pool-errors";
import { type AuthCall, assertAttemptAllowed, assertPolicyMet } from "./auth-call";
import { callUserPool, httpErrorOf, requestCode, userFields } from "./call-user-pool";

const confirmErrors: OwnErrors = {
	NotAuthorizedException: "ExpiredCodeException",
	UserNotFoundException: "ExpiredCodeException",
};

/** Cognito's errors for an address in use, which the response must not reveal. */
const takenNames = new Set(["UsernameExistsException", "AliasExistsException"]);

export async function signUp(call: AuthCall, { email, name, password }: SignUp): Promise<{ status: "code-sent" }> {
	const { services, log } = call;
	await assertAttemptAllowed(call, "sign-up", email);
	if (!services.settings.isSignUpOpen) throw new HttpError("SignUpClosed");
	assertPolicyMet(call, password);
	const response = await services.userPool("SignUp", {
		...(await userFields(call, email)),
		Password: password,
		UserAttributes: [
			{ Name: "email", Value: email },
			{ Name: "name", Value: name },
		],
	});
	if (response.status === "done") {
		log({ event: "sign-up" });
		return { status: "code-sent" };
	}
	const isTaken = response.status === "refused" && takenNames.has(response.name);
	if (!isTaken) throw httpErrorOf(response);
	const { name: logged, reason, cognitoRequestId } = nameFailure(response);
	log({ event: "sign-up-failed", name: logged, reason, cognitoRequestId });
	return { status: "code-sent" };
}

export async function confirmSignUp(call: AuthCall, { email, code }: Confirm): Promise<{ status: "confirmed" }> {
	await assertAttemptAllowed(call, "sign-up-confirm", email);
	const body = { ...(await userFields(call, email)), ConfirmationCode: code };
	await callUserPool(call, { operation: "ConfirmSignUp", body, own: confirmErrors });
	call.log({ event: "sign-up-confirm" });
	return { status: "confirmed" };
}

export function resendCode(call: AuthCall, { email }: ResendCode): Promise<{ status: "code-sent" }> {
	return requestCode(call, { operation: "ResendConfirmationCode", event: "code-resend", email });
}
