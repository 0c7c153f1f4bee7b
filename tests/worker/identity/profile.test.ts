import { describe, it } from "vitest";
import { createBrowser, outcomeOf } from "../fixtures/browser";
import { cognitoCalls, freshBindings, get, poolWithout, post, setCookiesOf, storedSession } from "../fixtures/console";
import { rightCode, totpSecret } from "../fixtures/fake-user-pool";
import { rightPassword } from "../fixtures/pool-ids";

const operationsOf = async (token: string) => (await cognitoCalls(token)).map(({ operation }) => operation);

describe("the profile", () => {
	it("returns the person's data from the pool", async ({ expect }) => {
		const { cookies, user } = await storedSession();
		const response = await get("/api/auth/profile", { cookies });
		expect([response.status, await response.json()]).toEqual([
			200,
			{
				email: `${user}@example.com`,
				isEmailVerified: true,
				name: `Name of ${user}`,
				mfa: { methods: [], preferred: null },
			},
		]);
	});

	it("fails by the name of the cause: not signed in, a name without tokens, invalid tokens", async ({ expect }) => {
		const { cookies } = await storedSession();
		const pairs = cookies.split("; ");
		const outcome = async (submitted: string[]) =>
			outcomeOf(await get("/api/auth/profile", { cookies: submitted.join("; ") }));
		expect(await outcome([])).toEqual([401, "UserUnAuthenticatedException"]);
		// A sign-out leaves the device's cookies.
		const deviceKey = pairs.flatMap(
			(pair) => pair.match(/^.*(?=\.accessToken=)/)?.map((start) => `${start}.deviceKey=x`) ?? [],
		);
		expect(await outcome(deviceKey)).toEqual([401, "UserUnAuthenticatedException"]);
		const nameOnly = pairs.filter((pair) => pair.includes(".LastAuthUser="));
		expect(nameOnly).toHaveLength(1);
		expect(await outcome(nameOnly)).toEqual([401, "NoSessionFoundException"]);
		const spoiled = pairs.map((pair) => pair.replace(/(\.accessToken=).*/, "$1not.three.parts.but.five"));
		expect(await outcome(spoiled)).toEqual([401, "InvalidAuthTokens"]);
	});

	it("takes a new name, which the session shows from then on", async ({ expect }) => {
		const { cookies, accessToken } = await storedSession();
		const browser = createBrowser(cookies);
		const saved = await browser.post("profile", { name: " New name " });
		expect(await saved.json()).toMatchObject({ status: "saved", profile: { name: "New name" }, isCodeSent: false });
		expect(await (await browser.get("/api/isAuthenticated")).json()).toMatchObject({ user: { name: "New name" } });
		expect(await operationsOf(accessToken)).toEqual(["UpdateUserAttributes"]);
	});

	it("takes a name twice within moments, each shown at once", async ({ expect }) => {
		const browser = createBrowser((await storedSession()).cookies, freshBindings());
		for (const name of ["First", "Second"]) {
			await browser.post("profile", { name });
			expect(await (await browser.get("/api/isAuthenticated")).json()).toMatchObject({ user: { name } });
		}
	});

	it("saves even if the session cannot be renewed at the moment", async ({ expect }) => {
		const { cookies } = await storedSession({ refreshMode: "500" });
		const saved = await post("/api/auth/profile", { cookies, body: { name: "Jane" } });
		expect(await outcomeOf(saved)).toEqual([200, "saved"]);
		expect(saved.headers.getSetCookie()).toEqual([]);
	});

	it("keeps a rotated refresh token through two renewals", async ({ expect }) => {
		const { cookies, refreshToken } = await storedSession({ accessExpiresIn: -60, refreshMode: "rotating" });
		const browser = createBrowser(cookies);
		expect(await outcomeOf(await browser.post("profile", { name: "Jane" }))).toEqual([200, "saved"]);
		const kept = [...browser.jar].find(([name]) => name.endsWith(".refreshToken"))?.[1];
		expect(kept).toBe(`${refreshToken}++`);
	});

	it("sends a code to a new address, which counts once the code is entered", async ({ expect }) => {
		const browser = createBrowser((await storedSession()).cookies);
		const saved = await browser.post("profile", { email: "new@example.com", password: rightPassword });
		expect(await saved.json()).toMatchObject({ status: "saved", isCodeSent: true });
		expect(await outcomeOf(await browser.post("verify-email"))).toEqual([200, "code-sent"]);
		expect(await outcomeOf(await browser.post("verify-email", { code: "000000" }))).toEqual([
			400,
			"CodeMismatchException",
		]);
		expect(await outcomeOf(await browser.post("verify-email", { code: rightCode }))).toEqual([200, "verified"]);
	});

	it("stays unchanged with nothing to change", async ({ expect }) => {
		const { cookies, accessToken } = await storedSession();
		expect(await outcomeOf(await post("/api/auth/profile", { cookies, body: {} }))).toEqual([200, "saved"]);
		expect(await operationsOf(accessToken)).toEqual(["GetUser"]);
	});
});

