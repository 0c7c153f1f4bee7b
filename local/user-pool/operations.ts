import { associateSoftwareToken } from "./associate-software-token";
import { changePassword } from "./change-password";
import { confirmForgotPassword } from "./confirm-forgot-password";
import { confirmSignUp } from "./confirm-sign-up";
import { forgotPassword } from "./forgot-password";
import { getTokensFromRefreshToken } from "./get-tokens-from-refresh-token";
import { getUser } from "./get-user";
import { getUserAttributeVerificationCode } from "./get-user-attribute-verification-code";
import { globalSignOut } from "./global-sign-out";
import { initiateAuth } from "./initiate-auth";
import type { Operation } from "./pool";
import { resendConfirmationCode } from "./resend-confirmation-code";
import { respondToAuthChallenge } from "./respond-to-auth-challenge";
import { revokeToken } from "./revoke-token";
import { setUserMfaPreference } from "./set-user-mfa-preference";
import { signUp } from "./sign-up";
import { updateUserAttributes } from "./update-user-attributes";
import { verifySoftwareToken } from "./verify-software-token";
import { verifyUserAttribute } from "./verify-user-attribute";

/** What the emulated pool can do, by the names of Cognito's API. */
export const operations: Record<string, Operation> = {
	AssociateSoftwareToken: associateSoftwareToken,
	ChangePassword: changePassword,
	ConfirmForgotPassword: confirmForgotPassword,
	ConfirmSignUp: confirmSignUp,
	ForgotPassword: forgotPassword,
	GetTokensFromRefreshToken: getTokensFromRefreshToken,
	GetUser: getUser,
	GetUserAttributeVerificationCode: getUserAttributeVerificationCode,
	GlobalSignOut: globalSignOut,
	InitiateAuth: initiateAuth,
	ResendConfirmationCode: resendConfirmationCode,
	RespondToAuthChallenge: respondToAuthChallenge,
	RevokeToken: revokeToken,
	SetUserMFAPreference: setUserMfaPreference,
	SignUp: signUp,
	UpdateUserAttributes: updateUserAttributes,
	VerifySoftwareToken: verifySoftwareToken,
	VerifyUserAttribute: verifyUserAttribute,
};
