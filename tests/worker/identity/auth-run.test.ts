import { describe, it } from "vitest";
import { createBrowser, outcomeOf, unique } from "../fixtures/browser";
import {
	cognitoCalls,
	freshBindings,
	get,
	ownOrigin,
	poolWithout,
	post,
	send,
	storedSession,
} from "../fixtures/console";
import { loggedEvents, loggedText } from "../fixtures/event-log";
import { rightCode, totpSecret } from "../fixtures/fake-user-pool";
import { rightPassword } from "../fixtures/pool-ids";

const endpoints: Record<string, Record<string, unknown>> = {
	"sign-in": { email: "jane@example.com", password: "x" },
	"respond-challenge": { challengeId: "x", code: "x" },
	"new-password-required": { challengeId: "x", password: "x" },
	"totp-setup": { password: "x" },
	"totp-verify": { code: "x" },
	"mfa-preference": { preferred: null, password: "x" },
	"sign-up": { email: "jane@example.com", name: "Jane", password: "Some-password-1" },
	confirm: { email: "jane@example.com", code: "x" },
	"resend-code": { email: "jane@example.com" },
	"forgot-password": { email: "jane@example.com" },
	"new-password": { email: "jane@example.com", code: "x", password: "Some-password-1" },
	"change-password": { currentPassword: "x", password: "Some-password-1" },
	profile: { name: "Jane" },
	"verify-email": { code: "x" },
	"sign-out": {},
	"sign-out-everywhere": {},
};

async function wholeRun() {
	const [browser, email] = [createBrowser(), unique("totp")];
	const responses: Response[] = [];
	const seen = new Set<string>();
	async function step(endpoint: string, body: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
		const response = await browser.post(endpoint, body);
		responses.push(response);
		for (const [name, value] of browser.jar) if (/Token$|challenge/.test(name)) seen.add(value);
		return response.clone().json();
	}
	const [second, third] = ["Second-password-1", "Third-password-1"];
	await step("sign-up", { email, name: "Jane", password: rightPassword });
	await step("resend-code", { email });
	await step("confirm", { email, code: rightCode });
	await step("sign-in", { email, password: "Wrong-password-1" });
	const challengeId = await browser.signIn(email);
	seen.add(browser.jar.get("aql.challenge") ?? "");
	await step("respond-challenge", { challengeId, code: "000111" });
	await step("respond-challenge", { challengeId, code: rightCode });
	await step("profile", { name: "Jane Doe" });
	await step("change-password", { currentPassword: "Wrong-password-1", password: second });
	await step("change-password", { currentPassword: rightPassword, password: second });
	await step("totp-setup", { password: second });
	await step("totp-verify", { code: rightCode });
	await step("mfa-preference", { preferred: null, password: second });
	await step("verify-email");
	await step("verify-email", { code: rightCode });
	await step("change-password", { currentPassword: second, password: third, isSignOutElsewhere: true });
	await step("sign-out-everywhere");
	await step("sign-out");
	await step("forgot-password", { email });
	await step("new-password", { email, code: rightCode, password: third });
	await step("change-password", { currentPassword: third, password: second });
	const passwords = [rightPassword, second, third, "Wrong-password-1", rightCode, "000111"];
	return { browser, answers: responses, secrets: [...seen, ...passwords, "secret-session"], email };
}

describe("a run from signing up to signing out", () => {
	it("S55 leaves one structured line for each event, with reason and request id", async ({ expect }) => {
		await wholeRun();
		expect(loggedEvents().map(({ event, name }) => [event, name])).toEqual([
			["sign-up", undefined],
			["code-resend", undefined],
			["sign-up-confirm", undefined],
			["sign-in-failed", "NotAuthorizedException"],
			["sign-in-challenged", "SOFTWARE_TOKEN_MFA"],
			["challenge-answer-failed", "CodeMismatchException"],
			["sign-in", undefined],
			["profile-save", undefined],
			["refresh", undefined],
			["password-change-failed", "WrongCurrentPassword"],
			["password-change", undefined],
			["totp-setup", undefined],
			["totp-verify", undefined],
			["mfa-preference", "none"],
			["email-verify", undefined],
			["email-verify", undefined],
			["refresh", undefined],
			["password-change", undefined],
			["sign-in-challenged", "SOFTWARE_TOKEN_MFA"],
			["sign-out-everywhere", undefined],
			["sign-out", undefined],
			["sign-out", undefined],
			["password-reset-code", undefined],
			["password-reset", undefined],
			["password-change-failed", "UserUnAuthenticatedException"],
		]);
		for (const line of loggedEvents()) {
			expect(line.requestId).toMatch(/^[\w-]{8,64}$/);
			if (String(line.event).endsWith("-failed")) expect(line.reason).toEqual(expect.any(String));
			const known = ["event", "requestId", "name", "reason", "sub", "cognitoRequestId"];
			for (const field of Object.keys(line)) expect(known).toContain(field);
		}
	});

	it("S54 leaves no password, code, token, challenge or address in the log", async ({ expect }) => {
		const { secrets, email } = await wholeRun();
		expect(secrets.length).toBeGreaterThan(10);
		for (const secret of [...secrets, totpSecret, email]) expect(loggedText()).not.toContain(secret);
		expect(loggedText()).not.toMatch(/eyJ[\w-]+\.eyJ|CognitoIdentityServiceProvider|@example\.com|aql\.challenge/);
	});

	it("S8 S50 returns no token and no Session, in responses that no cache may store", async ({ expect }) => {
		const { answers: responses, secrets } = await wholeRun();
		for (const response of responses) {
			expect(response.headers.get("cache-control")).toBe("no-store");
			const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
			const text = JSON.stringify(headers) + (await response.text());
			for (const secret of secrets) expect(text).not.toContain(secret);
		}
	});
});

