import type { MfaMethod } from "../../shared/session/session";
import { t } from "../words/made/entities";

export const secondStepNames: Record<MfaMethod, string> = {
	SOFTWARE_TOKEN_MFA: t("secondStep.app"),
	SMS_MFA: t("secondStep.sms"),
	EMAIL_OTP: t("secondStep.email"),
};
