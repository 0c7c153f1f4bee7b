import { exports } from "cloudflare:workers";
import { CognitoJwtVerifier } from "aws-jwt-verify";
import { SimpleJwksCache } from "aws-jwt-verify/jwk";
import { describe, expect, it } from "vitest";
import { personas } from "../../local/personas";
import { clientId, userPoolId } from "../../local/user-pool/pool-identity";
import { fromBase64Url, toBase64Url } from "../../local/user-pool/secrets";
import { dayMs, minuteMs } from "../../shared/base/durations";
import {
	call,
	callAt,
	callRequest,
	changeSettings,
	cognitoUrl,
	passwordSignIn,
	refresh,
	rejection,
	restoreSettings,
	signIn,
	tokensOf,
} from "./pool-client";

const fetcher = {
	fetch: async (uri: string) => (await exports.default.fetch(uri)).arrayBuffer(),
};

function verifier(tokenUse: "access" | "id") {
	return CognitoJwtVerifier.create({ userPoolId, clientId, tokenUse }, { jwksCache: new SimpleJwksCache({ fetcher }) });
}

function persona(email: string) {
	const found = personas.find((candidate) => candidate.email === email);
	if (!found) throw new Error(`No persona ${email}`);
	return found;
}

describe("signing in with a password", () => {
	it("gives an access token with Cognito's claims that aws-jwt-verify accepts", async () => {
		const { AccessToken } = await signIn("owner@aqlcloud.test");
		const { sub } = persona("owner@aqlcloud.test");
		const claims = await verifier("access").verify(AccessToken);
		expect(claims).toEqual({
			sub,
			iss: "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_Local0001",
			client_id: clientId,
			origin_jti: expect.any(String),
			event_id: expect.any(String),
			token_use: "access",
			scope: "aws.cognito.signin.user.admin",
			auth_time: claims.iat,
			iat: claims.iat,
			exp: claims.iat + 3600,
			jti: expect.any(String),
			username: sub,
		});
	});

	it("gives an id token that names the person", async () => {
		const { IdToken } = await signIn("owner@aqlcloud.test");
		const { sub, name } = persona("owner@aqlcloud.test");
		expect(await verifier("id").verify(IdToken)).toMatchObject({
			sub,
			aud: clientId,
			token_use: "id",
			"cognito:username": sub,
			email: "owner@aqlcloud.test",
			email_verified: true,
			name,
		});
	});

	it("gives tokens that fail verification once a claim of them changes", async () => {
		const { AccessToken } = await signIn("owner@aqlcloud.test");
		const [header, payload = "", signature] = AccessToken.split(".");
		const claims = new TextDecoder().decode(fromBase64Url(payload)).replace('"username":"0', '"username":"1');
		const forged = [header, toBase64Url(new TextEncoder().encode(claims)), signature].join(".");
		expect(forged).not.toBe(AccessToken);
		await expect(verifier("access").verify(forged)).rejects.toThrow("Invalid signature");
	});

	it.each(["admin", "operator", "viewer", "billing", "stranger", "removed"])(
		"admits %s@ with the password",
		async (name) => {
			const response = await call("InitiateAuth", passwordSignIn(`${name}@aqlcloud.test`));
			expect(response.status).toBe(200);
			expect(response.body).toEqual({
				AuthenticationResult: {
					AccessToken: expect.any(String),
					IdToken: expect.any(String),
					RefreshToken: expect.any(String),
					ExpiresIn: 3600,
					TokenType: "Bearer",
				},
				ChallengeParameters: {},
			});
		},
	);

	it("takes the e-mail in any case of letters", async () => {
		expect((await call("InitiateAuth", passwordSignIn("Owner@AQLCloud.test"))).status).toBe(200);
	});

	it("responds to a wrong password and an unknown user with the same words", async () => {
		const wrong = await call("InitiateAuth", passwordSignIn("viewer@aqlcloud.test", "not-the-password"));
		const unknown = await call("InitiateAuth", passwordSignIn("nobody@aqlcloud.test"));
		expect(wrong).toMatchObject(rejection("NotAuthorizedException", "Incorrect username or password."));
		expect(unknown.body).toEqual(wrong.body);
		expect(wrong.headers.get("x-amzn-errortype")).toBe("NotAuthorizedException:");
		expect(wrong.headers.get("x-amzn-errormessage")).toBe("Incorrect username or password.");
		expect(wrong.headers.get("x-amzn-requestid")).toMatch(/^[0-9a-f-]{36}$/);
	});

	it.each(["admin@aqlcloud.test", "nobody-else@aqlcloud.test"])(
		"locks %s for a second after five bad passwords, and for two after a sixth",
		async (email) => {
			const start = Date.now();
			const bad = passwordSignIn(email, "not-the-password");
			for (let attempt = 0; attempt < 5; attempt++) {
				expect((await callAt(start, "InitiateAuth", bad)).body).toMatchObject({
					message: "Incorrect username or password.",
				});
			}
			const locked = rejection("NotAuthorizedException", "Password attempts exceeded");
			expect(await callAt(start + 999, "InitiateAuth", passwordSignIn(email))).toMatchObject(locked);
			expect((await callAt(start + 1000, "InitiateAuth", bad)).body).toMatchObject({
				message: "Incorrect username or password.",
			});
			expect(await callAt(start + 2999, "InitiateAuth", passwordSignIn(email))).toMatchObject(locked);
			expect((await callAt(start + 3000, "InitiateAuth", bad)).body).toMatchObject({
				message: "Incorrect username or password.",
			});
		},
	);

	it.each([
		["unconfirmed", "UserNotConfirmedException", "User is not confirmed."],
		["reset", "PasswordResetRequiredException", "Password reset required for the user"],
		["disabled", "NotAuthorizedException", "User is disabled."],
		["expired", "NotAuthorizedException", "Temporary password has expired and must be reset by an administrator."],
	])("gives %s@ the reason, after the right password only", async (name, error, message) => {
		const email = `${name}@aqlcloud.test`;
		expect(await call("InitiateAuth", passwordSignIn(email))).toMatchObject(rejection(error, message));
		expect(await call("InitiateAuth", passwordSignIn(email, "not-the-password"))).toMatchObject(
			rejection("NotAuthorizedException", "Incorrect username or password."),
		);
	});

	it("separates an unknown user from a wrong password once the pool no longer hides who exists", async () => {
		await changeSettings({ preventUserExistenceErrors: false });
		const response = await call("InitiateAuth", passwordSignIn("never-here@aqlcloud.test"));
		await restoreSettings();
		expect(response).toMatchObject(rejection("UserNotFoundException", "User does not exist."));
	});

	it("names a person by the user name of the pool where it holds an address with a plus", async () => {
		const { AccessToken, IdToken } = await signIn("jane.doe+x@aqlcloud.test");
		expect(await verifier("access").verify(AccessToken)).toMatchObject({ username: "jane.doe+x@aqlcloud.test" });
		expect(await verifier("id").verify(IdToken)).toMatchObject({ "cognito:username": "jane.doe+x@aqlcloud.test" });
	});

	it("forgets bad passwords after a good one and after fifteen idle minutes", async () => {
		const start = Date.now();
		const bad = passwordSignIn("billing@aqlcloud.test", "not-the-password");
		const fail = async (now: number, times: number) => {
			for (let attempt = 0; attempt < times; attempt++) await callAt(now, "InitiateAuth", bad);
		};
		await fail(start, 4);
		expect((await callAt(start, "InitiateAuth", passwordSignIn("billing@aqlcloud.test"))).status).toBe(200);
		await fail(start, 4);
		await fail(start + 16 * minuteMs, 4);
		expect((await callAt(start + 16 * minuteMs, "InitiateAuth", passwordSignIn("billing@aqlcloud.test"))).status).toBe(
			200,
		);
	});

	it("rejects another client, a flow that is off and a missing parameter by Cognito's names", async () => {
		const good = passwordSignIn("owner@aqlcloud.test");
		expect(await call("InitiateAuth", { ...good, ClientId: "other" })).toMatchObject(
			rejection("ResourceNotFoundException", "User pool client other does not exist."),
		);
		expect(await call("InitiateAuth", { ...good, AuthFlow: "USER_SRP_AUTH" })).toMatchObject(
			rejection("InvalidParameterException", "USER_SRP_AUTH flow not enabled for this client"),
		);
		expect(await call("InitiateAuth", { ...good, AuthParameters: { USERNAME: "owner@aqlcloud.test" } })).toMatchObject(
			rejection("InvalidParameterException", "Missing required parameter PASSWORD"),
		);
		expect(await call("InitiateAuth", { AuthFlow: 7 })).toMatchObject({
			status: 400,
			body: { __type: "InvalidParameterException" },
		});
	});
});

