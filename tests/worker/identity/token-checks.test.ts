import { describe, it } from "vitest";
import { cognitoCalls, cookieHeader, get, type Stored, signingKey, storedSession } from "../fixtures/console";
import { loggedEvents } from "../fixtures/event-log";
import { issuer, poolIds } from "../fixtures/pool-ids";
import { base64url, createSigningKey, signToken } from "../fixtures/signing-key";
import { accessClaims, idClaims } from "../fixtures/token-claims";

const key = (name: string) => `CognitoIdentityServiceProvider.${poolIds.USER_POOL_CLIENT_ID}.${name}`;

function sessionOf(accessToken: string, idToken?: string): string {
	const values = { [key("LastAuthUser")]: "jane", [key("jane.accessToken")]: accessToken, "aql.adopted": "1" };
	return cookieHeader(idToken === undefined ? values : { ...values, [key("jane.idToken")]: idToken });
}

async function check(cookies: string) {
	const response = await get("/api/isAuthenticated", { cookies });
	return { status: response.status, body: await response.json(), cleared: response.headers.getSetCookie().length > 0 };
}

const denied = { status: 200, body: { isAuthenticated: false, ending: "unverifiable" }, cleared: true };

describe("a session's tokens", () => {
	it("S10 count as no session if signed by another key, by none, or by HMAC with the public key", async ({
		expect,
	}) => {
		const claims = accessClaims({ user: "jane" });
		const otherKey = await createSigningKey(signingKey.kid);
		const payload = base64url(JSON.stringify(claims));
		const unsigned = `${base64url(JSON.stringify({ alg: "none", kid: signingKey.kid }))}.${payload}.`;
		const hmacHeader = base64url(JSON.stringify({ alg: "HS256", kid: signingKey.kid }));
		const secret = new TextEncoder().encode(String(signingKey.privateJwk.n));
		const hmacKey = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
		const mac = await crypto.subtle.sign("HMAC", hmacKey, new TextEncoder().encode(`${hmacHeader}.${payload}`));
		const hmacSigned = `${hmacHeader}.${payload}.${base64url(new Uint8Array(mac))}`;

		expect(await check(sessionOf(await signToken(otherKey, claims)))).toEqual(denied);
		expect(await check(sessionOf(unsigned))).toEqual(denied);
		expect(await check(sessionOf(hmacSigned))).toEqual(denied);
		expect(await check(sessionOf("not-a-token"))).toEqual(denied);
	});

	it("S11 count as no session if they are of another pool or client, or in the other's place", async ({ expect }) => {
		const access = accessClaims({ user: "jane" });
		const otherPool = await signToken(signingKey, { ...access, iss: `${issuer}x` });
		const otherClient = await signToken(signingKey, { ...access, client_id: "another" });
		const idToken = await signToken(signingKey, idClaims({ user: "jane" }));
		const accessToken = await signToken(signingKey, access);
		expect(await check(sessionOf(otherPool))).toEqual(denied);
		expect(await check(sessionOf(otherClient))).toEqual(denied);
		expect(await check(sessionOf(idToken))).toEqual(denied);
		expect(await check(sessionOf(accessToken, accessToken))).toEqual(denied);
	});

	it("S12 count as no session without exp or without sub", async ({ expect }) => {
		const { exp: _exp, ...endless } = accessClaims({ user: "jane" });
		const { sub: _sub, ...noOne } = accessClaims({ user: "jane" });
		expect(await check(sessionOf(await signToken(signingKey, endless)))).toEqual(denied);
		expect(await check(sessionOf(await signToken(signingKey, noOne)))).toEqual(denied);
	});

	it("count as no session if they name two people", async ({ expect }) => {
		const accessToken = await signToken(signingKey, accessClaims({ user: "jane" }));
		const idToken = await signToken(signingKey, idClaims({ user: "john" }));
		expect(await check(sessionOf(accessToken, idToken))).toEqual(denied);
		expect(loggedEvents()).toContainEqual(expect.objectContaining({ event: "session-refused" }));
	});

	it("may lack an id token", async ({ expect }) => {
		const { cookies, user } = await storedSession({ id: null });
		expect((await check(cookies)).body).toMatchObject({
			isAuthenticated: true,
			user: { sub: `sub-of-${user}`, username: `username-of-${user}`, email: null, name: null },
		});
	});
});

describe("a token near its end", () => {
	const refreshes = async ({ cookies, refreshToken }: Stored) => {
		const { body } = await check(cookies);
		return { body, refreshCalls: (await cognitoCalls(refreshToken)).length };
	};
	const signedIn = { isAuthenticated: true };

	it("S13 serves with 6 s to go and is refreshed with 4 s", async ({ expect }) => {
		expect(await refreshes(await storedSession({ accessExpiresIn: 7 }))).toMatchObject({
			body: signedIn,
			refreshCalls: 0,
		});
		expect(await refreshes(await storedSession({ accessExpiresIn: 4 }))).toMatchObject({
			body: signedIn,
			refreshCalls: 1,
		});
		expect(await refreshes(await storedSession({ accessExpiresIn: -100 }))).toMatchObject({
			body: signedIn,
			refreshCalls: 1,
		});
	});

	it("S13 causes a refresh also if it is the id token alone", async ({ expect }) => {
		const stored = await storedSession({ accessExpiresIn: 3600, idExpiresIn: -10 });
		expect(await refreshes(stored)).toMatchObject({ body: signedIn, refreshCalls: 1 });
	});

	it("S14 follows our clock, whatever drift the browser claims", async ({ expect }) => {
		for (const clockDrift of ["-7200000", "x", "NaN"]) {
			const stored = await storedSession({ accessExpiresIn: -100, more: { clockDrift } });
			expect(await refreshes(stored), clockDrift).toMatchObject({ refreshCalls: 1 });
		}
		const drifting = await storedSession({ accessExpiresIn: 60, more: { clockDrift: "58000" } });
		expect(await refreshes(drifting)).toMatchObject({ body: signedIn, refreshCalls: 0 });
	});
});

describe("the session check", () => {
	it("returns who is signed in and until when", async ({ expect }) => {
		const { cookies, user } = await storedSession();
		const { body } = await check(cookies);
		expect(body).toEqual({
			isAuthenticated: true,
			user: {
				sub: `sub-of-${user}`,
				username: `username-of-${user}`,
				email: `${user}@example.com`,
				name: `Name of ${user}`,
			},
			expiresAt: expect.any(Number),
			expiresInMs: expect.any(Number),
		});
	});

	it("returns false without cookies, and the same at its older address", async ({ expect }) => {
		for (const path of ["/api/isAuthenticated", "/_serverFn/isAuthenticated"]) {
			const response = await get(path);
			expect([response.status, await response.json()]).toEqual([200, { isAuthenticated: false }]);
			expect(response.headers.getSetCookie()).toEqual([]);
		}
	});
});
