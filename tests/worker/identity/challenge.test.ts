import { describe, it } from "vitest";
import { createBrowser, outcomeOf, unique } from "../fixtures/browser";
import { cognitoCalls, freshBindings, ownOrigin, post, setCookiesOf } from "../fixtures/console";
import { loggedEvents } from "../fixtures/event-log";
import { rightCode, totpSecret } from "../fixtures/fake-user-pool";
import { poolIds, rightPassword } from "../fixtures/pool-ids";

const signIn = (email: string, more: { cookies?: string; origin?: string } = {}) =>
	post("/api/auth/sign-in", { ...more, body: { email, password: rightPassword } });
const cookieName = "aql.challenge";
const keptIn = (browser: { jar: Map<string, string> }) =>
	JSON.parse(decodeURIComponent(browser.jar.get(cookieName) ?? "null"));
const planted = (challenge: unknown) => `${cookieName}=${encodeURIComponent(JSON.stringify(challenge))}`;

describe("a sign-in that requires more", () => {
	const challenges: [kind: string, challenge: Record<string, unknown>][] = [
		["new", { name: "NEW_PASSWORD_REQUIRED", missing: [] }],
		["new-name", { name: "NEW_PASSWORD_REQUIRED", missing: ["name"] }],
		["totp", { name: "SOFTWARE_TOKEN_MFA" }],
		["sms", { name: "SMS_MFA", destination: "+*******12" }],
		["mailed", { name: "EMAIL_OTP", destination: "+*******12" }],
		["texted", { name: "SMS_OTP", destination: "+*******12" }],
		["choose", { name: "SELECT_MFA_TYPE", methods: ["SOFTWARE_TOKEN_MFA", "SMS_MFA"] }],
		["setup", { name: "MFA_SETUP" }],
	];
	it.for(challenges)("names the kind of challenge: %s", async ([kind, challenge], { expect }) => {
		const response = await signIn(unique(kind));
		expect([response.status, await response.json()]).toEqual([
			200,
			{
				status: "challenge",
				challenge: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), expiresAt: expect.any(Number), ...challenge },
			},
		]);
		expect(setCookiesOf(response).map(({ name }) => name)).toEqual([cookieName]);
		expect(loggedEvents()).toMatchObject([{ event: "sign-in-challenged", name: challenge.name }]);
	});

	it("fails in Amplify's words if this console cannot handle the challenge", async ({ expect }) => {
		const cases = [
			["custom", "CUSTOM_CHALLENGE"],
			["setup-other", "MFA_SETUP"],
			["new-odd", "NEW_PASSWORD_REQUIRED"],
		] as const;
		for (const [kind, name] of cases) {
			const response = await signIn(unique(kind));
			expect([response.status, await response.json()]).toMatchObject([
				501,
				{
					error: {
						name: "SignInException",
						message: `An error occurred during the sign in process. ${name} challengeName returned by the underlying service was not addressed.`,
					},
				},
			]);
			expect(response.headers.getSetCookie()).toEqual([]);
		}
	});

	it("S35 stays in a cookie of three minutes for these endpoints alone, hidden from script", async ({ expect }) => {
		const attributesAt = async (origin: string) =>
			setCookiesOf(await signIn(unique("totp"), { origin })).map(({ attributes }) => attributes);
		const life = ["Path=/api/auth", "Max-Age=180"];
		expect(await attributesAt(ownOrigin)).toEqual([[...life, "Secure", "HttpOnly", "SameSite=Strict"]]);
		expect(await attributesAt("http://localhost:5173")).toEqual([[...life, "HttpOnly", "SameSite=Strict"]]);
	});

	it("S35 counts as no session", async ({ expect }) => {
		const browser = createBrowser();
		await browser.signIn(unique("totp"));
		expect(await (await browser.get("/api/isAuthenticated")).json()).toEqual({ isAuthenticated: false });
		expect(await outcomeOf(await browser.get("/api/auth/profile"))).toEqual([401, "UserUnAuthenticatedException"]);
	});
});

