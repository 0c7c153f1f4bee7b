import type { NewPassword } from "../../shared/auth-requests";
import type { OwnErrors } from "../cognito/user-pool-errors";
import { askUserPool, userFields } from "./ask-user-pool";
import { assertAttemptAllowed } from "./assert-allowed";
import { assertPolicyMet } from "./assert-policy-met";
import type { AuthCall } from "./auth-call";

/** As a pool that hides its users answers for an unknown one. */
const resetErrors: OwnErrors = {
	NotAuthorizedException: "ExpiredCodeException",
	UserNotFoundException: "ExpiredCodeException",
	UserNotConfirmedException: "ExpiredCodeException",
};

/** Sets a new password by the code that was asked for. */
export async function resetPassword(
	call: AuthCall,
	{ email, code, password }: NewPassword,
): Promise<{ status: "password-set" }> {
	await assertAttemptAllowed(call, "password-reset", email);
	assertPolicyMet(call, password);
	const body = { ...(await userFields(call, email)), ConfirmationCode: code, Password: password };
	await askUserPool(call, { operation: "ConfirmForgotPassword", body, own: resetErrors });
	call.visit.log({ event: "password-reset" });
	return { status: "password-set" };
}
