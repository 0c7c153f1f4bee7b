import type { MfaMethod } from "../../shared/session";

/** The ways of the second step, as people choose between them. */
export const secondStepNames: Record<MfaMethod, string> = {
	SOFTWARE_TOKEN_MFA: "Authenticator app",
	SMS_MFA: "Text message",
	EMAIL_OTP: "E-mail",
};