describe("refreshing", () => {
	it.each(["REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"])("gives by %s new tokens of the same sign-in", async (flow) => {
		const start = Date.now();
		const first = tokensOf(await callAt(start, "InitiateAuth", passwordSignIn("owner@aqlcloud.test")));
		const response = await callAt(start + 10 * minuteMs, "InitiateAuth", refresh(first.RefreshToken, flow));
		const next = tokensOf(response);
		expect(Object.keys(next).sort()).toEqual(["AccessToken", "ExpiresIn", "IdToken", "TokenType"]);
		const before = await verifier("access").verify(first.AccessToken);
		const after = await verifier("access").verify(next.AccessToken);
		expect(after).toEqual({
			...before,
			iat: before.iat + 600,
			exp: before.exp + 600,
			jti: after.jti,
			event_id: after.event_id,
		});
		expect(after.jti).not.toBe(before.jti);
	});

	it("gives the same by GetTokensFromRefreshToken without challenge parameters", async () => {
		const { AccessToken, RefreshToken } = await signIn("owner@aqlcloud.test");
		const response = await call("GetTokensFromRefreshToken", { ClientId: clientId, RefreshToken });
		expect(Object.keys(response.body)).toEqual(["AuthenticationResult"]);
		const { username } = await verifier("access").verify(tokensOf(response).AccessToken);
		expect(username).toBe((await verifier("access").verify(AccessToken)).username);
	});

	it("rejects an unknown token, and any after thirty days", async () => {
		const start = Date.now();
		const { RefreshToken } = tokensOf(await callAt(start, "InitiateAuth", passwordSignIn("owner@aqlcloud.test")));
		expect((await callAt(start + 30 * dayMs - 1, "InitiateAuth", refresh(RefreshToken))).status).toBe(200);
		expect(await callAt(start + 30 * dayMs, "InitiateAuth", refresh(RefreshToken))).toMatchObject(
			rejection("NotAuthorizedException", "Refresh Token has expired"),
		);
		expect(await call("InitiateAuth", refresh("made-up"))).toMatchObject(
			rejection("NotAuthorizedException", "Invalid Refresh Token."),
		);
	});
});

