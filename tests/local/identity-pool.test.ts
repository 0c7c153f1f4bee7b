import { runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { clientId, identityPoolId, issuer, providerName } from "../../local/user-pool/pool-identity";
import { ensureSigningKey, signJwt } from "../../local/user-pool/signing-key";
import {
	callIdentityPool,
	callIdentityPoolAt,
	callRequest,
	changeSettings,
	passwordSignIn,
	rejection,
	restoreSettings,
	signIn,
	userPool,
} from "./pool-client";

const notAuthorized = (message: string) => rejection("NotAuthorizedException", message);

async function loginOf(email: string) {
	return { [providerName]: (await signIn(email)).IdToken };
}

async function getId(Logins: Record<string, string> = {}): Promise<string> {
	const { body } = await callIdentityPool("GetId", { IdentityPoolId: identityPoolId, Logins });
	return String(body.IdentityId);
}

afterEach(restoreSettings);

describe("GetId", () => {
	it("gives a person the same identity each time, and every guest another", async () => {
		const owner = await getId(await loginOf("owner@aqlcloud.test"));
		expect(owner).toMatch(/^us-east-1:[0-9a-f-]{36}$/);
		expect(await getId(await loginOf("owner@aqlcloud.test"))).toBe(owner);
		const ids = [owner, await getId(await loginOf("viewer@aqlcloud.test")), await getId(), await getId()];
		expect(new Set(ids).size).toBe(4);
	});

	it("knows only one pool", async () => {
		const other = "us-east-1:00000000-0000-4000-8000-00000000000f";
		expect(await callIdentityPool("GetId", { IdentityPoolId: other, Logins: {} })).toMatchObject(
			rejection("ResourceNotFoundException", `IdentityPool '${other}' not found.`),
		);
	});

	it("rejects guests where they are not allowed, and no one else", async () => {
		await changeSettings({ guestAccess: false });
		expect(await callIdentityPool("GetId", { IdentityPoolId: identityPoolId, Logins: {} })).toMatchObject(
			notAuthorized("Unauthenticated access is not supported for this identity pool."),
		);
		expect(await getId(await loginOf("owner@aqlcloud.test"))).toMatch(/^us-east-1:/);
	});
});

describe("a login", () => {
	const reject = async (Logins: Record<string, string>) =>
		callIdentityPool("GetId", { IdentityPoolId: identityPoolId, Logins });

	it("fails with another provider, and beside another", async () => {
		const unsupported = notAuthorized("Token is not from a supported provider of this identity pool.");
		const login = await loginOf("owner@aqlcloud.test");
		const foreign = { "cognito-idp.us-east-1.amazonaws.com/us-east-1_Other0001": Object.values(login)[0] ?? "" };
		expect(await reject(foreign)).toMatchObject(unsupported);
		expect(await reject({ ...login, ...foreign })).toMatchObject(unsupported);
	});

	it("fails when it is no id token", async () => {
		const { AccessToken } = await signIn("owner@aqlcloud.test");
		const message = "Invalid login token. Not a valid OpenId Connect identity token.";
		expect(await reject({ [providerName]: AccessToken })).toMatchObject(notAuthorized(message));
		expect(await reject({ [providerName]: "no.token" })).toMatchObject(notAuthorized(message));
	});

	it("fails with another's signature, and with none", async () => {
		const [mine, other] = [await signIn("owner@aqlcloud.test"), await signIn("viewer@aqlcloud.test")];
		const [header, payload] = mine.IdToken.split(".");
		const message = "Invalid login token. Couldn't verify signed token.";
		for (const signature of [other.IdToken.split(".")[2], ""]) {
			const forged = [header, payload, signature].join(".");
			expect(await reject({ [providerName]: forged })).toMatchObject(notAuthorized(message));
		}
	});

	it.each([
		["of this pool", {}, 200, undefined],
		["of another issuer", { iss: `${issuer}x` }, 400, "Invalid login token. Issuer doesn't match providerName"],
		["for another client", { aud: "other" }, 400, "Invalid login token. Incorrect token audience."],
	])("that the pool's own key signed is validated by its claims: %s", async (_, claims, status, message) => {
		const exp = Math.floor(Date.now() / 1000) + 60;
		const payload = { sub: "s", iss: issuer, aud: clientId, token_use: "id", exp, ...claims };
		const token = await runInDurableObject(userPool(), async (_object, { storage }) =>
			signJwt(await ensureSigningKey(storage.sql), payload),
		);
		const response = await reject({ [providerName]: token });
		expect([response.status, response.body.message]).toEqual([status, message]);
	});

	it("fails once it has expired", async () => {
		const input = { IdentityPoolId: identityPoolId, Logins: await loginOf("owner@aqlcloud.test") };
		expect(await callIdentityPoolAt(Date.now() + 3_601_000, "GetId", input)).toMatchObject({
			status: 400,
			body: { message: expect.stringMatching(/^Invalid login token\. Token expired: \d+ >= \d+$/) },
		});
	});
});

describe("GetCredentialsForIdentity", () => {
	it("gives a guest and a person credentials of an hour in AWS's form", async () => {
		const now = Date.now();
		const Logins = await loginOf("owner@aqlcloud.test");
		const guest = { IdentityId: await getId() };
		const person = { IdentityId: await getId(Logins), Logins };
		for (const input of [guest, person]) {
			const { body } = await callIdentityPoolAt(now, "GetCredentialsForIdentity", input);
			expect(body).toEqual({
				IdentityId: input.IdentityId,
				Credentials: {
					AccessKeyId: expect.stringMatching(/^ASIA[A-Z2-7]{16}$/),
					SecretKey: expect.stringMatching(/^.{40}$/),
					SessionToken: expect.any(String),
					Expiration: Math.floor(now / 1000) + 3600,
				},
			});
		}
	});

	it("rejects an unknown identity, one without its login, and one with another's", async () => {
		const Logins = await loginOf("owner@aqlcloud.test");
		const IdentityId = await getId(Logins);
		expect(await callIdentityPool("GetCredentialsForIdentity", { IdentityId: "us-east-1:x" })).toMatchObject(
			rejection("ResourceNotFoundException", "Identity 'us-east-1:x' not found."),
		);
		expect(await callIdentityPool("GetCredentialsForIdentity", { IdentityId })).toMatchObject(
			notAuthorized(`Access to Identity '${IdentityId}' is forbidden.`),
		);
		const theirs = { IdentityId, Logins: await loginOf("viewer@aqlcloud.test") };
		expect(await callIdentityPool("GetCredentialsForIdentity", theirs)).toMatchObject(
			notAuthorized("Logins don't match. Please include at least one valid login for this identity or identity pool."),
		);
	});

	it("lets a guest who signs in take the identity along, unless they have one", async () => {
		const guest = await getId();
		const Logins = await loginOf("stranger@aqlcloud.test");
		const first = await callIdentityPool("GetCredentialsForIdentity", { IdentityId: guest, Logins });
		expect(first.body.IdentityId).toBe(guest);
		expect(await getId(Logins)).toBe(guest);
		const later = await callIdentityPool("GetCredentialsForIdentity", { IdentityId: await getId(), Logins });
		expect(later.body.IdentityId).toBe(guest);
	});

	it("rejects a guest of before once guests are not allowed", async () => {
		const IdentityId = await getId();
		await changeSettings({ guestAccess: false });
		expect((await callIdentityPool("GetCredentialsForIdentity", { IdentityId })).status).toBe(400);
	});
});

describe("the identity pool's endpoint", () => {
	const url = "http://127.0.0.1:5173/__local/cognito-identity";

	it("serves an ordinary AWS client", async () => {
		const request = callRequest("GetId", { IdentityPoolId: identityPoolId }, url);
		request.headers.set("x-amz-target", "AWSCognitoIdentityService.GetId");
		expect(await (await exports.default.fetch(request)).json()).toHaveProperty("IdentityId");
	});

	it("knows no operation of the user pool", async () => {
		const response = await exports.default.fetch(
			callRequest("InitiateAuth", passwordSignIn("owner@aqlcloud.test"), url),
		);
		expect(await response.json()).toEqual({ __type: "UnknownOperationException" });
	});
});
