import type { Confirm } from "../../shared/auth-requests";
import type { OwnErrors } from "../cognito/user-pool-errors";
import { askUserPool, userFields } from "./ask-user-pool";
import { assertAttemptAllowed } from "./assert-allowed";
import type { AuthCall } from "./auth-call";

/** As a pool that hides its users answers for an unknown one. */
const confirmErrors: OwnErrors = {
	NotAuthorizedException: "ExpiredCodeException",
	UserNotFoundException: "ExpiredCodeException",
};

/** Confirms an address by the code that was sent to it. */
export async function confirmSignUp(call: AuthCall, { email, code }: Confirm): Promise<{ status: "confirmed" }> {
	await assertAttemptAllowed(call, "sign-up-confirm", email);
	const body = { ...(await userFields(call, email)), ConfirmationCode: code };
	await askUserPool(call, { operation: "ConfirmSignUp", body, own: confirmErrors });
	call.visit.log({ event: "sign-up-confirm" });
	return { status: "confirmed" };
}
