import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createAccountLookup } from "../../backend/db/account-lookup";
import { createProxy } from "../../backend/proxy";
import { createSsoPeople } from "../../backend/session/sso-people";
import type { CurrentAccount } from "../../shared/account/account";
import { headerNames } from "../../shared/base/header-names";
import { createTokenVerifier } from "../../shared/session/token-verifier";
import { wholeError } from "./fixtures/batch";
import { createOwner } from "./fixtures/fleet";
import { takeLogs } from "./fixtures/logs";
import { createPerson, dataOf, origin, queryPath, send } from "./fixtures/people";
import { accessClaims, idClaims, issuer, signToken } from "./fixtures/tokens";

const getCurrent = queryPath("account.getCurrent");
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function otherKey(): Promise<JsonWebKey> {
	const pair = await crypto.subtle.generateKey(
		{ name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
		true,
		["sign", "verify"],
	);
	if (!("privateKey" in pair)) throw new Error("RSA keys come in pairs");
	return crypto.subtle.exportKey("jwk", pair.privateKey) as Promise<JsonWebKey>; // "jwk" exports a JWK
}

describe("the access token", () => {
	const denied: [string, () => Promise<Record<string, string>>][] = [
		["is missing", async () => ({})],
		["is no bearer token", async () => ({ authorization: "Basic b3duZXI6c2VjcmV0" })],
		["is no token", async () => bearer("not.a.token")],
		["is expired", async () => bearer(await signToken({ ...accessClaims("a"), exp: 1_700_000_000 }))],
		["has no end", async () => bearer(await signToken({ ...accessClaims("a"), exp: undefined }))],
		["is signed by another key", async () => bearer(await signToken(accessClaims("a"), await otherKey()))],
		["is of another client", async () => bearer(await signToken({ ...accessClaims("a"), client_id: "other" }))],
		["is of another pool", async () => bearer(await signToken({ ...accessClaims("a"), iss: `${issuer}2` }))],
		["is an id token", async () => bearer(await signToken(idClaims("a", { email: "a@example.test" })))],
	];

	it.each(denied)("returns 401 with one error object if it %s", async (_, headersOf) => {
		const response = await send(getCurrent, { headers: await headersOf() });
		expect(response.status).toBe(401);
		expect(response.headers.get("content-type")).toContain("application/json");
		expect(await wholeError(response)).toMatchObject({
			code: -32001,
			data: { code: "UNAUTHORIZED", httpStatus: 401, reason: "SIGNED_OUT", requestId: expect.any(String) },
		});
		expect(takeLogs()).toHaveLength(1);
	});

	it("returns 503 if no keys are available to check it", async () => {
		const proxy = createProxy({
			verifier: createTokenVerifier({
				userPoolId: env.USER_POOL_ID,
				clientId: env.USER_POOL_CLIENT_ID,
				fetchJwks: () => Promise.reject(new Error("offline")),
				now: Date.now,
			}),
			people: createSsoPeople(env.DIRECTORY, Date.now),
			lookup: createAccountLookup(env.DIRECTORY, Date.now),
			accounts: env.ACCOUNT,
			directory: env.DIRECTORY,
			files: env.ARCHIVE,
			planName: "Local",
		});
		const { headers } = await createPerson();
		const response = await proxy(new Request(`${origin}${getCurrent}`, { headers }), "request-1");
		expect(response.status).toBe(503);
		expect((await wholeError(response)).data).toMatchObject({ reason: "SESSION_UNCHECKED", requestId: "request-1" });
		expect(takeLogs()).toHaveLength(1);
	});
});

describe("the id token", () => {
	const access = async (sub: string) => bearer(await signToken(accessClaims(sub)));

	it.each([
		["of another person", () => signToken(idClaims("someone-else", {}))],
		["that is expired", () => signToken({ ...idClaims("me", {}), exp: 1_700_000_000 })],
		["signed by another key", async () => signToken(idClaims("me", {}), await otherKey())],
		["that is an access token", () => signToken(accessClaims("me"))],
	])("rejects with 401 an id token %s", async (_, idToken) => {
		const headers = { ...(await access("me")), [headerNames.idToken]: await idToken() };
		const response = await send(getCurrent, { headers });
		expect(response.status).toBe(401);
		expect(await wholeError(response)).toMatchObject({ data: { reason: "SIGNED_OUT" } });
		expect(takeLogs()).toHaveLength(1);
	});

	it("may be missing: the person is known by the access token", async () => {
		const { owner, id } = await createOwner();
		const response = await send(getCurrent, { headers: await access(owner.sub) });
		expect(response.status).toBe(200);
		expect(await response.text()).toContain(id);
	});

	it("gives the e-mail only where the pool has verified it, in lower case", async () => {
		const verified = await createPerson({ email: "Olive@Example.Test" });
		const unverified = await createPerson({ email: "mallory@example.test", isEmailVerified: false });
		const input = { companyName: "Acme" };
		const ofVerified = dataOf<CurrentAccount>(await verified.mutate("account.createAccount", input));
		const ofUnverified = dataOf<CurrentAccount>(await unverified.mutate("account.createAccount", input));
		expect([ofVerified.me.email, ofUnverified.me.email]).toEqual(["olive@example.test", ""]);
	});
});

describe("the identity an object is given", () => {
	it("cannot be sent from outside", async () => {
		const victim = await createOwner("Victim");
		const attacker = await createOwner("Attacker");
		const headers = new Headers(attacker.owner.headers);
		const identity = { sub: victim.owner.sub, username: "x", email: null, name: null };
		headers.set("x-aqlcloud-identity", JSON.stringify({ identity, accountId: victim.id, requestId: "request-1" }));
		const text = await (await send(getCurrent, { headers })).text();
		expect(text).toContain(attacker.id);
		expect(text).not.toContain(victim.id);
	});

	it("keeps names of every script", async () => {
		const person = await createPerson({ name: "Zoë 高橋 🧊" });
		await person.mutate("account.createAccount", { companyName: "Kühlhaus 高橋" });
		expect(dataOf<CurrentAccount>(await person.query("account.getCurrent"))).toMatchObject({
			companyName: "Kühlhaus 高橋",
			me: { name: "Zoë 高橋 🧊" },
		});
	});
});
