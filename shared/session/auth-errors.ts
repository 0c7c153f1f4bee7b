import type { SessionEnding } from "./session-endings";

/** Texts of aws-amplify 6.22.1 and Amazon Cognito's API reference. `shown` replaces them on screen. */
export type AuthError = {
	status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 426 | 429 | 500 | 501 | 502 | 503;
	message: string;
	recoverySuggestion?: string;
	shown?: string;
	field?: AuthField;
};

export type AuthField = "email" | "password" | "currentPassword" | "code" | "name" | "method";

const notConfigured = "Sign-in is not configured correctly. Tell whoever runs this console.";
const unavailable = "Service unavailable. Try again.";
const sessionEnded = "Your session has ended. Sign in again.";
const noSecondStep = "Two-step sign-in is not set up, or the code was not accepted.";
const tooMany = "Too many attempts. Try again later.";

function misconfigured(message: string, recoverySuggestion?: string) {
	const said = recoverySuggestion === undefined ? {} : { recoverySuggestion };
	return { status: 500, message, ...said, shown: notConfigured } as const;
}

const amplifyErrors = {
	AuthUserPoolException: misconfigured(
		"Auth UserPool not configured.",
		"Make sure to call Amplify.configure in your app with userPoolId and userPoolClientId.",
	),
	AuthTokenConfigException: misconfigured(
		"Auth Token Provider not configured.",
		"Make sure to call Amplify.configure in your app.",
	),
	AuthUserPoolAndIdentityPoolException: misconfigured(
		"Auth UserPool or IdentityPool not configured.",
		"Make sure to call Amplify.configure in your app with UserPoolId and IdentityPoolId.",
	),
	OAuthNotConfigureException: misconfigured(
		"oauth param not configured.",
		"Make sure to call Amplify.configure with oauth parameter in your app.",
	),
	InvalidIdentityPoolIdException: misconfigured(
		"Invalid identity pool id provided.",
		"Make sure a valid identityPoolId is given in the config.",
	),
	InvalidUserPoolId: misconfigured("Invalid user pool id provided."),
	UserUnAuthenticatedException: {
		status: 401,
		message: "User needs to be authenticated to call this API.",
		recoverySuggestion: "Sign in before calling this API again.",
		shown: "You are signed out. Sign in to continue.",
	},
	TokenRefreshException: {
		status: 401,
		message:
			"Token refresh is not supported when authenticated with the 'implicit grant' (token) oauth flow. \n\tPlease change your oauth configuration to use 'code grant' flow.",
		recoverySuggestion:
			"Please logout and change your Amplify configuration to use \"code grant\" flow. \n\tE.g { responseType: 'code' }",
		shown: sessionEnded,
	},
	NoSessionFoundException: {
		status: 401,
		message: "Auth session was not found. Make sure to call signIn.",
		shown: "You are signed out. Sign in to continue.",
	},
	NetworkError: { status: 503, message: "A network error has occurred.", shown: unavailable },
	Unknown: {
		status: 500,
		message: "An unknown error has occurred.",
		shown: "Something went wrong. Try again; if it stays, quote the request id.",
	},
	InvalidTokens: misconfigured("Invalid tokens", "Check Cognito UserPool settings"),
	InvalidAuthTokens: {
		status: 401,
		message: "Invalid tokens.",
		recoverySuggestion: "Make sure the tokens are valid.",
		shown: sessionEnded,
	},
	CredentialsException: {
		status: 502,
		message: "Cognito did not respond with either Credentials, AccessKeyId or SecretKey.",
		shown: unavailable,
	},
	CredentialsNotFoundException: {
		status: 502,
		message: "Cognito did not respond with either Credentials, AccessKeyId or SecretKey.",
		shown: unavailable,
	},
	iatNotFoundException: { status: 502, message: "iat not found in access token", shown: unavailable },
	GetIdResponseException: {
		status: 502,
		message: "Received undefined response from getId operation",
		recoverySuggestion: "Make sure to pass a valid identityPoolId in the configuration.",
		shown: unavailable,
	},
	InvalidIdTokenException: { status: 401, message: "Invalid Idtoken.", shown: sessionEnded },
	UserAlreadyAuthenticatedException: {
		status: 409,
		message: "There is already a signed in user.",
		recoverySuggestion: "Call signOut before calling signIn again.",
		shown: "You are signed in already. Sign out first.",
	},
	DeviceMetadataNotFoundException: {
		status: 400,
		message: "Either deviceKey, deviceGroupKey or secretPassword were not found during the sign-in process.",
		recoverySuggestion: "Make sure to not clear storage after calling the signIn API.",
		shown: "This browser is not known to the sign-in service. Ask an administrator for help.",
	},
	SignInException: {
		status: 501,
		message:
			"An error occurred during the sign in process. challengeName challengeName returned by the underlying service was not addressed.",
		shown: "This account needs a kind of sign-in that this console does not offer. Ask an administrator.",
	},
	EmptyTokenStoreException: misconfigured("TokenStore not set"),
	EmptyTokenRefresherException: misconfigured("TokenRefresher not set"),
	KeyValueStorageNotFoundException: misconfigured("KeyValueStorage was not found in TokenStore"),
} as const satisfies Record<string, AuthError>;

