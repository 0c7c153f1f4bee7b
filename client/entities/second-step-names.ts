import type { MfaMethod } from "../../shared/session/session";
import { t } from "../words/made/password";

export const secondStepNames: Record<MfaMethod, string> = {
	SOFTWARE_TOKEN_MFA: t("method.app"),
	SMS_MFA: t("method.sms"),
	EMAIL_OTP: t("method.email"),
};
