import { describe, expect, it } from "vitest";
import { confidentialClient, localSettings } from "../../local/local-settings";
import { localPassword } from "../../local/personas";
import { fromBase64Url } from "../../local/user-pool/secrets";
import {
	call,
	lastCode,
	newAddress,
	passwordSignIn,
	refresh,
	rejection,
	secretHash,
	signIn,
	type Tokens,
	tokensOf,
} from "./pool-client";

const { clientId: ClientId, clientSecret: ClientSecret } = confidentialClient;
const missing = rejection(
	"NotAuthorizedException",
	`Client ${ClientId} is configured with secret but SECRET_HASH was not received`,
);
const wrong = rejection("NotAuthorizedException", `Unable to verify secret hash for client ${ClientId}`);
const ownerSub = "0a5e7b10-0001-4000-8000-000000000001";

function password(email: string, more: Record<string, string> = {}) {
	return {
		ClientId,
		AuthFlow: "USER_PASSWORD_AUTH",
		AuthParameters: { USERNAME: email, PASSWORD: localPassword, ...more },
	};
}

async function ownerTokens(): Promise<Tokens> {
	const SECRET_HASH = await secretHash("owner@aqlcloud.test");
	return tokensOf(await call("InitiateAuth", password("owner@aqlcloud.test", { SECRET_HASH })));
}

function claimsOf(jwt: string): Record<string, unknown> {
	return JSON.parse(new TextDecoder().decode(fromBase64Url(jwt.split(".")[1] ?? "")));
}

it("knows its hash by a value made elsewhere", async () => {
	expect(await secretHash("jane")).toBe("OWZfPckVPP6bwkERBZez793BJHxujkDO7bWdfSTSsrY=");
});

describe.each([
	["SignUp", { Password: localPassword }],
	["ConfirmSignUp", { ConfirmationCode: "123456" }],
	["ResendConfirmationCode", {}],
	["ForgotPassword", {}],
	["ConfirmForgotPassword", { ConfirmationCode: "123456", Password: localPassword }],
])("%s at a client with a secret", (operation, more) => {
	it("wants its hash over the user name", async () => {
		const input = { ClientId, Username: "secretive@aqlcloud.test", ...more };
		expect(await call(operation, input)).toMatchObject(missing);
		const ofAnother = await secretHash("another@aqlcloud.test");
		expect(await call(operation, { ...input, SecretHash: ofAnother })).toMatchObject(wrong);
		const right = await call(operation, { ...input, SecretHash: await secretHash(input.Username) });
		expect(right.body.message ?? "").not.toContain("ecret");
	});
});

