import { describe, it } from "vitest";
import {
	cognitoCalls,
	connectionLost,
	freshBindings,
	get,
	poolWithout,
	setCookiesOf,
	storedSession,
} from "../fixtures/console";
import { loggedEvents } from "../fixtures/event-log";

const due = (refreshMode: string | null, more: Record<string, string> = {}) =>
	storedSession({ accessExpiresIn: -60, refreshMode, more });

async function check(cookies: string, path = "/api/isAuthenticated", bindings = freshBindings()) {
	const response = await get(path, { cookies, bindings });
	const setCookies = setCookiesOf(response);
	// The two endpoints respond in different forms.
	const body: { isAuthenticated?: boolean; error?: { name?: string; json?: unknown } } = await response.json();
	return { status: response.status, body, setCookies };
}

const isExpiry = ({ attributes }: { attributes: string[] }) => attributes.includes("Max-Age=0");
const lastKey = ({ name }: { name: string }) => name.slice(name.lastIndexOf(".") + 1);

describe("a refresh that Cognito declines for good", () => {
	const definitive = [
		"NotAuthorizedException",
		"TokenRevokedException",
		"UserNotFoundException",
		"PasswordResetRequiredException",
		"UserNotConfirmedException",
		"RefreshTokenReuseException",
	];

	it("S17 ends the session and expires its cookies, but not the device's", async ({ expect }) => {
		for (const mode of definitive) {
			const { cookies } = await due(mode, { deviceKey: "device" });
			const { status, body, setCookies } = await check(cookies);
			expect([status, body], mode).toEqual([200, { isAuthenticated: false, ending: "refreshRefused" }]);
			expect(setCookies.every(isExpiry), mode).toBe(true);
			expect(setCookies.map(lastKey).sort(), mode).toEqual(
				[
					"LastAuthUser",
					"accessToken",
					"adopted",
					"clockDrift",
					"idToken",
					"oauthMetadata",
					"refreshToken",
					"signInDetails",
				].sort(),
			);
			expect(loggedEvents().at(-1)).toMatchObject({ event: "session-ended", name: mode });
		}
	});

	it("S17 becomes 401 SIGNED_OUT in the proxy, with the same cookies expired", async ({ expect }) => {
		const { cookies } = await due("RefreshTokenReuseException");
		const { status, body, setCookies } = await check(cookies, "/api/proxy/a.b");
		expect(status).toBe(401);
		expect(body).toMatchObject({ error: { json: { data: { code: "UNAUTHORIZED", reason: "SIGNED_OUT" } } } });
		expect(setCookies.filter(isExpiry)).toHaveLength(8);
	});

	it("treats tokens of another person as declined", async ({ expect }) => {
		const { cookies } = await due("stranger");
		const { body, setCookies } = await check(cookies);
		expect(body).toEqual({ isAuthenticated: false, ending: "unverifiable" });
		expect(setCookies.every(isExpiry)).toBe(true);
	});
});

describe("a refresh that fails for now", () => {
	it("S18 keeps the cookies and returns 503 NetworkError", async ({ expect }) => {
		for (const mode of ["429", "500", "html", "TooManyRequestsException"]) {
			const { cookies } = await due(mode);
			const { status, body, setCookies } = await check(cookies);
			expect([status, body.error?.name, setCookies], mode).toEqual([503, "NetworkError", []]);
		}
	});

	it("S18 keeps the cookies if the connection is lost or times out", async ({ expect }) => {
		const timedOut = () => Promise.reject(new DOMException("The operation timed out.", "TimeoutError"));
		for (const respond of [connectionLost, timedOut]) {
			const { cookies } = await due("ok");
			const bindings = freshBindings({ LOCAL: poolWithout(respond) });
			const { status, body, setCookies } = await check(cookies, undefined, bindings);
			expect([status, body.error?.name, setCookies]).toEqual([503, "NetworkError", []]);
		}
	});

	it("S18 becomes 503 SESSION_UNCHECKED in the proxy", async ({ expect }) => {
		const { cookies } = await due("500");
		const { status, body, setCookies } = await check(cookies, "/api/proxy/a.b");
		expect([status, setCookies]).toEqual([503, []]);
		expect(body).toMatchObject({ error: { json: { data: { reason: "SESSION_UNCHECKED" } } } });
	});

	it("keeps the cookies if Cognito's response is about something else", async ({ expect }) => {
		for (const [mode, name] of [
			["ResourceNotFoundException", "ServiceUnavailable"],
			["ForbiddenException", "ServiceUnavailable"],
			["empty", "InvalidTokens"],
		] as const) {
			const { cookies } = await due(mode);
			const { status, body, setCookies } = await check(cookies);
			expect(status, mode).toBeGreaterThanOrEqual(500);
			expect([body.error?.name, setCookies], mode).toEqual([name, []]);
		}
	});
});