function empty<Field extends AuthField>(field: Field, message: string, shown: string) {
	return { status: 400, message, shown, field } as const;
}

/** Amplify's names and texts, including its spelling mistakes. */
const emptyFieldErrors = {
	EmptySignInUsername: empty("email", "username is required to signIn", "Enter your e-mail address."),
	EmptySignInPassword: empty("password", "password is required to signIn", "Enter your password."),
	EmptySignUpUsername: empty("email", "username is required to signUp", "Enter your e-mail address."),
	EmptySignUpPassword: empty("password", "password is required to signUp", "Choose a password."),
	EmptyConfirmSignUpUsername: empty("email", "username is required to confirmSignUp", "Enter your e-mail address."),
	EmptyConfirmSignUpCode: empty("code", "code is required to confirmSignUp", "Enter the code from the e-mail."),
	EmptyresendSignUpCodeUsername: empty("email", "username is required to confirmSignUp", "Enter your e-mail address."),
	EmptyResetPasswordUsername: empty("email", "username is required to resetPassword", "Enter your e-mail address."),
	EmptyConfirmResetPasswordUsername: empty(
		"email",
		"username is required to confirmResetPassword",
		"Enter your e-mail address.",
	),
	EmptyConfirmResetPasswordConfirmationCode: empty(
		"code",
		"confirmationCode is required to confirmResetPassword",
		"Enter the code from the e-mail.",
	),
	EmptyConfirmResetPasswordNewPassword: empty(
		"password",
		"newPassword is required to confirmResetPassword",
		"Choose a password.",
	),
	EmptyChallengeResponse: empty("code", "challengeResponse is required to confirmSignIn", "Enter the code."),
	EmptyUpdatePassword: empty(
		"currentPassword",
		"oldPassword and newPassword are required to changePassword",
		"Enter your current password and the new one.",
	),
	EmptyVerifyTOTPSetupCode: empty(
		"code",
		"code is required to verifyTotpSetup",
		"Enter the code your authenticator shows.",
	),
	EmptyConfirmUserAttributeCode: empty(
		"code",
		"confirmation code is required to confirmUserAttribute",
		"Enter the code from the e-mail.",
	),
	IncorrectMFAMethod: {
		...empty(
			"method",
			"Incorrect MFA method was chosen. It should be either SMS, TOTP, or EMAIL",
			"Choose one of the ways listed.",
		),
		recoverySuggestion: "Try to pass SMS, TOTP, or EMAIL as the challengeResponse",
	},
} satisfies Record<string, AuthError>;