describe("an endpoint for signed-in people", () => {
	const endpoints: [endpoint: string, body: Record<string, unknown>][] = [
		["change-password", { currentPassword: "x", password: "Some-password-1" }],
		["mfa-preference", { preferred: null, password: "x" }],
		["profile", { name: "Jane" }],
		["verify-email", {}],
		["totp-setup", { password: rightPassword }],
		["totp-verify", { code: rightCode }],
	];
	it.for(endpoints)(
		"denies everyone without a session, and during an outage too: %s",
		async ([endpoint, body], { expect }) => {
			const path = `/api/auth/${endpoint}`;
			expect(await outcomeOf(await post(path, { body }))).toEqual([401, "UserUnAuthenticatedException"]);
			const ended = await storedSession({ accessExpiresIn: -60, refreshMode: "TokenRevokedException" });
			const shut = await post(path, { cookies: ended.cookies, body });
			expect(await outcomeOf(shut)).toEqual([401, "UserUnAuthenticatedException"]);
			expect(setCookiesOf(shut).every(({ attributes }) => attributes.includes("Max-Age=0"))).toBe(true);
			expect(shut.headers.getSetCookie().length).toBeGreaterThan(0);
			const due = await storedSession({ accessExpiresIn: -60 });
			const bindings = freshBindings({ LOCAL: poolWithout(async () => new Response("", { status: 500 })) });
			const unchecked = await post(path, { cookies: due.cookies, body, bindings });
			expect(await outcomeOf(unchecked)).toEqual([503, "NetworkError"]);
			expect(unchecked.headers.getSetCookie()).toEqual([]);
		},
	);
});

describe("the current password", () => {
	const guarded: [endpoint: string, body: Record<string, unknown>, done: string, operation: string][] = [
		["profile", { email: "new@example.com" }, "saved", "UpdateUserAttributes"],
		["profile", { email: "new@example.com", name: "Jane" }, "saved", "UpdateUserAttributes"],
		["totp-setup", {}, "totp-secret", "AssociateSoftwareToken"],
		["mfa-preference", { preferred: "SMS_MFA" }, "saved", "SetUserMFAPreference"],
	];

	it.for(guarded)("S41 guards %s with %j, which does nothing without it", async (row, { expect }) => {
		const [endpoint, body, done, operation] = row;
		const { cookies, accessToken, user } = await storedSession();
		const respond = async (more: object) =>
			outcomeOf(await post(`/api/auth/${endpoint}`, { cookies, body: { ...body, ...more } }));
		expect(await respond({})).toEqual([400, "EmptySignInPassword"]);
		expect(await respond({ password: "" })).toEqual([400, "EmptySignInPassword"]);
		expect(await cognitoCalls(`username-of-${user}`)).toEqual([]);
		expect(await respond({ password: "Wrong-password-1" })).toEqual([400, "WrongCurrentPassword"]);
		expect(await operationsOf(accessToken)).toEqual([]);
		expect(await respond({ password: rightPassword })).toEqual([200, done]);
		expect(await operationsOf(accessToken)).toContain(operation);
	});

	it("S41 allows three guesses in ten seconds, whatever they are for", async ({ expect }) => {
		const { cookies, user } = await storedSession();
		const headers = { "cf-connecting-ip": "2001:db8:77:58::1" };
		const guess = (endpoint: string, body: object) =>
			post(`/api/auth/${endpoint}`, { cookies, headers, body: { ...body, password: "Wrong-password-1" } });
		for (const [endpoint, body] of guarded.filter((_, index) => index !== 1)) {
			expect(await outcomeOf(await guess(endpoint, body))).toEqual([400, "WrongCurrentPassword"]);
		}
		for (const [endpoint, body] of guarded) {
			expect(await outcomeOf(await guess(endpoint, body))).toEqual([429, "TooManyAttempts"]);
		}
		expect(await cognitoCalls(`username-of-${user}`)).toHaveLength(3);
	});

	const tooLong = "x".repeat(257);
	it.for<[endpoint: string, body: Record<string, unknown>, field: string]>([
		["change-password", { currentPassword: tooLong, password: rightPassword }, "currentPassword"],
		["change-password", { currentPassword: rightPassword, password: tooLong }, "password"],
		["profile", { email: "new@example.com", password: tooLong }, "currentPassword"],
		["totp-setup", { password: tooLong }, "currentPassword"],
		["mfa-preference", { preferred: null, password: tooLong }, "currentPassword"],
	])("fails at its own field if it is too long: %s", async ([endpoint, body, field], { expect }) => {
		const { cookies } = await storedSession();
		const response = await post(`/api/auth/${endpoint}`, { cookies, body });
		expect(await response.json()).toMatchObject({ error: { field, shown: "At most 256 characters." } });
	});

	it("stays unneeded for a name alone", async ({ expect }) => {
		const { cookies, user } = await storedSession();
		const saved = await post("/api/auth/profile", { cookies, body: { name: "Jane", password: "Wrong-password-1" } });
		expect(await outcomeOf(saved)).toEqual([200, "saved"]);
		expect(await cognitoCalls(`username-of-${user}`)).toEqual([]);
	});
});

