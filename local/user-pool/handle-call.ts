import { CognitoError } from "./cognito-error";
import { failOnPurpose, failureOf, type Wait } from "./failure-sentinels";
import { identityPoolOperations } from "./identity-pool";
import {
	createIdentityProvider,
	deleteIdentityProvider,
	describeIdentityProvider,
	describeUserPoolClient,
	listIdentityProviders,
	updateUserPoolClient,
} from "./identity-providers";
import {
	completeWebAuthnRegistration,
	deleteWebAuthnCredential,
	listWebAuthnCredentials,
	startWebAuthnRegistration,
} from "./passkeys";
import { changePassword, confirmForgotPassword, forgotPassword } from "./passwords";
import type { Operation, Pool } from "./pool";
import { identityHost } from "./pool-identity";
import { getUser, getUserAttributeVerificationCode, updateUserAttributes, verifyUserAttribute } from "./profile";
import { getTokensFromRefreshToken, globalSignOut, revokeToken } from "./refresh-tokens";
import { respondToAuthChallenge } from "./respond-to-auth-challenge";
import { associateSoftwareToken, setUserMfaPreference, verifySoftwareToken } from "./second-step";
import { initiateAuth } from "./sign-in";
import { confirmSignUp, resendConfirmationCode, signUp } from "./sign-up";

const operations: Record<string, Operation> = {
	AssociateSoftwareToken: associateSoftwareToken,
	ChangePassword: changePassword,
	CompleteWebAuthnRegistration: completeWebAuthnRegistration,
	ConfirmForgotPassword: confirmForgotPassword,
	ConfirmSignUp: confirmSignUp,
	DeleteWebAuthnCredential: deleteWebAuthnCredential,
	CreateIdentityProvider: createIdentityProvider,
	DeleteIdentityProvider: deleteIdentityProvider,
	DescribeIdentityProvider: describeIdentityProvider,
	DescribeUserPoolClient: describeUserPoolClient,
	ForgotPassword: forgotPassword,
	GetTokensFromRefreshToken: getTokensFromRefreshToken,
	GetUser: getUser,
	GetUserAttributeVerificationCode: getUserAttributeVerificationCode,
	GlobalSignOut: globalSignOut,
	InitiateAuth: initiateAuth,
	ListWebAuthnCredentials: listWebAuthnCredentials,
	ListIdentityProviders: listIdentityProviders,
	ResendConfirmationCode: resendConfirmationCode,
	RespondToAuthChallenge: respondToAuthChallenge,
	RevokeToken: revokeToken,
	SetUserMFAPreference: setUserMfaPreference,
	SignUp: signUp,
	StartWebAuthnRegistration: startWebAuthnRegistration,
	UpdateUserAttributes: updateUserAttributes,
	UpdateUserPoolClient: updateUserPoolClient,
	VerifySoftwareToken: verifySoftwareToken,
	VerifyUserAttribute: verifyUserAttribute,
};

type Api = { targetPrefix: string; operations: Record<string, Operation> };

const userPoolApi: Api = { targetPrefix: "AWSCognitoIdentityProviderService.", operations };
const identityPoolApi: Api = { targetPrefix: "AWSCognitoIdentityService.", operations: identityPoolOperations };

export async function handleCall(request: Request, pool: Pool, wait: Wait): Promise<Response> {
	const requestId = crypto.randomUUID();
	// First: workerd warns about a forwarded body that is unread when the response is sent.
	const text = await request.text();
	try {
		const api = new URL(request.url).hostname === identityHost ? identityPoolApi : userPoolApi;
		const operation = operationOrThrow(api, request.headers.get("x-amz-target") ?? "");
		const body = parseBodyOrThrow(text);
		const failure = await failOnPurpose(await failureOf(pool, body), wait);
		return failure ?? toResponse(await operation(pool, body), requestId);
	} catch (error) {
		return toErrorResponse(error, requestId);
	}
}

function operationOrThrow({ targetPrefix, operations }: Api, target: string): Operation {
	const name = target.startsWith(targetPrefix) ? target.slice(targetPrefix.length) : "";
	const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
	if (!operation) throw new CognitoError("UnknownOperationException", "");
	return operation;
}

function parseBodyOrThrow(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) throw new CognitoError("SerializationException", "");
		throw error;
	}
}

function responseHeaders(requestId: string): Record<string, string> {
	return { "content-type": "application/x-amz-json-1.1", "x-amzn-requestid": requestId };
}

function toResponse(result: object | null, requestId: string): Response {
	return new Response(result === null ? null : JSON.stringify(result), { headers: responseHeaders(requestId) });
}

function toErrorResponse(thrown: unknown, requestId: string): Response {
	if (!(thrown instanceof CognitoError)) console.error("The emulated user pool failed", thrown);
	const error =
		thrown instanceof CognitoError ? thrown : new CognitoError("InternalErrorException", "Internal server error");
	const { code, message, status } = error;
	// A message may quote the request, and a header must not contain control characters.
	const isHeaderSafe = message !== "" && /^[\x20-\x7e]+$/.test(message);
	return new Response(JSON.stringify({ __type: code, ...(message !== "" && { message }) }), {
		status,
		headers: {
			...responseHeaders(requestId),
			"x-amzn-errortype": `${code}:`,
			...(isHeaderSafe && { "x-amzn-errormessage": message }),
		},
	});
}