describe("the response to a challenge", () => {
	it("signs in, under the name from Cognito, and leaves no challenge behind", async ({ expect }) => {
		const [browser, email] = [createBrowser(), unique("totp")];
		const user = email.split("@")[0];
		const challengeId = await browser.signIn(email);
		const response = await browser.post("respond-challenge", { challengeId, code: ` ${rightCode} ` });
		expect([response.status, await response.json()]).toMatchObject([
			200,
			{ status: "signed-in", user: { sub: `sub-of-${user}` } },
		]);
		expect(browser.jar.has(cookieName)).toBe(false);
		const prefix = `CognitoIdentityServiceProvider.${poolIds.USER_POOL_CLIENT_ID}`;
		expect(decodeURIComponent(browser.jar.get(`${prefix}.LastAuthUser`) ?? "")).toBe(`username-of-${user}`);
		const details = [...browser.jar].find(([name]) => name.endsWith(".signInDetails"))?.[1] ?? "";
		expect(JSON.parse(decodeURIComponent(details))).toEqual({ loginId: email, authFlowType: "USER_PASSWORD_AUTH" });
		const calls = await cognitoCalls(`username-of-${user}`);
		const { ChallengeResponses } = JSON.parse(calls.at(-1)?.body ?? "{}");
		expect(ChallengeResponses).toEqual({ USERNAME: `username-of-${user}`, SOFTWARE_TOKEN_MFA_CODE: rightCode });
	});

	it("names the session's cookies after USERNAME if the challenge has one", async ({ expect }) => {
		const browser = createBrowser();
		const challengeId = await browser.signIn(unique("named"));
		await browser.post("respond-challenge", { challengeId, code: rightCode });
		expect([...browser.jar].some(([name]) => name.endsWith(".name-of-cognitos.accessToken"))).toBe(true);
	});

	it("may be given again after a wrong code", async ({ expect }) => {
		const browser = createBrowser();
		const challengeId = await browser.signIn(unique("sms"));
		const wrong = await browser.post("respond-challenge", { challengeId, code: "000000" });
		expect(await outcomeOf(wrong)).toEqual([400, "CodeMismatchException"]);
		expect(wrong.headers.getSetCookie()).toEqual([]);
		const right = await browser.post("respond-challenge", { challengeId, code: "١٢٣٤٥٦" });
		expect(await outcomeOf(right)).toEqual([200, "signed-in"]);
	});

	it("leads from the choice of a way to its code, under the same id", async ({ expect }) => {
		const browser = createBrowser();
		const challengeId = await browser.signIn(unique("choose"));
		const before = keptIn(browser).session;
		const chosen = await browser.post("respond-challenge", { challengeId, method: "SMS_MFA" });
		expect(await chosen.json()).toMatchObject({ challenge: { id: challengeId, name: "SMS_MFA" } });
		expect(keptIn(browser).session).not.toBe(before);
		const done = await browser.post("respond-challenge", { challengeId, code: rightCode });
		expect(await outcomeOf(done)).toEqual([200, "signed-in"]);
	});

	it("may choose nothing that was not offered, and must be of the challenge's kind", async ({ expect }) => {
		const browser = createBrowser();
		let challengeId = await browser.signIn(unique("choose"));
		const respond = async (body: Record<string, unknown>) =>
			outcomeOf(await browser.post("respond-challenge", { challengeId, ...body }));
		expect(await respond({ method: "EMAIL_OTP" })).toEqual([400, "IncorrectMFAMethod"]);
		expect(await respond({ method: "PIGEON" })).toEqual([400, "IncorrectMFAMethod"]);
		expect(await respond({ code: rightCode })).toEqual([400, "IncorrectMFAMethod"]);
		challengeId = await browser.signIn(unique("totp"));
		expect(await respond({ method: "SMS_MFA" })).toEqual([400, "EmptyChallengeResponse"]);
		expect(await respond({})).toEqual([400, "EmptyChallengeResponse"]);
		challengeId = await browser.signIn(unique("setup"));
		expect(await respond({ code: rightCode })).toEqual([400, "InvalidRequest"]);
	});

	it("sets the first password, with the fields that the pool requires and nothing else", async ({ expect }) => {
		const [browser, email] = [createBrowser(), unique("new-name")];
		const challengeId = await browser.signIn(email);
		const respond = async (body: Record<string, unknown>) =>
			outcomeOf(await browser.post("new-password-required", { challengeId, ...body }));
		expect(await respond({ password: "My-own-password-1" })).toEqual([400, "EmptyName"]);
		expect(await respond({ password: "short" })).toEqual([400, "InvalidPasswordException"]);
		const attributes = { name: " Jane ", phone_number: "+15550100" };
		expect(await respond({ password: "My-own-password-1", attributes })).toEqual([200, "signed-in"]);
		const calls = await cognitoCalls(`username-of-${email.split("@")[0]}`);
		expect(JSON.parse(calls.at(-1)?.body ?? "{}").ChallengeResponses).toEqual({
			USERNAME: `username-of-${email.split("@")[0]}`,
			NEW_PASSWORD: "My-own-password-1",
			"userAttributes.name": "Jane",
		});
	});

	it("sets up an authenticator where the pool demands one", async ({ expect }) => {
		const [browser, email] = [createBrowser(), unique("setup")];
		const challengeId = await browser.signIn(email);
		const setup = await browser.post("totp-setup", { challengeId });
		const account = encodeURIComponent(email);
		expect(await setup.json()).toEqual({
			status: "totp-secret",
			secret: totpSecret,
			uri: `otpauth://totp/Test%20company:${account}?secret=${totpSecret}&issuer=Test%20company`,
		});
		expect(browser.jar.get(cookieName)).not.toContain(totpSecret);
		const wrong = await browser.post("totp-verify", { challengeId, code: "000000" });
		expect(await outcomeOf(wrong)).toEqual([400, "EnableSoftwareTokenMFAException"]);
		const right = await browser.post("totp-verify", { challengeId, code: rightCode });
		expect(await outcomeOf(right)).toEqual([200, "signed-in"]);
		const operations = (await cognitoCalls(email.split("@")[0] ?? "")).map(({ operation }) => operation);
		expect(operations).toEqual([
			"InitiateAuth",
			"AssociateSoftwareToken",
			"VerifySoftwareToken",
			"VerifySoftwareToken",
			"RespondToAuthChallenge",
		]);
	});
});

