import type { MfaMethod } from "../../shared/session/session";

/** Apart from the labels, as signing in loads it. */
export const secondStepNames: Record<MfaMethod, string> = {
	SOFTWARE_TOKEN_MFA: "Authenticator app",
	SMS_MFA: "Text message",
	EMAIL_OTP: "E-mail",
};