/** Cognito's names. Own names where Cognito's errors differ only by text. */
const cognitoErrors = {
	NotAuthorizedException: { status: 401, message: "The email or password is incorrect." },
	/** Must equal a wrong password. */
	UserNotFoundException: { status: 401, message: "The email or password is incorrect." },
	TooManyAttempts: { status: 429, message: "Too many attempts. Wait a few minutes and try again." },
	UserDisabled: { status: 401, message: "The email or password is incorrect." },
	TemporaryPasswordExpired: {
		status: 403,
		message: "Your temporary password has expired. Ask an administrator for a new one.",
	},
	ChallengeExpired: { status: 401, message: "This sign-in took too long. Start again." },
	SessionEnded: { status: 401, message: sessionEnded },
	/** The same for an address without a passkey, without a user, and for a passkey that does not verify. */
	PasskeyNotAccepted: { status: 401, message: "No passkey for this address on this device, or none at all." },
	PasskeyOfOtherSite: { status: 400, message: "This passkey was made for another address of the console." },
	PasskeyNotSupported: { status: 400, message: "This kind of passkey is not supported. Use another device." },
	PasskeyTookTooLong: { status: 400, message: "Adding the passkey took too long. Start again." },
	TooManyPasskeys: { status: 409, message: "You have as many passkeys as you may have. Remove one first." },
	WrongCurrentPassword: {
		status: 400,
		message: "This is not your current password.",
		field: "currentPassword",
	},
	SignInNotConfigured: { status: 500, message: "Sign-in is not configured correctly." },
	UserNotConfirmedException: { status: 403, message: "Confirm your email to continue." },
	PasswordResetRequiredException: { status: 403, message: "You must reset your password." },
	UsernameExistsException: { status: 409, message: "If this address can be registered we sent a code." },
	AliasExistsException: {
		status: 409,
		message: "This email is already confirmed for another account.",
		field: "email",
	},
	UserAlreadyConfirmed: { status: 400, message: "That code has expired. Request a new one.", field: "code" },
	InvalidPasswordException: {
		status: 400,
		message: "This password does not meet the rules.",
		field: "password",
	},
	PasswordHistoryPolicyViolationException: {
		status: 400,
		message: "You have used this password before. Choose another.",
		field: "password",
	},
	CodeMismatchException: { status: 400, message: "That code is not correct.", field: "code" },
	ExpiredCodeException: { status: 400, message: "That code has expired. Request a new one.", field: "code" },
	CodeDeliveryFailureException: { status: 502, message: "We could not send the code. Try again later." },
	LimitExceededException: { status: 429, message: tooMany },
	TooManyFailedAttemptsException: { status: 429, message: tooMany },
	TooManyRequestsException: { status: 429, message: "The service is busy. Try again." },
	InvalidParameterException: { status: 400, message: "The sign-in service did not accept what was entered." },
	UserLambdaValidationException: { status: 400, message: "The sign-in service did not accept this." },
	UnexpectedLambdaException: { status: 502, message: unavailable },
	InvalidLambdaResponseException: { status: 502, message: unavailable },
	ForbiddenException: { status: 403, message: "Request blocked." },
	MFAMethodNotFoundException: { status: 400, message: noSecondStep, field: "code" },
	SoftwareTokenMFANotFoundException: { status: 400, message: noSecondStep, field: "code" },
	EnableSoftwareTokenMFAException: { status: 400, message: noSecondStep, field: "code" },
	TokenRevokedException: { status: 401, message: sessionEnded },
	RefreshTokenReuseException: { status: 401, message: sessionEnded },
	UnsupportedOperationException: { status: 500, message: "Sign-in is not configured correctly." },
	UnsupportedTokenTypeException: { status: 500, message: "Sign-in is not configured correctly." },
	UnauthorizedException: { status: 500, message: "Sign-in is not configured correctly." },
	ResourceNotFoundException: { status: 500, message: "Sign-in is not configured correctly." },
	InvalidUserPoolConfigurationException: { status: 500, message: "Sign-in is not configured correctly." },
	InvalidSmsRoleAccessPolicyException: { status: 500, message: "Sign-in is not configured correctly." },
	InvalidSmsRoleTrustRelationshipException: { status: 500, message: "Sign-in is not configured correctly." },
	InvalidEmailRoleAccessPolicyException: { status: 500, message: "Sign-in is not configured correctly." },
	InternalErrorException: { status: 503, message: unavailable },
	ServiceUnavailable: { status: 503, message: unavailable },
} as const satisfies Record<string, AuthError>;