describe("the second step of a signed-in person", () => {
	it("sets up with an authenticator and switches off again by the password", async ({ expect }) => {
		const { cookies, user } = await storedSession();
		const browser = createBrowser(cookies);
		const account = encodeURIComponent(`${user}@example.com`);
		expect(await (await browser.post("totp-setup", { password: rightPassword })).json()).toMatchObject({
			secret: totpSecret,
			uri: `otpauth://totp/Test%20company:${account}?secret=${totpSecret}&issuer=Test%20company`,
		});
		expect(await outcomeOf(await browser.post("totp-verify", { code: "000000" }))).toEqual([
			400,
			"EnableSoftwareTokenMFAException",
		]);
		const on = await browser.post("totp-verify", { code: rightCode });
		expect(await on.json()).toMatchObject({
			status: "totp-on",
			profile: { mfa: { methods: ["SOFTWARE_TOKEN_MFA"], preferred: "SOFTWARE_TOKEN_MFA" } },
		});
		const prefer = (password: string) => browser.post("mfa-preference", { preferred: null, password });
		expect(await outcomeOf(await prefer("Wrong-password-1"))).toEqual([400, "WrongCurrentPassword"]);
		expect(await (await prefer("Right-password-1")).json()).toMatchObject({
			status: "saved",
			profile: { mfa: { methods: [], preferred: null } },
		});
	});

	it("requires the password of the token's person, whatever name the cookies hold", async ({ expect }) => {
		const { cookies, user } = await storedSession({ lastAuthUser: "attacker@example.com" });
		await post("/api/auth/mfa-preference", { cookies, body: { preferred: null, password: "Right-password-1" } });
		const [requested] = await cognitoCalls(`username-of-${user}`);
		expect(JSON.parse(requested?.body ?? "{}").AuthParameters.USERNAME).toBe(`username-of-${user}`);
		expect(await cognitoCalls("attacker@example.com")).toEqual([]);
	});

	it("leaves no session behind that the password was proven with", async ({ expect }) => {
		const { cookies, user } = await storedSession();
		await post("/api/auth/mfa-preference", { cookies, body: { preferred: "SMS_MFA", password: "Right-password-1" } });
		const revoked = (await cognitoCalls(`${user}/ok/`)).filter(({ operation }) => operation === "RevokeToken");
		expect(revoked).toHaveLength(1);
		expect(revoked[0]?.body).not.toContain(cookies);
	});

	it("fails by name if the pool does not take the chosen way", async ({ expect }) => {
		const { cookies } = await storedSession({ user: `at-SetUserMFAPreference-bad-parameter+${crypto.randomUUID()}` });
		const body = { preferred: "SMS_MFA", password: "Right-password-1" };
		const denied = await post("/api/auth/mfa-preference", { cookies, body });
		expect(await outcomeOf(denied)).toEqual([400, "IncorrectMFAMethod"]);
	});

	it("proves the password too if it is required instead of tokens", async ({ expect }) => {
		const { cookies } = await storedSession({ user: `totp+${crypto.randomUUID()}` });
		const saved = await post("/api/auth/mfa-preference", {
			cookies,
			body: { preferred: null, password: "Right-password-1" },
		});
		expect(await saved.json()).toMatchObject({ status: "saved", profile: { mfa: { methods: [] } } });
	});
});
