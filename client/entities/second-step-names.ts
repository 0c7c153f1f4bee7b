import type { MfaMethod } from "../../shared/session/session";

export const secondStepNames: Record<MfaMethod, string> = {
	SOFTWARE_TOKEN_MFA: "Authenticator app",
	SMS_MFA: "Text message",
	EMAIL_OTP: "E-mail",
};