describe("signing out", () => {
	it("S44 leaves a copied session unable to refresh", async ({ expect }) => {
		for (const endpoint of ["sign-out", "sign-out-everywhere"]) {
			const session = await storedSession();
			const copied = session.cookies;
			await createBrowser(copied).post(endpoint);
			const calls = (await cognitoCalls(session.refreshToken)).map(({ operation }) => operation);
			expect(calls, endpoint).toEqual(["RevokeToken"]);
			const due = await storedSession({ accessExpiresIn: -60 });
			const stale = copied.replace(session.accessToken, due.accessToken);
			const response = await get("/api/isAuthenticated", { cookies: stale });
			expect(await response.json(), endpoint).toEqual({ isAuthenticated: false, ending: "refreshRefused" });
		}
	});

	it("S43 ends all sessions at Cognito everywhere, and this one whatever Cognito responds", async ({ expect }) => {
		const whole = await storedSession();
		await post("/api/auth/sign-out-everywhere", { cookies: whole.cookies });
		expect((await cognitoCalls(whole.accessToken)).map(({ operation }) => operation)).toEqual(["GlobalSignOut"]);
		const failing = await storedSession({ user: `at-GlobalSignOut-broken+${crypto.randomUUID()}` });
		const bindings = freshBindings({ LOCAL: poolWithout(async () => new Response("", { status: 500 })) });
		for (const call of [{ cookies: failing.cookies }, { cookies: failing.cookies, bindings }, { cookies: "" }]) {
			const response = await post("/api/auth/sign-out-everywhere", call);
			expect(await outcomeOf(response)).toEqual([200, "signed-out"]);
			expect(response.headers.getSetCookie().length).toBeGreaterThan(0);
			for (const line of response.headers.getSetCookie()) expect(line).toContain("Max-Age=0");
		}
		expect(loggedEvents().map(({ event }) => event)).toContain("sign-out-everywhere-failed");
	});

	it("clears the challenge of a sign-in too", async ({ expect }) => {
		const browser = createBrowser();
		await browser.signIn(unique("totp"));
		await browser.post("sign-out");
		expect(browser.jar.has("aql.challenge")).toBe(false);
	});
});

describe("every endpoint", () => {
	const foreign: [why: string, headers: Record<string, string>][] = [
		["S23 without the header of ours", { "sec-fetch-site": "same-origin", origin: ownOrigin }],
		["S24 from a sibling host", { "x-requested-by": "aqlcloud", "sec-fetch-site": "same-site" }],
		["S25 with another Origin", { "x-requested-by": "aqlcloud", origin: "https://evil.example" }],
		["S25 with neither Origin nor Sec-Fetch-Site", { "x-requested-by": "aqlcloud" }],
	];
	it.for(foreign)("S29 denies a foreign write with no cookie present: %s", async ([, headers], { expect }) => {
		for (const [endpoint, body] of Object.entries(endpoints)) {
			const sent = { "content-type": "application/json", ...headers };
			const init = { method: "POST", headers: sent, body: JSON.stringify(body) };
			const response = await send(new Request(`${ownOrigin}/api/auth/${endpoint}`, init));
			expect(await outcomeOf(response), endpoint).toEqual([403, "CrossSiteRequest"]);
		}
	});

	it("S28 accepts one method alone, the profile two", async ({ expect }) => {
		for (const endpoint of Object.keys(endpoints)) {
			const isProfile = endpoint === "profile";
			const init = { method: "DELETE", headers: { "x-requested-by": "aqlcloud", origin: ownOrigin } };
			const response = await send(new Request(`${ownOrigin}/api/auth/${endpoint}`, init));
			expect([response.status, response.headers.get("allow")]).toEqual([405, isProfile ? "GET, POST" : "POST"]);
			expect((await get(`/api/auth/${endpoint}`)).status).toBe(isProfile ? 401 : 405);
		}
	});

	it("S50 returns responses that no cache may store", async ({ expect }) => {
		const responses = [
			await get("/api/auth/config"),
			await get("/api/auth/profile"),
			await get("/api/isAuthenticated"),
		];
		for (const [endpoint, body] of Object.entries(endpoints))
			responses.push(await post(`/api/auth/${endpoint}`, { body }));
		for (const response of responses) {
			expect([response.headers.get("cache-control"), response.headers.get("vary")]).toEqual(["no-store", "Cookie"]);
		}
	});

	it("S42 names the setting's error if a setting is wrong", async ({ expect }) => {
		const bindings = freshBindings({ USER_POOL_ID: "" });
		for (const [endpoint, body] of Object.entries(endpoints)) {
			const response = await post(`/api/auth/${endpoint}`, { body, bindings });
			expect(await outcomeOf(response), endpoint).toEqual([500, "AuthUserPoolException"]);
		}
	});

	it("rejects a body that is not of its form", async ({ expect }) => {
		const unread = new Set(["sign-out", "sign-out-everywhere"]);
		for (const endpoint of Object.keys(endpoints).filter((each) => !unread.has(each))) {
			const [status, name] = await outcomeOf(await post(`/api/auth/${endpoint}`, { body: "a text" }));
			expect([status, name], endpoint).toEqual([400, "InvalidRequest"]);
		}
	});
});
