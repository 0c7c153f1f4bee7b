import { type CognitoCall, type CognitoFailure, createCognitoClient } from "./cognito-client";
import { isPassing, type RetryTools, sendWithRetries, workDeadlineMs } from "./retry";

/**
 * Failures after which a call is repeated. `turned-away`: 429, throttling or 503, safe for every operation.
 * `failed`: also other 5xx, which may have run. `lost`: also no response.
 */
type RepeatedAfter = "turned-away" | "failed" | "lost";

const repeats = {
	InitiateAuth: { after: "failed", because: "a right password spends nothing; what was begun twice goes unused" },
	RespondToAuthChallenge: { after: "turned-away", because: "an answer spends the code and its session" },
	GetTokensFromRefreshToken: { after: "turned-away", because: "where the pool rotates, it spends the refresh token" },
	SignUp: { after: "turned-away", because: "the second would find the user of the first" },
	ConfirmSignUp: { after: "turned-away", because: "spends the code" },
	ResendConfirmationCode: { after: "turned-away", because: "sends one more message, of which there are few a day" },
	ForgotPassword: { after: "turned-away", because: "sends one more message, of which there are few a day" },
	ConfirmForgotPassword: { after: "turned-away", because: "spends the code" },
	ChangePassword: { after: "turned-away", because: "the second would show the former password, and count as a guess" },
	GlobalSignOut: { after: "turned-away", because: "the first ends the token that the second would show" },
	RevokeToken: { after: "lost", because: "a token that is revoked twice is revoked" },
	GetUser: { after: "lost", because: "reads" },
	UpdateUserAttributes: { after: "turned-away", because: "a new address is sent a code each time" },
	GetUserAttributeVerificationCode: { after: "turned-away", because: "sends one more code" },
	VerifyUserAttribute: { after: "turned-away", because: "spends the code" },
	AssociateSoftwareToken: {
		after: "turned-away",
		because: "spends the session of a sign-in, and makes another secret",
	},
	VerifySoftwareToken: { after: "turned-away", because: "a code is good once" },
	SetUserMFAPreference: { after: "lost", because: "sets what is set already" },
	StartWebAuthnRegistration: { after: "turned-away", because: "makes another challenge" },
	CompleteWebAuthnRegistration: { after: "turned-away", because: "spends the challenge" },
	ListWebAuthnCredentials: { after: "lost", because: "reads" },
	DeleteWebAuthnCredential: { after: "lost", because: "what is removed twice is removed" },
	ConfirmDevice: { after: "turned-away", because: "the second would find the device confirmed" },
} as const satisfies Record<string, { after: RepeatedAfter; because: string }>;

export type UserPoolOperation = keyof typeof repeats;
export type UserPoolClient = CognitoCall<UserPoolOperation>;

type PoolOptions = { endpoint: string; fetch: (url: string, init: RequestInit) => Promise<Response> };

/** One attempt per call. Never rejects. Only the body of a `done` response contains secrets. */
export function createUserPoolClient({ endpoint, fetch }: PoolOptions): UserPoolClient {
	return createCognitoClient({ endpoint, service: "AWSCognitoIdentityProviderService", fetch });
}

export function createRepeatingUserPool(userPool: UserPoolClient, tools: RetryTools): UserPoolClient {
	return (operation, body) =>
		sendWithRetries({
			send: (options) => userPool(operation, body, options),
			mayRetry: (failure) => isRepeatedAfter(failure, repeats[operation].after),
			deadline: tools.now() + workDeadlineMs,
			tools,
		});
}

function isRepeatedAfter(failure: CognitoFailure, after: RepeatedAfter): boolean {
	if (isTurnedAway(failure)) return true;
	if (after === "turned-away" || !isPassing(failure)) return false;
	return after === "lost" || failure.status === "failing";
}

const unavailable = 503;

export function isTurnedAway(failure: CognitoFailure): boolean {
	return failure.status === "throttled" || (failure.status === "failing" && failure.httpStatus === unavailable);
}
