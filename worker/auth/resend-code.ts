import type { ResendCode } from "../../shared/auth-requests";
import { askForCode } from "./ask-for-code";
import type { AuthCall } from "./auth-call";

/** Sends the code that confirms an address once more. */
export function resendCode(call: AuthCall, { email }: ResendCode): Promise<{ status: "code-sent" }> {
	return askForCode(call, { operation: "ResendConfirmationCode", event: "code-resend", email });
}