describe("the protocol", () => {
	it("rejects an operation it does not have and a body that is no JSON", async () => {
		expect(await call("AdminDeleteUser", {})).toMatchObject({
			status: 400,
			body: { __type: "UnknownOperationException" },
		});
		expect(await call("toString", {})).toMatchObject({ body: { __type: "UnknownOperationException" } });
		const broken = new Request(callRequest("GetUser", {}), { body: "{", method: "POST" });
		expect(await (await exports.default.fetch(broken)).json()).toEqual({ __type: "SerializationException" });
	});

	it("serves the pool's public keys, and no other pool's, under both of Cognito's hosts", async () => {
		const path = `${userPoolId}/.well-known/jwks.json`;
		const keys = await (await exports.default.fetch(`${cognitoUrl}${path}`)).json();
		expect(keys).toEqual({
			keys: [{ alg: "RS256", e: "AQAB", kid: expect.any(String), kty: "RSA", n: expect.any(String), use: "sig" }],
		});
		const other = await exports.default.fetch(`https://issuer-cognito-idp.us-east-1.amazonaws.com/${path}`);
		expect(await other.json()).toEqual(keys);
		const foreign = await exports.default.fetch(`${cognitoUrl}us-east-1_Other0001/.well-known/jwks.json`);
		expect(foreign.status).toBe(404);
	});
});

describe("names that fail on purpose", () => {
	it("return 429 for throttled@ and an HTML 502 for outage@", async () => {
		expect(await call("InitiateAuth", passwordSignIn("throttled@aqlcloud.test"))).toMatchObject({
			status: 429,
			body: { __type: "TooManyRequestsException", message: "Rate exceeded" },
		});
		const outage = await exports.default.fetch(callRequest("InitiateAuth", passwordSignIn("outage@aqlcloud.test")));
		expect(outage.status).toBe(502);
		expect(outage.headers.get("content-type")).toBe("text/html");
	});
});