describe("a refresh that succeeds", () => {
	it("S19 keeps the refresh token if Cognito sends none", async ({ expect }) => {
		const signInDetails = '{"loginId":"jane"}';
		const { cookies, refreshToken } = await due("ok", { signInDetails });
		const { body, setCookies } = await check(cookies);
		expect(body).toMatchObject({ isAuthenticated: true });
		expect(setCookies.map(lastKey)).toEqual([
			"LastAuthUser",
			"accessToken",
			"idToken",
			"refreshToken",
			"signInDetails",
			"clockDrift",
		]);
		expect(setCookies.find((each) => lastKey(each) === "refreshToken")?.value).toBe(refreshToken);
	});

	it("S19 stores a rotated refresh token, and remembers which flow this client needs", async ({ expect }) => {
		const bindings = freshBindings();
		const first = await due("rotating");
		const { setCookies } = await check(first.cookies, undefined, bindings);
		expect(setCookies.find((each) => lastKey(each) === "refreshToken")?.value).toBe(`${first.refreshToken}+`);
		const operations = async (text: string) => (await cognitoCalls(text)).map(({ operation }) => operation);
		expect(await operations(first.refreshToken)).toEqual(["InitiateAuth", "GetTokensFromRefreshToken"]);
		const second = await due("rotating");
		await check(second.cookies, undefined, bindings);
		expect(await operations(second.refreshToken)).toEqual(["GetTokensFromRefreshToken"]);
	});

	it("drops an id token that Cognito no longer sends", async ({ expect }) => {
		const { cookies } = await due("no-id");
		const { body, setCookies } = await check(cookies);
		expect(body).toMatchObject({ isAuthenticated: true, user: { email: null } });
		expect(setCookies.filter(isExpiry).map(lastKey)).toEqual(["idToken"]);
	});

	it("sends the device's key when all three of its values are stored", async ({ expect }) => {
		const device = { deviceKey: "device-1", deviceGroupKey: "group", randomPasswordKey: "random" };
		const whole = await due("ok", device);
		const partial = await due("ok", { deviceKey: "device-1" });
		await check(whole.cookies);
		await check(partial.cookies);
		expect((await cognitoCalls(whole.refreshToken))[0]?.body).toContain('"DEVICE_KEY":"device-1"');
		expect((await cognitoCalls(partial.refreshToken))[0]?.body).not.toContain("DEVICE_KEY");
	});

	it("sends Cognito the browser's address only if that is switched on", async ({ expect }) => {
		const headers = { "cf-connecting-ip": "192.0.2.7" };
		const [reported, unreported] = [await due("ok"), await due("ok")];
		const bindings = freshBindings({ PROPAGATE_CLIENT_ADDRESS: "on" });
		await get("/api/isAuthenticated", { cookies: reported.cookies, headers, bindings });
		await get("/api/isAuthenticated", { cookies: unreported.cookies, headers });
		const bodies = await Promise.all([reported, unreported].map(({ refreshToken }) => cognitoCalls(refreshToken)));
		expect(bodies[0]?.[0]?.body).toContain('"UserContextData":{"IpAddress":"192.0.2.7"}');
		expect(bodies[1]?.[0]?.body).not.toContain("192.0.2.7");
	});

	it("uses the client's secret, as it stands, by the flow that takes it so", async ({ expect }) => {
		const { cookies, refreshToken } = await due("ok");
		await check(cookies, undefined, freshBindings({ USER_POOL_CLIENT_SECRET: "client-secret" }));
		expect(await cognitoCalls(refreshToken)).toMatchObject([
			{ operation: "GetTokensFromRefreshToken", body: expect.stringContaining('"ClientSecret":"client-secret"') },
		]);
	});
});

describe("an expired session without a refresh token", () => {
	it("counts as signed out, in the words of the implicit flow if it came from there", async ({ expect }) => {
		const plain = await due(null);
		const implicit = await due(null, { oauthMetadata: '{"oauthSignIn":true}' });
		expect((await check(plain.cookies)).body).toEqual({ isAuthenticated: false, ending: "expired" });
		expect(loggedEvents().at(-1)).toMatchObject({ name: "UserUnAuthenticatedException" });
		const { status, body } = await check(implicit.cookies, "/api/proxy/a.b");
		expect(status).toBe(401);
		expect(JSON.stringify(body)).toContain("Token refresh is not supported");
	});
});