describe("a client with a secret", () => {
	it("signs in with its hash, and the tokens name it", async () => {
		expect(await call("InitiateAuth", password("owner@aqlcloud.test"))).toMatchObject(missing);
		expect(await call("InitiateAuth", password("owner@aqlcloud.test", { SECRET_HASH: "x" }))).toMatchObject(wrong);
		const { AccessToken, IdToken } = await ownerTokens();
		expect(claimsOf(AccessToken)).toMatchObject({ client_id: ClientId });
		expect(claimsOf(IdToken)).toMatchObject({ aud: ClientId });
		expect((await call("GetUser", { AccessToken })).status).toBe(200);
	});

	it("refreshes with the hash over the pool's own user name, or with the secret itself", async () => {
		const { RefreshToken } = await ownerTokens();
		const flow = async (username: string | null) =>
			call("InitiateAuth", {
				ClientId,
				AuthFlow: "REFRESH_TOKEN_AUTH",
				AuthParameters: {
					REFRESH_TOKEN: RefreshToken,
					...(username !== null && { SECRET_HASH: await secretHash(username) }),
				},
			});
		expect(await flow(null)).toMatchObject(missing);
		expect(await flow("owner@aqlcloud.test")).toMatchObject(wrong);
		expect(claimsOf(tokensOf(await flow(ownerSub)).AccessToken)).toMatchObject({ client_id: ClientId });

		const tokens = { ClientId, RefreshToken };
		const unverified = rejection("NotAuthorizedException", `Unable to verify client secret for client ${ClientId}`);
		expect(await call("GetTokensFromRefreshToken", tokens)).toMatchObject(unverified);
		expect(await call("GetTokensFromRefreshToken", { ...tokens, ClientSecret: "guess" })).toMatchObject(unverified);
		expect((await call("GetTokensFromRefreshToken", { ...tokens, ClientSecret })).status).toBe(200);
	});

	it("responds to challenges with the hash over the pool's own user name", async () => {
		const email = "email-code@aqlcloud.test";
		const begun = await call("InitiateAuth", password(email, { SECRET_HASH: await secretHash(email) }));
		const EMAIL_OTP_CODE = await lastCode(email);
		const respond = (responses: Record<string, string>) =>
			call("RespondToAuthChallenge", {
				ClientId,
				ChallengeName: "EMAIL_OTP",
				Session: begun.body.Session,
				ChallengeResponses: { USERNAME: email, EMAIL_OTP_CODE, ...responses },
			});
		expect(await respond({})).toMatchObject(missing);
		expect(await respond({ SECRET_HASH: await secretHash(email) })).toMatchObject(wrong);
		const SECRET_HASH = await secretHash("0a5e7b10-0021-4000-8000-000000000021");
		expect(claimsOf(tokensOf(await respond({ SECRET_HASH })).AccessToken)).toMatchObject({ client_id: ClientId });
	});

	it("revokes with the secret itself", async () => {
		const { RefreshToken } = await ownerTokens();
		expect(await call("RevokeToken", { ClientId, Token: RefreshToken })).toMatchObject({
			status: 401,
			body: { __type: "UnauthorizedException" },
		});
		expect((await call("RevokeToken", { ClientId, Token: RefreshToken, ClientSecret })).status).toBe(200);
		expect((await call("GetTokensFromRefreshToken", { ClientId, RefreshToken, ClientSecret })).status).toBe(400);
	});
});

describe("one client", () => {
	it("can do nothing with the tokens and Sessions of another", async () => {
		const theirs = await ownerTokens();
		const ours = await signIn("owner@aqlcloud.test");
		const invalid = rejection("NotAuthorizedException", "Invalid Refresh Token.");
		expect(await call("InitiateAuth", refresh(theirs.RefreshToken))).toMatchObject(invalid);
		await call("RevokeToken", { ClientId: localSettings.USER_POOL_CLIENT_ID, Token: theirs.RefreshToken });
		const tokens = { ClientId, RefreshToken: theirs.RefreshToken, ClientSecret };
		expect((await call("GetTokensFromRefreshToken", tokens)).status).toBe(200);
		expect(await call("GetTokensFromRefreshToken", { ...tokens, RefreshToken: ours.RefreshToken })).toMatchObject(
			invalid,
		);

		const email = "email-code@aqlcloud.test";
		const { body } = await call("InitiateAuth", passwordSignIn(email));
		const SECRET_HASH = await secretHash("0a5e7b10-0021-4000-8000-000000000021");
		const ChallengeResponses = { USERNAME: email, EMAIL_OTP_CODE: await lastCode(email), SECRET_HASH };
		const response = { ClientId, ChallengeName: "EMAIL_OTP", Session: body.Session, ChallengeResponses };
		expect(await call("RespondToAuthChallenge", response)).toMatchObject(
			rejection("NotAuthorizedException", "Invalid session for the user."),
		);
	});

	it("rejects a hash where it has no secret", async () => {
		const input = { ClientId: localSettings.USER_POOL_CLIENT_ID, Username: newAddress(), SecretHash: "x" };
		expect(await call("ForgotPassword", input)).toMatchObject({ body: { __type: "NotAuthorizedException" } });
	});
});
