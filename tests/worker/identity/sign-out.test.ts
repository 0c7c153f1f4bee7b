import { describe, it } from "vitest";
import { requestIdForm } from "../fixtures/browser";
import {
	cognitoCalls,
	connectionLost,
	cookieHeader,
	fetcherOf,
	freshBindings,
	get,
	ownOrigin,
	post,
	setCookiesOf,
	signingKey,
	storedSession,
} from "../fixtures/console";
import { loggedEvents } from "../fixtures/event-log";
import { poolIds } from "../fixtures/pool-ids";
import { createSigningKey, signToken } from "../fixtures/signing-key";
import { accessClaims, idClaims } from "../fixtures/token-claims";

const clientPrefix = `CognitoIdentityServiceProvider.${poolIds.USER_POOL_CLIENT_ID}`;

/** Cookies with the client's prefix, as a sibling host may set them. */
const foreignCookies = (count: number) =>
	cookieHeader(Object.fromEntries(Array.from({ length: count }, (_, n) => [`${clientPrefix}.x${n}.idToken`, "x"])));

describe("signing out", () => {
	const signOut = (cookies: string, bindings = freshBindings()) => post("/api/auth/sign-out", { cookies, bindings });
	const clearsAll = (response: Response) =>
		response.headers.getSetCookie().length > 0 &&
		response.headers.getSetCookie().every((line) => line.includes("Max-Age=0"));

	it("S43 revokes the refresh token and clears every cookie", async ({ expect }) => {
		const { cookies, refreshToken } = await storedSession();
		const response = await signOut(cookies);
		expect([response.status, await response.json()]).toEqual([200, { status: "signed-out" }]);
		expect(response.headers.getSetCookie()).toHaveLength(8);
		expect(clearsAll(response)).toBe(true);
		expect(await cognitoCalls(refreshToken)).toMatchObject([{ operation: "RevokeToken" }]);
	});

	it("S43 succeeds even if Cognito fails, and logs that", async ({ expect }) => {
		const { cookies } = await storedSession({ refreshMode: "unrevokable" });
		const response = await signOut(cookies);
		expect(response.status).toBe(200);
		expect(clearsAll(response)).toBe(true);
		expect(loggedEvents().map(({ event }) => event)).toEqual(["revoke-failed", "sign-out"]);
	});

	it("revokes for an expired session too, and not if the client has no revocation", async ({ expect }) => {
		const expired = await storedSession({ accessExpiresIn: -60 });
		await signOut(expired.cookies);
		expect(await cognitoCalls(expired.refreshToken)).toHaveLength(1);
		const unrevocable = await storedSession({ access: { origin_jti: undefined } });
		expect(clearsAll(await signOut(unrevocable.cookies))).toBe(true);
		expect(await cognitoCalls(unrevocable.refreshToken)).toEqual([]);
	});

	it.for([
		["in front of them", (own: string) => `${foreignCookies(200)}; ${own}`],
		["behind them", (own: string) => `${own}; ${foreignCookies(200)}`],
		["and one of their own planted a second time", (own: string) => `${foreignCookies(200)}; ${own}; ${own}`],
	] as const)("S7 expires the person's own cookies beside 200 foreign ones, %s", async ([, beside], { expect }) => {
		const { cookies } = await storedSession({ more: { clockDrift: "0" } });
		const response = await signOut(beside(cookies));
		const own = cookies.split("; ").map((pair) => pair.slice(0, pair.indexOf("=")));
		expect(own).toHaveLength(6);
		expect(setCookiesOf(response).map(({ name }) => name)).toEqual(expect.arrayContaining(own));
		expect(clearsAll(response)).toBe(true);
	});

	it("S7 expires them too if a session is denied", async ({ expect }) => {
		const { cookies, user } = await storedSession({ id: { aud: "another-client" } });
		const response = await get("/api/isAuthenticated", { cookies: `${foreignCookies(200)}; ${cookies}` });
		expect(await response.json()).toEqual({ isAuthenticated: false, ending: "unverifiable" });
		const names = setCookiesOf(response).map(({ name }) => name);
		const own = ["accessToken", "idToken", "refreshToken"].map((key) => `${clientPrefix}.${user}@example.com.${key}`);
		expect(names.map(decodeURIComponent)).toEqual(expect.arrayContaining([`${clientPrefix}.LastAuthUser`, ...own]));
	});

	it.for(["sign-out", "sign-out-everywhere"])(
		"S48 asks the user pool nothing about tokens it has not signed, and clears them: %s",
		async (endpoint, { expect }) => {
			const user = `jane-${crypto.randomUUID()}`;
			const strangersKey = await createSigningKey(signingKey.kid);
			const forged = [
				await signToken(strangersKey, accessClaims({ user })),
				await signToken(signingKey, { ...accessClaims({ user }), iss: "https://evil.example" }),
				await signToken(signingKey, { ...accessClaims({ user, expiresIn: -60 }), client_id: "another-client" }),
				await signToken(signingKey, idClaims({ user, expiresIn: -60 })),
				"not-a-token",
			];
			for (const accessToken of forged) {
				const refreshToken = `${user}/ok/${crypto.randomUUID()}`;
				const tokens = { LastAuthUser: "jane", "jane.accessToken": accessToken, "jane.refreshToken": refreshToken };
				const cookies = cookieHeader(
					Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`${clientPrefix}.${name}`, value])),
				);
				const response = await post(`/api/auth/${endpoint}`, { cookies });
				expect([response.status, await response.json()]).toEqual([200, { status: "signed-out" }]);
				expect(setCookiesOf(response).map(({ name }) => name)).toEqual(
					expect.arrayContaining(Object.keys(tokens).map((name) => `${clientPrefix}.${name}`)),
				);
				expect(clearsAll(response)).toBe(true);
				expect(await cognitoCalls(refreshToken)).toEqual([]);
				expect(await cognitoCalls(accessToken)).toEqual([]);
			}
		},
	);

	it("clears the session even if its keys cannot be reached", async ({ expect }) => {
		const { cookies, refreshToken } = await storedSession();
		const response = await signOut(cookies, freshBindings({ LOCAL: fetcherOf(connectionLost) }));
		expect([response.status, clearsAll(response)]).toEqual([200, true]);
		expect(await cognitoCalls(refreshToken)).toEqual([]);
		expect(loggedEvents().map(({ event }) => event)).toEqual(["revoke-failed", "sign-out"]);
	});

	it("S49 ends the sign-in at the backend, by its token alone", async ({ expect }) => {
		for (const accessExpiresIn of [3600, -60]) {
			const { cookies, accessToken } = await storedSession({ accessExpiresIn });
			const requested: [method: string | undefined, url: string, headers: object][] = [];
			const BACKEND = fetcherOf(async (url, { method, headers }) => {
				requested.push([method, url, Object.fromEntries(new Headers(headers))]);
				return new Response(null, { status: 204 });
			});
			await post("/api/auth/sign-out", {
				cookies,
				bindings: freshBindings({ BACKEND }),
			});
			const headers = { authorization: `Bearer ${accessToken}`, "x-request-id": expect.stringMatching(requestIdForm) };
			expect(requested).toEqual([["POST", `${ownOrigin}/api/session/end`, headers]]);
		}
	});

	it.for([
		["is out", connectionLost],
		["fails", async () => new Response(null, { status: 500 })],
	] as const)("S49 is done all the same where the backend %s", async ([, respond], { expect }) => {
		const { cookies, refreshToken } = await storedSession();
		const response = await signOut(cookies, freshBindings({ BACKEND: fetcherOf(respond) }));
		expect([response.status, clearsAll(response)]).toEqual([200, true]);
		expect(await cognitoCalls(refreshToken)).toMatchObject([{ operation: "RevokeToken" }]);
		expect(loggedEvents().map(({ event }) => event)).toEqual(["upstream-failed", "sign-out"]);
	});

	it("S49 calls no backend about tokens that the pool has not signed", async ({ expect }) => {
		const forged = await signToken(await createSigningKey(signingKey.kid), accessClaims({ user: "jane" }));
		const cookies = cookieHeader({
			[`${clientPrefix}.LastAuthUser`]: "jane",
			[`${clientPrefix}.jane.accessToken`]: forged,
		});
		let isRequested = false;
		const BACKEND = fetcherOf(async () => {
			isRequested = true;
			return new Response(null, { status: 204 });
		});
		await signOut(cookies, freshBindings({ BACKEND }));
		expect(isRequested).toBe(false);
	});

	it.for([
		["a call", "/api/proxy/a.b", 200],
		["a file", "/api/export?x=1", 200],
	] as const)("S49 leaves no session cookie to an answer still under way: %s", async ([, path, status], { expect }) => {
		const { cookies } = await storedSession({ accessExpiresIn: -60 });
		const BACKEND = fetcherOf(async (url) => {
			if (url.endsWith("/api/session/end")) return new Response(null, { status: 204 });
			await signOut(cookies, bindings);
			return Response.json([{ result: { data: 1 } }]);
		});
		const bindings = freshBindings({ BACKEND });
		const late = await get(path, { cookies, bindings });
		expect(late.status).toBe(status);
		expect(late.headers.getSetCookie()).toEqual([]);
	});

	it("S49 leaves no session to a check whose refresh was under way, nor to later calls", async ({ expect }) => {
		const { cookies } = await storedSession({ accessExpiresIn: -60 });
		const LOCAL = fetcherOf(async (url, init) => {
			const response = await freshBindings().LOCAL?.fetch(url, init);
			const isRefresh = new Headers(init.headers).get("x-amz-target")?.endsWith("InitiateAuth");
			if (isRefresh) await signOut(cookies, bindings);
			return response ?? Response.error();
		});
		const bindings = freshBindings({ LOCAL });
		for (let count = 1; count <= 2; count++) {
			const check = await get("/api/isAuthenticated", { cookies, bindings });
			expect(await check.json()).toEqual({ isAuthenticated: false, ending: "signedOutMeanwhile" });
			expect(clearsAll(check)).toBe(true);
		}
	});

	it("leaves another sign-in of the same browser alone", async ({ expect }) => {
		const bindings = freshBindings();
		const [gone, next] = [await storedSession(), await storedSession({ accessExpiresIn: -60 })];
		await signOut(gone.cookies, bindings);
		const check = await get("/api/isAuthenticated", { cookies: next.cookies, bindings });
		expect(await check.json()).toMatchObject({ isAuthenticated: true });
		expect(clearsAll(check)).toBe(false);
	});

	it("succeeds for a person who is signed out already", async ({ expect }) => {
		expect((await signOut("")).status).toBe(200);
	});
});