describe("a challenge that is not this browser's", () => {
	const respond = (challengeId: string, cookies: string, endpoint = "respond-challenge") =>
		post(`/api/auth/${endpoint}`, { cookies, body: { challengeId, code: rightCode, password: "My-own-password-1" } });

	it("S6 S35 expires by name: absent, doubled, of another id, past its time, or no challenge", async ({ expect }) => {
		const browser = createBrowser();
		const challengeId = await browser.signIn(unique("totp"));
		const kept = keptIn(browser);
		const own = browser.cookieHeader();
		const cases: [why: string, id: string, cookies: string][] = [
			["absent", challengeId, ""],
			["doubled", challengeId, `${own}; aql%2Echallenge=x`],
			["another id", crypto.randomUUID(), own],
			["past", challengeId, planted({ ...kept, expiresAt: Date.now() - 1 })],
			["too far ahead", challengeId, planted({ ...kept, expiresAt: Date.now() + 200_000 })],
			["no JSON", challengeId, `${cookieName}=x`],
			["another form", challengeId, planted({ id: challengeId })],
		];
		for (const [why, id, cookies] of cases) {
			for (const endpoint of ["respond-challenge", "new-password-required", "totp-setup", "totp-verify"]) {
				const response = await respond(id, cookies, endpoint);
				expect(await outcomeOf(response), `${why} ${endpoint}`).toEqual([401, "ChallengeExpired"]);
				const isCleared = setCookiesOf(response).some(
					({ attributes }) => attributes.includes("Max-Age=0") && attributes.includes("Path=/api/auth"),
				);
				expect(isCleared, `${why} ${endpoint}`).toBe(cookies !== "");
			}
		}
		expect(await outcomeOf(await respond(challengeId, own))).toEqual([200, "signed-in"]);
	});

	it("S6 cannot be planted before a sign-in, which replaces it", async ({ expect }) => {
		const attacker = createBrowser();
		const attackersId = await attacker.signIn(unique("totp"));
		const browser = createBrowser(attacker.cookieHeader());
		const challengeId = await browser.signIn(unique("totp"));
		expect(challengeId).not.toBe(attackersId);
		expect(keptIn(browser).id).toBe(challengeId);
		const stale = await browser.post("respond-challenge", { challengeId: attackersId, code: rightCode });
		expect(await outcomeOf(stale)).toEqual([401, "ChallengeExpired"]);
	});

	it("S6 disappears with a sign-in that needs none", async ({ expect }) => {
		const browser = createBrowser();
		await browser.signIn(unique("totp"));
		await browser.signIn(unique("jane"));
		expect(browser.jar.has(cookieName)).toBe(false);
	});

	it("S35 serves one response, and is cleared once Cognito has ended it", async ({ expect }) => {
		const browser = createBrowser();
		const challengeId = await browser.signIn(unique("totp"));
		const copied = browser.cookieHeader();
		await browser.post("respond-challenge", { challengeId, code: rightCode });
		const replayed = await respond(challengeId, copied);
		expect(await outcomeOf(replayed)).toEqual([401, "ChallengeExpired"]);
		expect(setCookiesOf(replayed).map(({ name, attributes }) => [name, attributes.includes("Max-Age=0")])).toEqual([
			[cookieName, true],
		]);
	});

	it("S6 stays unused next to doubled session cookies", async ({ expect }) => {
		const browser = createBrowser();
		const email = unique("totp");
		const challengeId = await browser.signIn(email);
		const prefix = `CognitoIdentityServiceProvider.${poolIds.USER_POOL_CLIENT_ID}`;
		const doubled = `${browser.cookieHeader()}; ${prefix}.LastAuthUser=a; ${prefix}.LastAuthUser=b`;
		expect(await outcomeOf(await respond(challengeId, doubled))).toEqual([409, "AmbiguousSession"]);
		expect(await cognitoCalls(`username-of-${email.split("@")[0]}`)).toEqual([]);
	});
});

