import { describe, it } from "vitest";
import { type AuthError, authErrors, isAuthErrorName } from "../../../shared/session/auth-errors";

const configure = "Make sure to call Amplify.configure";
const noCredentials = "Cognito did not respond with either Credentials, AccessKeyId or SecretKey.";

/** Amplify's own texts, as aws-amplify 6.22.1 has them. */
const amplify: [name: string, message: string, recoverySuggestion?: string][] = [
	[
		"AuthUserPoolException",
		"Auth UserPool not configured.",
		`${configure} in your app with userPoolId and userPoolClientId.`,
	],
	["AuthTokenConfigException", "Auth Token Provider not configured.", `${configure} in your app.`],
	[
		"AuthUserPoolAndIdentityPoolException",
		"Auth UserPool or IdentityPool not configured.",
		`${configure} in your app with UserPoolId and IdentityPoolId.`,
	],
	["OAuthNotConfigureException", "oauth param not configured.", `${configure} with oauth parameter in your app.`],
	[
		"InvalidIdentityPoolIdException",
		"Invalid identity pool id provided.",
		"Make sure a valid identityPoolId is given in the config.",
	],
	["InvalidUserPoolId", "Invalid user pool id provided."],
	[
		"UserUnAuthenticatedException",
		"User needs to be authenticated to call this API.",
		"Sign in before calling this API again.",
	],
	[
		"TokenRefreshException",
		"Token refresh is not supported when authenticated with the 'implicit grant' (token) oauth flow. \n\tPlease change your oauth configuration to use 'code grant' flow.",
		"Please logout and change your Amplify configuration to use \"code grant\" flow. \n\tE.g { responseType: 'code' }",
	],
	["NoSessionFoundException", "Auth session was not found. Make sure to call signIn."],
	["NetworkError", "A network error has occurred."],
	["Unknown", "An unknown error has occurred."],
	["InvalidTokens", "Invalid tokens", "Check Cognito UserPool settings"],
	["InvalidAuthTokens", "Invalid tokens.", "Make sure the tokens are valid."],
	["CredentialsException", noCredentials],
	["CredentialsNotFoundException", noCredentials],
	["iatNotFoundException", "iat not found in access token"],
	[
		"GetIdResponseException",
		"Received undefined response from getId operation",
		"Make sure to pass a valid identityPoolId in the configuration.",
	],
	["InvalidIdTokenException", "Invalid Idtoken."],
	[
		"UserAlreadyAuthenticatedException",
		"There is already a signed in user.",
		"Call signOut before calling signIn again.",
	],
	[
		"DeviceMetadataNotFoundException",
		"Either deviceKey, deviceGroupKey or secretPassword were not found during the sign-in process.",
		"Make sure to not clear storage after calling the signIn API.",
	],
	[
		"SignInException",
		"An error occurred during the sign in process. challengeName challengeName returned by the underlying service was not addressed.",
	],
	["EmptyTokenStoreException", "TokenStore not set"],
	["EmptyTokenRefresherException", "TokenRefresher not set"],
	["KeyValueStorageNotFoundException", "KeyValueStorage was not found in TokenStore"],
	["InvalidCookieSameSite", 'The sameSite value of cookieStorage must be "lax", "strict" or "none".'],
	["InsecureCookieSameSite", "sameSite = None requires the Secure attribute in latest browser versions."],
	["EmptySignInUsername", "username is required to signIn"],
	["EmptySignInPassword", "password is required to signIn"],
	["EmptySignUpUsername", "username is required to signUp"],
	["EmptySignUpPassword", "password is required to signUp"],
	["EmptyConfirmSignUpUsername", "username is required to confirmSignUp"],
	["EmptyConfirmSignUpCode", "code is required to confirmSignUp"],
	["EmptyresendSignUpCodeUsername", "username is required to confirmSignUp"],
	["EmptyResetPasswordUsername", "username is required to resetPassword"],
	["EmptyConfirmResetPasswordUsername", "username is required to confirmResetPassword"],
	["EmptyConfirmResetPasswordConfirmationCode", "confirmationCode is required to confirmResetPassword"],
	["EmptyConfirmResetPasswordNewPassword", "newPassword is required to confirmResetPassword"],
	["EmptyChallengeResponse", "challengeResponse is required to confirmSignIn"],
	["EmptyUpdatePassword", "oldPassword and newPassword are required to changePassword"],
	["EmptyVerifyTOTPSetupCode", "code is required to verifyTotpSetup"],
	["EmptyConfirmUserAttributeCode", "confirmation code is required to confirmUserAttribute"],
	[
		"IncorrectMFAMethod",
		"Incorrect MFA method was chosen. It should be either SMS, TOTP, or EMAIL",
		"Try to pass SMS, TOTP, or EMAIL as the challengeResponse",
	],
];

function entryOf(name: string): AuthError | null {
	return isAuthErrorName(name) ? authErrors[name] : null;
}

describe("the identity error catalogue", () => {
	it.for(amplify)("uses Amplify's words for %s", ([name, message, recoverySuggestion], { expect }) => {
		const entry = entryOf(name);
		expect([entry?.message, entry?.recoverySuggestion]).toEqual([message, recoverySuggestion]);
	});

	it("says something to a person in its own words wherever Amplify speaks to a developer", ({ expect }) => {
		for (const [name] of amplify) expect(entryOf(name)?.shown, name).toMatch(/^[A-Z].*\.$/);
	});

	it("says a wrong password, an unknown user and a disabled one in the same words", ({ expect }) => {
		expect(authErrors.UserNotFoundException).toEqual(authErrors.NotAuthorizedException);
		expect(authErrors.UserDisabled).toEqual(authErrors.NotAuthorizedException);
	});

	it("knows its own names and no others", ({ expect }) => {
		expect(isAuthErrorName("NetworkError")).toBe(true);
		for (const other of ["toString", "", null, 1]) expect(isAuthErrorName(other)).toBe(false);
	});
});
