import { describe, it } from "vitest";
import { cognitoCalls, freshBindings, post, storedSession } from "../fixtures/console";
import { loggedEvents } from "../fixtures/event-log";

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

	it("is done for somebody who is signed out already", async ({ expect }) => {
		expect((await signOut("")).status).toBe(200);
	});
});
