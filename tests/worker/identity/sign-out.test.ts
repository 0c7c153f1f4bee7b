import { describe, it } from "vitest";
import {
	cognitoCalls,
	connectionLost,
	cookieHeader,
	fetcherOf,
	freshBindings,
	get,
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

	it("7.10/36 revokes the refresh token and clears every cookie", async ({ expect }) => {
		const { cookies, refreshToken } = await storedSession();
		const response = await signOut(cookies);
		expect([response.status, await response.json()]).toEqual([200, { status: "signed-out" }]);
		expect(response.headers.getSetCookie()).toHaveLength(8);
		expect(clearsAll(response)).toBe(true);
		expect(await cognitoCalls(refreshToken)).toMatchObject([{ operation: "RevokeToken" }]);
	});

	it("7.10/36 succeeds even if Cognito fails, and logs that", async ({ expect }) => {
		const { cookies } = await storedSession({ refreshMode: "unrevokable" });
		const response = await signOut(cookies);
		expect(response.status).toBe(200);
		expect(clearsAll(response)).toBe(true);
		expect(loggedEvents().map(({ event }) => event)).toEqual(["revoke-failed", "sign-out"]);
	});

	it("revokes for an expired session too, and not where the client has no revocation", async ({ expect }) => {
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
	] as const)(
		"7.10/59 expires the person's own cookies beside 200 foreign ones, %s",
		async ([, beside], { expect }) => {
			const { cookies } = await storedSession({ more: { clockDrift: "0" } });
			const response = await signOut(beside(cookies));
			const own = cookies.split("; ").map((pair) => pair.slice(0, pair.indexOf("=")));
			expect(own).toHaveLength(6);
			expect(setCookiesOf(response).map(({ name }) => name)).toEqual(expect.arrayContaining(own));
			expect(clearsAll(response)).toBe(true);
		},
	);

	it("7.10/59 expires them where a session is refused, too", async ({ expect }) => {
		const { cookies, user } = await storedSession({ id: { aud: "another-client" } });
		const response = await get("/api/isAuthenticated", { cookies: `${foreignCookies(200)}; ${cookies}` });
		expect(await response.json()).toEqual({ isAuthenticated: false });
		const names = setCookiesOf(response).map(({ name }) => name);
		const own = ["accessToken", "idToken", "refreshToken"].map((key) => `${clientPrefix}.${user}@example.com.${key}`);
		expect(names.map(decodeURIComponent)).toEqual(expect.arrayContaining([`${clientPrefix}.LastAuthUser`, ...own]));
	});

	it.for(["sign-out", "sign-out-everywhere"])(
		"7.10/60 asks the user pool nothing about tokens it has not signed, and clears them: %s",
		async (door, { expect }) => {
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
				const response = await post(`/api/auth/${door}`, { cookies });
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

	it("clears the session where no keys are in reach to check it with", async ({ expect }) => {
		const { cookies, refreshToken } = await storedSession();
		const response = await signOut(cookies, freshBindings({ LOCAL: fetcherOf(connectionLost) }));
		expect([response.status, clearsAll(response)]).toEqual([200, true]);
		expect(await cognitoCalls(refreshToken)).toEqual([]);
		expect(loggedEvents().map(({ event }) => event)).toEqual(["revoke-failed", "sign-out"]);
	});

	it("is done for somebody who is signed out already", async ({ expect }) => {
		expect((await signOut("")).status).toBe(200);
	});
});