const consoleErrors = {
	AmbiguousSession: {
		status: 409,
		message: "This browser holds two copies of a sign-in cookie, so no session can be told from the other.",
		recoverySuggestion: "Delete this site's cookies in the browser's settings and sign in again.",
	},
	OtherPerson: {
		status: 409,
		message: "Another person is signed in here now. Nothing was done: this page is still that of the person before.",
		recoverySuggestion: "Sign in as that person, or reload the page.",
	},
	SsoNotOffered: {
		status: 404,
		message: "No company has set up single sign-on for this address. Sign in with your password.",
	},
	SsoDeclined: {
		status: 403,
		message: "Your company's sign-in service did not let you in. Ask your IT department for access to this console.",
	},
	OnlySso: {
		status: 403,
		message: "Your company allows only its own sign-in service. Enter your address and continue with your company.",
	},
	OnlySsoElsewhere: {
		status: 403,
		message:
			"Your company allows only its own sign-in service, which does not sign in your address. Ask an owner to invite your company address.",
	},
	SecondStepNeeded: {
		status: 409,
		message:
			"You are an emergency owner, who signs in by password and second step. To change the device, set up a new one in its place. To switch it off, have another emergency owner chosen first.",
	},
	SecondStepNotProven: {
		status: 409,
		message:
			"You are an emergency owner, and this sign-in has no second step. Sign in with your code first. If you have lost it, have another owner choose the emergency owners again.",
	},
	SsoReplaced: {
		status: 409,
		message: "Your company has changed its sign-in service. Sign out and sign in again, then confirm.",
	},
	SsoNotAgain: {
		status: 403,
		message: "Your company's sign-in service did not ask you to sign in again, so nothing was confirmed.",
	},
	SsoOtherPerson: {
		status: 403,
		message: "You signed in at your company's service as somebody else, so nothing was confirmed.",
	},
	SsoNoAddress: {
		status: 403,
		message: "Your company's sign-in service sent no e-mail address. Ask your IT department to send it.",
	},
	SsoNotAdmitted: {
		status: 403,
		message: "Your company's sign-in service knows you, but you are not a member here. Ask an owner to invite you.",
	},
	SsoAccountFull: {
		status: 403,
		message:
			"Your company's plan has no room for another person. Ask an owner to make room or to choose a larger plan.",
	},
	NoOwnPassword: {
		status: 409,
		message: "You sign in at your company's own service, so there is no password of yours here.",
	},
	SsoFailed: {
		status: 400,
		message: "The response of your company's sign-in service does not belong to this sign-in. Start again.",
	},
	SessionTooLarge: {
		status: 500,
		message: "This sign-in does not fit into a browser's cookies.",
		recoverySuggestion: "Ask an administrator to take this user out of some of its groups.",
	},
	InvalidCookieSameSite: misconfigured('The sameSite value of cookieStorage must be "lax", "strict" or "none".'),
	InsecureCookieSameSite: misconfigured("sameSite = None requires the Secure attribute in latest browser versions."),
	InvalidSetting: misconfigured("A setting of this console is wrong.", "GET /api/health names the setting."),
	InvalidEmailAddress: { status: 400, message: "Enter a valid e-mail address.", field: "email" },
	EmptyName: { status: 400, message: "Enter your name.", field: "name" },
	NameTooLong: { status: 400, message: "At most 64 characters.", field: "name" },
	PasswordTooLong: { status: 400, message: "At most 256 characters.", field: "password" },
	CurrentPasswordTooLong: { status: 400, message: "At most 256 characters.", field: "currentPassword" },
	PasskeysNotOffered: { status: 404, message: "Passkeys are not offered at this address." },
	SignUpClosed: { status: 403, message: "This console is by invitation only. Ask your administrator to invite you." },
	CrossSiteRequest: { status: 403, message: "Request blocked." },
	InvalidRequest: { status: 400, message: "The request is not of the expected form." },
	UnsupportedMediaType: { status: 415, message: "The request body must be application/json." },
	RequestTooLarge: { status: 413, message: "The request body is too large." },
	MethodNotAllowed: { status: 405, message: "This address does not answer that method." },
	NotFound: { status: 404, message: "There is nothing at this address." },
	UpgradeRequired: { status: 426, message: "This address answers WebSocket handshakes." },
	NoAccess: { status: 403, message: "You have no access to an account here." },
	NotImplemented: { status: 501, message: "The backend behind this console does not offer this." },
	UpstreamUnreachable: { status: 502, message: "The backend could not be reached. Try again." },
} as const satisfies Record<string, AuthError>;

export const authErrors = { ...amplifyErrors, ...emptyFieldErrors, ...cognitoErrors, ...consoleErrors };

export type AuthErrorName = keyof typeof authErrors;

export function isAuthErrorName(value: unknown): value is AuthErrorName {
	return typeof value === "string" && Object.hasOwn(authErrors, value);
}

/** Body of every failed response outside the proxy. `shown` is always present, so that screens need no catalogue. */
export type ErrorBody = {
	error: {
		name: AuthErrorName;
		message: string;
		recoverySuggestion?: string;
		shown: string;
		field?: AuthField;
		/** Why the request ended the session. Absent: it did not. */
		ending?: SessionEnding | undefined;
		requestId: string;
	};
};
