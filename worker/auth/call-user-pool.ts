import { binaryText } from "../../shared/base/binary-text";
import type { AuthErrorName } from "../../shared/session/auth-errors";
import type { AuthEvent } from "../base/event-log";
import { HttpError } from "../base/http-error";
import type { CognitoFailure } from "../cognito/cognito-client";
import type { UserPoolOperation } from "../cognito/user-pool";
import { nameFailure, type OwnErrors } from "../cognito/user-pool-errors";
import { type AuthCall, assertCodeAllowed } from "./auth-call";

export const sameForAll: ReadonlySet<AuthErrorName> = new Set<AuthErrorName>([
	"NetworkError",
	"ServiceUnavailable",
	"TooManyRequestsException",
	"ForbiddenException",
]);

type Question = { operation: UserPoolOperation; body: Record<string, unknown>; own?: OwnErrors };

/** Throws HttpError with a name of the catalogue. */
export async function callUserPool(
	{ services }: AuthCall,
	{ operation, body, own }: Question,
): Promise<Record<string, unknown>> {
	const response = await services.userPool(operation, body);
	if (response.status === "done") return response.body;
	throw httpErrorOf(response, own);
}

export function httpErrorOf(failure: CognitoFailure, own?: OwnErrors): HttpError {
	const { name, ...details } = nameFailure(failure, own);
	return new HttpError(name, details);
}

export function clientFields({ services: { settings }, clientAddress }: AuthCall): Record<string, unknown> {
	const address = settings.isAddressPropagated ? clientAddress() : null;
	const userContext = address !== null ? { UserContextData: { IpAddress: address } } : {};
	return { ClientId: settings.clientId, ...userContext };
}

export async function userFields(call: AuthCall, username: string): Promise<Record<string, unknown>> {
	const hash = await hashFor(call, username);
	return { ...clientFields(call), Username: username, ...(hash === null ? {} : { SecretHash: hash }) };
}

export async function userParameters(call: AuthCall, username: string): Promise<Record<string, string>> {
	const hash = await hashFor(call, username);
	return { USERNAME: username, ...(hash === null ? {} : { SECRET_HASH: hash }) };
}

async function hashFor({ services: { settings } }: AuthCall, username: string): Promise<string | null> {
	return settings.clientSecret === null ? null : secretHash(settings.clientSecret, username, settings.clientId);
}

type CodeRequest = { operation: "ResendConfirmationCode" | "ForgotPassword"; event: AuthEvent; email: string };

/** The response never states whether a code was sent; the log does. */
export async function requestCode(
	call: AuthCall,
	{ operation, event, email }: CodeRequest,
): Promise<{ status: "code-sent" }> {
	const { services, log } = call;
	await assertCodeAllowed(call, event, email);
	const response = await services.userPool(operation, await userFields(call, email));
	if (response.status === "done") {
		log({ event });
		return { status: "code-sent" };
	}
	const { name, loggedName = name, reason, cognitoRequestId } = nameFailure(response);
	if (isSameForAll(name, reason)) throw httpErrorOf(response);
	log({ event: `${event}-failed`, name: loggedName, reason, cognitoRequestId });
	return { status: "code-sent" };
}

/** Only settings errors that Cognito reports before it looks up the user: a missing client, a wrong secret. */
function isSameForAll(name: AuthErrorName, reason: string): boolean {
	if (name !== "SignInNotConfigured") return sameForAll.has(name);
	return reason === "ResourceNotFoundException" || reason === "NotAuthorizedException";
}

/** Cognito's SECRET_HASH: Base64(HMAC-SHA-256(client secret, username + client id)). */
async function secretHash(clientSecret: string, username: string, clientId: string): Promise<string> {
	const encoder = new TextEncoder();
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("raw", encoder.encode(clientSecret), algorithm, false, ["sign"]);
	const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(username + clientId));
	return btoa(binaryText(new Uint8Array(signature)));
}
