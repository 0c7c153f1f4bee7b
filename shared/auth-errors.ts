/**
 * The identity error catalogue: Amplify's names and messages for what this Worker raises itself,
 * Cognito's names with the sentence the console shows for what the user pool answers.
 */
type AuthError = {
	status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 501 | 502 | 503;
	message: string;
	recoverySuggestion?: string;
};

export const authErrors = {
	AuthUserPoolException: {
		status: 500,
		message: "Auth UserPool not configured.",
		recoverySuggestion: "Make sure to call Amplify.configure in your app with userPoolId and userPoolClientId.",
	},
	InvalidUserPoolId: { status: 500, message: "Invalid user pool id provided." },
	InvalidIdentityPoolIdException: {
		status: 500,
		message: "Invalid identity pool id provided.",
		recoverySuggestion: "Make sure a valid identityPoolId is given in the config.",
	},
	UserUnAuthenticatedException: {
		status: 401,
		message: "User needs to be authenticated to call this API.",
		recoverySuggestion: "Sign in before calling this API again.",
	},
	TokenRefreshException: {
		status: 401,
		message:
			"Token refresh is not supported when authenticated with the 'implicit grant' (token) oauth flow. \n\tPlease change your oauth configuration to use 'code grant' flow.",
		recoverySuggestion:
			"Please logout and change your Amplify configuration to use \"code grant\" flow. \n\tE.g { responseType: 'code' }",
	},
	NetworkError: { status: 503, message: "A network error has occurred." },
	Unknown: { status: 500, message: "An unknown error has occurred." },
	InvalidTokens: {
		status: 500,
		message: "Invalid tokens",
		recoverySuggestion: "Check Cognito UserPool settings",
	},
	EmptySignInUsername: { status: 400, message: "username is required to signIn" },
	EmptySignInPassword: { status: 400, message: "password is required to signIn" },
	AmbiguousSession: {
		status: 409,
		message: "This browser holds two copies of a sign-in cookie, so no session can be told from the other.",
		recoverySuggestion: "Delete this site's cookies in the browser's settings and sign in again.",
	},
	SessionTooLarge: {
		status: 500,
		message: "This sign-in does not fit into a browser's cookies.",
		recoverySuggestion: "Ask an administrator to take this user out of some of its groups.",
	},
	CrossSiteRequest: { status: 403, message: "Request blocked." },
	InvalidRequest: { status: 400, message: "The request is not of the expected form." },
	UnsupportedMediaType: { status: 415, message: "The request body must be application/json." },
	RequestTooLarge: { status: 413, message: "The request body is too large." },
	MethodNotAllowed: { status: 405, message: "This address does not answer that method." },
	NotFound: { status: 404, message: "There is nothing at this address." },
	NotImplemented: { status: 501, message: "The backend behind this console does not offer this." },
	UpstreamUnreachable: { status: 502, message: "The backend could not be reached. Try again." },
	InvalidSetting: {
		status: 500,
		message: "A setting of this console is wrong.",
		recoverySuggestion: "GET /api/health names the setting.",
	},
	ForbiddenException: { status: 403, message: "Request blocked." },
	NotAuthorizedException: { status: 401, message: "The email or password is incorrect." },
	TooManyAttempts: { status: 429, message: "Too many attempts. Wait a few minutes and try again." },
	TemporaryPasswordExpired: {
		status: 403,
		message: "Your temporary password has expired. Ask an administrator for a new one.",
	},
	UserNotConfirmedException: { status: 403, message: "Confirm your email to continue." },
	PasswordResetRequiredException: { status: 403, message: "You must reset your password." },
	TooManyRequestsException: { status: 429, message: "The service is busy. Try again." },
	ServiceUnavailable: { status: 503, message: "Service unavailable. Try again." },
	SignInNotConfigured: { status: 500, message: "Sign-in is not configured correctly." },
	ChallengeNotSupported: {
		status: 500,
		message: "An error occurred during the sign in process.",
	},
} as const satisfies Record<string, AuthError>;

export type AuthErrorName = keyof typeof authErrors;

/** Body of every failed answer outside the proxy. */
export type ErrorBody = {
	error: { name: AuthErrorName; message: string; recoverySuggestion?: string; requestId: string };
};
