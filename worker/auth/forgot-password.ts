import type { ForgotPassword } from "../../shared/auth-requests";
import { askForCode } from "./ask-for-code";
import type { AuthCall } from "./auth-call";

/** Sends the code that lets somebody set a new password. */
export function forgotPassword(call: AuthCall, { email }: ForgotPassword): Promise<{ status: "code-sent" }> {
	return askForCode(call, { operation: "ForgotPassword", event: "password-reset-code", email });
}
