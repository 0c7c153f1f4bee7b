import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { confidentialClient } from "../../local/local-settings";
import type { Message } from "../../local/mailbox";
import { localPassword } from "../../local/personas";
import { handleCall } from "../../local/user-pool/handle-call";
import { defaultPoolSettings, type PoolSettingsChange } from "../../local/user-pool/pool";
import { clientId, userPoolId } from "../../local/user-pool/pool-identity";
import { ensureSigningKey } from "../../local/user-pool/signing-key";
import type { UserPoolObject } from "../../local/user-pool/user-pool-object";

export const cognitoUrl = "https://cognito-idp.us-east-1.amazonaws.com/";
const identityUrl = "https://cognito-identity.us-east-1.amazonaws.com/";

export type Reply = { status: number; headers: Headers; body: Record<string, unknown> };

export function callRequest(operation: string, body: unknown, url = cognitoUrl): Request {
	return new Request(url, {
		method: "POST",
		headers: {
			"content-type": "application/x-amz-json-1.1",
			"x-amz-target": `${url === identityUrl ? "AWSCognitoIdentityService" : "AWSCognitoIdentityProviderService"}.${operation}`,
		},
		body: JSON.stringify(body),
	});
}

async function toResponse(response: Response): Promise<Reply> {
	const text = await response.text();
	return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
}

export async function call(operation: string, body: unknown): Promise<Reply> {
	return toResponse(await exports.default.fetch(callRequest(operation, body)));
}

export function userPool(): DurableObjectStub<UserPoolObject> {
	return env.USER_POOL.getByName(userPoolId);
}

export async function callIdentityPool(operation: string, body: unknown): Promise<Reply> {
	return toResponse(await exports.default.fetch(callRequest(operation, body, identityUrl)));
}

/** Calls the pool at a time of the test's choosing, epoch ms. */
export function callAt(now: number, operation: string, body: unknown): Promise<Reply> {
	return respondAt(now, () => callRequest(operation, body));
}

export function callIdentityPoolAt(now: number, operation: string, body: unknown): Promise<Reply> {
	return respondAt(now, () => callRequest(operation, body, identityUrl));
}

/** A body belongs to the object that reads it, so the request is made there. */
function respondAt(now: number, toRequest: () => Request): Promise<Reply> {
	return runInDurableObject(userPool(), async (_, { storage: { sql } }) => {
		const deliver = (message: Message) => mailbox().deliver(message);
		const pool = { sql, signingKey: await ensureSigningKey(sql), now, deliver };
		return toResponse(await handleCall(toRequest(), pool, () => Promise.resolve()));
	});
}

export function mailbox() {
	return env.MAILBOX.getByName("mailbox");
}

/** The last code to an address, or to the telephone of its owner. */
export async function lastCode(address: string): Promise<string> {
	const [message] = await mailbox().messages(address);
	if (!message?.code) throw new Error(`No code to ${address}`);
	return message.code;
}

export function otherCode(code: string): string {
	return String((Number(code) + 1) % 1_000_000).padStart(6, "0");
}

export async function changeSettings(change: PoolSettingsChange): Promise<void> {
	await userPool().changeSettings(change);
}

export async function restoreSettings(): Promise<void> {
	await userPool().changeSettings(defaultPoolSettings);
}

/** SECRET_HASH of the app client with a secret, over the user name as Cognito's guide says. */
export async function secretHash(username: string): Promise<string> {
	const { clientId: id, clientSecret } = confidentialClient;
	const encoder = new TextEncoder();
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("raw", encoder.encode(clientSecret), algorithm, false, ["sign"]);
	const mac = await crypto.subtle.sign("HMAC", key, encoder.encode(username + id));
	return btoa(String.fromCharCode(...new Uint8Array(mac)));
}

export function named(Username: string) {
	return { ClientId: clientId, Username };
}

export function rejection(name: string, message: string, status = 400) {
	return { status, body: { __type: name, message } };
}

let people = 0;

export function newAddress(): string {
	people += 1;
	return `person${people}-${crypto.randomUUID().slice(0, 8)}@aqlcloud.test`;
}

export async function newPerson(): Promise<string> {
	const email = newAddress();
	await call("SignUp", { ...named(email), Password: localPassword });
	const confirmed = await call("ConfirmSignUp", { ...named(email), ConfirmationCode: await lastCode(email) });
	if (confirmed.status !== 200) throw new Error(`Not confirmed: ${JSON.stringify(confirmed.body)}`);
	return email;
}

export function passwordSignIn(email: string, password = localPassword) {
	return {
		ClientId: clientId,
		AuthFlow: "USER_PASSWORD_AUTH",
		AuthParameters: { USERNAME: email, PASSWORD: password },
	};
}

export function refresh(refreshToken: string, flow = "REFRESH_TOKEN_AUTH") {
	return { ClientId: clientId, AuthFlow: flow, AuthParameters: { REFRESH_TOKEN: refreshToken } };
}

export type Tokens = { AccessToken: string; IdToken: string; RefreshToken: string; ExpiresIn: number };

export function tokensOf({ body }: Reply): Tokens {
	if (!("AuthenticationResult" in body)) throw new Error(`No tokens in ${JSON.stringify(body)}`);
	return body.AuthenticationResult as Tokens; // the tests of sign-in assert its shape
}

export async function signIn(email: string): Promise<Tokens> {
	return tokensOf(await call("InitiateAuth", passwordSignIn(email)));
}
