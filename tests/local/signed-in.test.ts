import { runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { clientId } from "../../local/user-pool/pool-identity";
import {
	call,
	callAt,
	callRequest,
	newPerson,
	passwordSignIn,
	refresh,
	signIn,
	tokensOf,
	userPool,
} from "./pool-client";

function rejected(message: string) {
	return { status: 400, body: { __type: "NotAuthorizedException", message } };
}

describe("GetUser", () => {
	it("names the person of an access token", async () => {
		const { AccessToken } = await signIn("owner@aqlcloud.test");
		expect((await call("GetUser", { AccessToken })).body).toEqual({
			Username: "0a5e7b10-0001-4000-8000-000000000001",
			UserAttributes: [
				{ Name: "sub", Value: "0a5e7b10-0001-4000-8000-000000000001" },
				{ Name: "email_verified", Value: "true" },
				{ Name: "name", Value: "Maria Oliveira" },
				{ Name: "email", Value: "owner@aqlcloud.test" },
			],
		});
	});

	it("rejects a forged signature, an id token, text that is no token, and an access token past its hour", async () => {
		const start = Date.now();
		const { AccessToken, IdToken } = tokensOf(
			await callAt(start, "InitiateAuth", passwordSignIn("owner@aqlcloud.test")),
		);
		const other = await signIn("viewer@aqlcloud.test");
		const forged = [...AccessToken.split(".").slice(0, 2), other.AccessToken.split(".")[2]].join(".");
		expect(await call("GetUser", { AccessToken: forged })).toMatchObject(
			rejected("Could not verify signature for Access Token"),
		);
		expect(await call("GetUser", { AccessToken: IdToken })).toMatchObject(rejected("Invalid Access Token"));
		expect(await call("GetUser", { AccessToken: "a.%.c" })).toMatchObject(rejected("Invalid Access Token"));
		expect(await callAt(start + 3_600_000, "GetUser", { AccessToken })).toMatchObject(
			rejected("Access Token has expired"),
		);
	});
});

describe("RevokeToken", () => {
	it("returns an empty body, and ends that sign-in and no other", async () => {
		const ended = await signIn("owner@aqlcloud.test");
		const other = await signIn("owner@aqlcloud.test");
		const revoke = { ClientId: clientId, Token: ended.RefreshToken };
		const response = await exports.default.fetch(callRequest("RevokeToken", revoke));
		expect(response.status).toBe(200);
		expect(await response.text()).toBe("");

		expect(await call("InitiateAuth", refresh(ended.RefreshToken))).toMatchObject(
			rejected("Refresh Token has been revoked"),
		);
		expect(await call("GetUser", { AccessToken: ended.AccessToken })).toMatchObject(
			rejected("Access Token has been revoked"),
		);
		expect((await call("InitiateAuth", refresh(other.RefreshToken))).status).toBe(200);
		expect((await call("GetUser", { AccessToken: other.AccessToken })).status).toBe(200);
	});

	it("ends access tokens that were refreshed from it, and takes a token twice", async () => {
		const { RefreshToken } = await signIn("owner@aqlcloud.test");
		const { AccessToken } = tokensOf(await call("InitiateAuth", refresh(RefreshToken)));
		const revoke = { ClientId: clientId, Token: RefreshToken };
		expect((await call("RevokeToken", revoke)).status).toBe(200);
		expect((await call("RevokeToken", revoke)).status).toBe(200);
		expect(await call("GetUser", { AccessToken })).toMatchObject(rejected("Access Token has been revoked"));
	});

	it("takes no access token", async () => {
		const { AccessToken } = await signIn("owner@aqlcloud.test");
		expect(await call("RevokeToken", { ClientId: clientId, Token: AccessToken })).toMatchObject({
			status: 400,
			body: { __type: "UnsupportedTokenTypeException" },
		});
	});
});

describe("GlobalSignOut", () => {
	it("ends every sign-in of that person and of no one else", async () => {
		const [first, second] = [await signIn("operator@aqlcloud.test"), await signIn("operator@aqlcloud.test")];
		const other = await signIn("viewer@aqlcloud.test");
		expect((await call("GlobalSignOut", { AccessToken: first.AccessToken })).body).toEqual({});

		for (const { AccessToken, RefreshToken } of [first, second]) {
			expect(await call("InitiateAuth", refresh(RefreshToken))).toMatchObject(
				rejected("Refresh Token has been revoked"),
			);
			expect(await call("GlobalSignOut", { AccessToken })).toMatchObject(rejected("Access Token has been revoked"));
		}
		expect((await call("InitiateAuth", refresh(other.RefreshToken))).status).toBe(200);
		expect((await call("InitiateAuth", passwordSignIn("operator@aqlcloud.test"))).status).toBe(200);
	});
});

describe("a person who is disabled meanwhile", () => {
	it("can neither refresh nor use the token they have", async () => {
		const email = await newPerson();
		const { AccessToken, RefreshToken } = await signIn(email);
		await runInDurableObject(userPool(), (_, { storage: { sql } }) => {
			sql.exec("UPDATE users SET is_enabled = 0 WHERE email = ?", email);
		});
		expect(await call("InitiateAuth", refresh(RefreshToken))).toMatchObject(rejected("User is disabled."));
		expect(await call("GetUser", { AccessToken })).toMatchObject(rejected("User is disabled."));
	});
});
