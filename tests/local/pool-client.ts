import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { localPassword } from "../../local/personas";
import { answerCall } from "../../local/user-pool/answer-call";
import { clientId, userPoolId } from "../../local/user-pool/pool-identity";
import { ensureSigningKey } from "../../local/user-pool/signing-key";
import type { UserPoolObject } from "../../local/user-pool/user-pool-object";

export const cognitoUrl = "https://cognito-idp.us-east-1.amazonaws.com/";

type Answer = { status: number; headers: Headers; body: Record<string, unknown> };

export function callRequest(operation: string, body: unknown, url = cognitoUrl): Request {
	return new Request(url, {
		method: "POST",
		headers: {
			"content-type": "application/x-amz-json-1.1",
			"x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
		},
		body: JSON.stringify(body),
	});
}

async function toAnswer(response: Response): Promise<Answer> {
	const text = await response.text();
	return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
}

/** Calls the pool as the console does. */
export async function call(operation: string, body: unknown): Promise<Answer> {
	return toAnswer(await exports.default.fetch(callRequest(operation, body)));
}

export function userPool(): DurableObjectStub<UserPoolObject> {
	return env.USER_POOL.getByName(userPoolId);
}

/** Calls the pool at a time of the test's choosing, epoch ms. */
export function callAt(now: number, operation: string, body: unknown): Promise<Answer> {
	return runInDurableObject(userPool(), async (_, { storage: { sql } }) => {
		const pool = { sql, signingKey: await ensureSigningKey(sql), now };
		return toAnswer(await answerCall(callRequest(operation, body), pool, () => Promise.resolve()));
	});
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

export function tokensOf({ body }: Answer): Tokens {
	if (!("AuthenticationResult" in body)) throw new Error(`No tokens in ${JSON.stringify(body)}`);
	return body.AuthenticationResult as Tokens; // the tests of sign-in assert its shape
}

export async function signIn(email: string): Promise<Tokens> {
	return tokensOf(await call("InitiateAuth", passwordSignIn(email)));
}