describe("a sign-in from a pool that tracks devices", () => {
	const keysOf = (jar: Map<string, string>) => [...jar.keys()].map((name) => name.split(".").at(-1));
	const deviceKeys = ["deviceKey", "deviceGroupKey", "randomPasswordKey"];

	it("confirms this browser, whose key goes with each refresh and survives a sign-out", async ({ expect }) => {
		const browser = createBrowser();
		const email = unique("tracked");
		await browser.signIn(email);
		expect(keysOf(browser.jar)).toEqual(expect.arrayContaining(deviceKeys));
		const deviceKey = [...browser.jar].find(([name]) => name.endsWith(".deviceKey"))?.[1] ?? "";
		expect(await outcomeOf(await browser.post("profile", { name: "Jane" }))).toEqual([200, "saved"]);
		expect(await (await browser.get("/api/isAuthenticated")).json()).toMatchObject({ user: { name: "Jane" } });
		const calls = await cognitoCalls(deviceKey);
		expect(calls.map(({ operation }) => operation)).toEqual(["ConfirmDevice", "InitiateAuth"]);
		expect(calls[1]?.body).toContain(`"DEVICE_KEY":"${deviceKey}"`);
		await browser.post("sign-out");
		expect(keysOf(browser.jar).toSorted()).toEqual(deviceKeys.toSorted());
	});

	it("signs in even if the device is not confirmed, and notifies the operator", async ({ expect }) => {
		const browser = createBrowser();
		await browser.signIn(unique("at-ConfirmDevice-throttled"));
		expect(await (await browser.get("/api/isAuthenticated")).json()).toMatchObject({ isAuthenticated: true });
		expect(keysOf(browser.jar)).not.toContain("deviceKey");
		expect(loggedEvents().map(({ event }) => event)).toEqual(["device-unconfirmed", "sign-in"]);
	});
});

describe("a pool client with a secret that receives addresses", () => {
	it("gets a hash over Cognito's own name, and the address", async ({ expect }) => {
		const bindings = freshBindings({ USER_POOL_CLIENT_SECRET: "client-secret", PROPAGATE_CLIENT_ADDRESS: "on" });
		const [browser, email] = [createBrowser("", bindings), unique("totp")];
		const challengeId = await browser.signIn(email);
		await browser.post("respond-challenge", { challengeId, code: rightCode });
		const [typed] = await cognitoCalls(email);
		const responded = (await cognitoCalls(`username-of-${email.split("@")[0]}`)).at(-1);
		const first = JSON.parse(typed?.body ?? "{}");
		const second = JSON.parse(responded?.body ?? "{}");
		expect(second.ChallengeResponses.SECRET_HASH).toMatch(/^[\w+/]{43}=$/);
		expect(second.ChallengeResponses.SECRET_HASH).not.toBe(first.AuthParameters.SECRET_HASH);
		for (const { UserContextData } of [first, second]) {
			expect(UserContextData).toEqual({ IpAddress: expect.stringMatching(/^2001:db8:/) });
		}
	});
});
