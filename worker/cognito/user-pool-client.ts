import { type CognitoAnswer, type CognitoCall, type CognitoFailure, createCognitoClient } from "./cognito-client";

export type UserPoolOperation =
	| "AssociateSoftwareToken"
	| "ChangePassword"
	| "ConfirmDevice"
	| "ConfirmForgotPassword"
	| "ConfirmSignUp"
	| "ForgotPassword"
	| "GetTokensFromRefreshToken"
	| "GetUser"
	| "GetUserAttributeVerificationCode"
	| "GlobalSignOut"
	| "InitiateAuth"
	| "ResendConfirmationCode"
	| "RespondToAuthChallenge"
	| "RevokeToken"
	| "SetUserMFAPreference"
	| "SignUp"
	| "UpdateUserAttributes"
	| "VerifySoftwareToken"
	| "VerifyUserAttribute";

export type UserPoolFailure = CognitoFailure;
export type UserPoolAnswer = CognitoAnswer;
export type UserPoolClient = CognitoCall<UserPoolOperation>;

type Options = { endpoint: string; fetch: (url: string, init: RequestInit) => Promise<Response> };

/** Speaks to one user pool. Rejects never; nothing it returns but a `done` body holds a secret. */
export function createUserPoolClient({ endpoint, fetch }: Options): UserPoolClient {
	return createCognitoClient({ endpoint, service: "AWSCognitoIdentityProviderService", fetch });
}
