import { describe, it } from "vitest";
import { addPasskeyPurpose, removePasskeyPurpose } from "../../../shared/session/identity-confirmation";
import { createBrowser, outcomeOf, unique, wholeResponse } from "../fixtures/browser";
import {
	backendCalls,
	cognitoCalls,
	connectionLost,
	freshBindings,
	get,
	poolWithout,
	post,
	setCookiesOf,
	storedSession,
} from "../fixtures/console";
import { loggedEvents } from "../fixtures/event-log";
import { rightCode } from "../fixtures/fake-user-pool";
import { rightPassword } from "../fixtures/pool-ids";

type Asked = { status: string; challengeId: string; options: { challenge: string } };

const bindings = freshBindings({ PASSKEY_DOMAIN: "example.com" });
const browserOf = (cookies = "") => createBrowser(cookies, bindings);
const operationsOf = async (text: string) => (await cognitoCalls(text)).map(({ operation }) => operation);
const userOf = (email: string) => email.split("@")[0] ?? "";
const keyed = () => storedSession({ user: `keyed+${crypto.randomUUID()}` });

/** The fake pool verifies no signature: it takes the one that names the challenge. */
const signed = (challenge: string) => ({
	id: "a-passkey",
	rawId: "a-passkey",
	type: "public-key",
	authenticatorAttachment: "platform",
	clientExtensionResults: { anything: true },
	response: { clientDataJSON: "e30", authenticatorData: "e30", signature: challenge, userHandle: null },
});
const made = (challenge: string) => ({
	...signed(challenge),
	response: { clientDataJSON: "e30", attestationObject: challenge, transports: ["internal"], publicKey: null },
});

async function ask(browser: ReturnType<typeof createBrowser>, body: Record<string, unknown>): Promise<Asked> {
	return (await browser.post("passkey-challenge", body)).json();
}

describe("signing in by passkey", () => {
	it("S72 signs in by the challenge of this page, whose tokens stay in cookies, and leaves no challenge behind", async ({
		expect,
	}) => {
		const [browser, email] = [browserOf(), unique("keyed")];
		const { challengeId, options } = await ask(browser, { email });
		expect(options).toEqual({
			challenge: expect.stringMatching(/^[\w-]{43}$/),
			rpId: "example.com",
			timeout: 180_000,
			userVerification: "required",
		});
		const response = await browser.post("respond-challenge", { challengeId, credential: signed(options.challenge) });
		expect(await response.json()).toMatchObject({ status: "signed-in", user: { sub: `sub-of-${userOf(email)}` } });
		expect(browser.jar.has("aql.challenge")).toBe(false);
		const details = [...browser.jar].find(([name]) => name.endsWith(".signInDetails"))?.[1] ?? "";
		expect(JSON.parse(decodeURIComponent(details))).toEqual({ loginId: email, authFlowType: "USER_AUTH" });
		const [begun, responded] = await cognitoCalls(userOf(email));
		expect(JSON.parse(begun?.body ?? "")).toMatchObject({
			AuthFlow: "USER_AUTH",
			AuthParameters: { USERNAME: email, PREFERRED_CHALLENGE: "WEB_AUTHN" },
		});
		const { ChallengeResponses } = JSON.parse(responded?.body ?? "");
		expect(JSON.parse(ChallengeResponses.CREDENTIAL)).toEqual({
			...signed(options.challenge),
			clientExtensionResults: {},
		});
	});

	it("S72 takes no challenge of another page, of a sibling host, or twice", async ({ expect }) => {
		const [theirs, mine] = [browserOf(), browserOf()];
		const [asked, own] = [await ask(theirs, { email: unique("keyed") }), await ask(mine, { email: unique("keyed") })];
		const credential = signed(asked.options.challenge);
		const planted = { challengeId: asked.challengeId, credential };
		expect(await outcomeOf(await mine.post("respond-challenge", planted))).toEqual([401, "ChallengeExpired"]);

		const doubled = `${theirs.cookieHeader()}; aql.challenge=%7B%7D`;
		const tossed = await post("/api/auth/respond-challenge", { bindings, cookies: doubled, body: planted });
		expect(await outcomeOf(tossed)).toEqual([401, "ChallengeExpired"]);

		const cookies = theirs.cookieHeader();
		const replay = () => post("/api/auth/respond-challenge", { bindings, cookies, body: planted });
		expect(await outcomeOf(await replay())).toEqual([200, "signed-in"]);
		expect(await outcomeOf(await replay())).toEqual([401, "PasskeyNotAccepted"]);
		expect(own.challengeId).not.toBe(asked.challengeId);
	});

	it("S73 answers alike for an address with a passkey, without one, of nobody, and of one that may not sign in", async ({
		expect,
	}) => {
		const shapes: unknown[] = [];
		for (const kind of ["keyed", "ok", "unknown", "unconfirmed", "reset", "locked"]) {
			const [browser, email] = [browserOf(), unique(kind)];
			const response = await browser.post("passkey-challenge", { email });
			const { headers, body } = await wholeResponse(response.clone());
			const { challengeId, options } = JSON.parse(body);
			const other = { challengeId, credential: signed("never-signed") };
			const failed = await browser.post("respond-challenge", other);
			shapes.push({
				status: response.status,
				headers: headers.map(([name]) => name),
				body: body.replace(challengeId, "id").replace(options.challenge, "c".repeat(options.challenge.length)),
				failed: (await wholeResponse(failed)).body,
				calls: await operationsOf(userOf(email)),
			});
		}
		for (const shape of shapes) expect(shape).toEqual(shapes[0]);
		expect(shapes[0]).toMatchObject({ calls: ["InitiateAuth", "RespondToAuthChallenge"] });
		expect(JSON.stringify(shapes[0])).toContain("No passkey for this address on this device, or none at all.");
	});

	it("S38 counts with the passwords: a fourth attempt in 10 s is denied before the user pool is asked", async ({
		expect,
	}) => {
		const email = unique("keyed");
		const headers = { "cf-connecting-ip": "2001:db8:78::1" };
		const attempt = () => post("/api/auth/passkey-challenge", { bindings, headers, body: { email } });
		for (let tries = 0; tries < 3; tries++) expect((await attempt()).status).toBe(200);
		expect(await outcomeOf(await attempt())).toEqual([429, "TooManyAttempts"]);
		expect(await operationsOf(userOf(email))).toHaveLength(3);
	});

	it("says so where the pool does not respond, is throttled, or lacks the flow, and keeps no challenge", async ({
		expect,
	}) => {
		const body = { email: unique("keyed") };
		const lost = { ...bindings, LOCAL: poolWithout(connectionLost) };
		expect(await outcomeOf(await post("/api/auth/passkey-challenge", { bindings: lost, body }))).toEqual([
			503,
			"NetworkError",
		]);
		for (const [kind, outcome] of [
			["throttled", [429, "TooManyRequestsException"]],
			["misconfigured", [500, "SignInNotConfigured"]],
		] as const) {
			const response = await post("/api/auth/passkey-challenge", { bindings, body: { email: unique(kind) } });
			expect(await outcomeOf(response)).toEqual(outcome);
			expect(response.headers.getSetCookie()).toEqual([]);
		}
	});

	it("serves the relying party and the hosts below it, and no other", async ({ expect }) => {
		const offered = async (domain: string, origin: string) => {
			const at = freshBindings({ PASSKEY_DOMAIN: domain });
			const config: { hasPasskeys?: true } = await (await get("/api/auth/config", { bindings: at, origin })).json();
			const asked = await post("/api/auth/passkey-challenge", {
				bindings: at,
				origin,
				body: { email: unique("keyed") },
			});
			return [config.hasPasskeys === true, (await outcomeOf(asked))[1]];
		};
		expect(await offered("example.com", "https://console.example.com")).toEqual([true, "passkey"]);
		expect(await offered("console.example.com", "https://console.example.com")).toEqual([true, "passkey"]);
		for (const origin of ["https://notexample.com", "https://example.com.evil.test", "https://com"]) {
			expect(await offered("example.com", origin)).toEqual([false, "PasskeysNotOffered"]);
		}
		expect(await offered("", "https://console.example.com")).toEqual([false, "PasskeysNotOffered"]);
	});

	it("rejects what is no response of a passkey", async ({ expect }) => {
		const browser = browserOf();
		const { challengeId, options } = await ask(browser, { email: unique("keyed") });
		const whole = signed(options.challenge);
		for (const odd of [{}, { ...whole, id: "<script>" }, { ...whole, type: "password" }, "text", null]) {
			const response = await browser.post("respond-challenge", { challengeId, credential: odd });
			expect((await outcomeOf(response))[0]).toBeGreaterThanOrEqual(400);
		}
		const response = await browser.post("respond-challenge", { challengeId, code: rightCode });
		expect(await outcomeOf(response)).toEqual([401, "PasskeyNotAccepted"]);
	});

	it("S89 reports the passkey, and a second step of those alone whose password needs a code too", async ({
		expect,
	}) => {
		const reported = async (kind: string) => {
			const before = (await backendCalls("/api/session/second-step")).length;
			const browser = browserOf();
			const { challengeId, options } = await ask(browser, { email: unique(kind) });
			await browser.post("respond-challenge", { challengeId, credential: signed(options.challenge) });
			return (await backendCalls("/api/session/second-step")).slice(before).map(({ body }) => JSON.parse(body));
		};
		expect(await reported("keyed")).toEqual([{ secondStep: "off", way: "passkey" }]);
		expect(await reported("totp-keyed")).toEqual([{ secondStep: "on", way: "passkey" }]);
	});
});

describe("one's own passkeys", () => {
	it("S75 adds one after the password, lists it, and removes it after the password", async ({ expect }) => {
		const { cookies } = await storedSession();
		const browser = browserOf(cookies);
		const begun = await browser.post("passkey-add", { password: rightPassword });
		const { options }: { options: { challenge: string } } = await begun.json();
		expect(options).toMatchObject({
			rp: { id: "example.com" },
			authenticatorSelection: { residentKey: "required", userVerification: "required" },
		});
		const added = await browser.post("passkey-added", { credential: made(options.challenge) });
		const listed = {
			status: "passkeys",
			passkeys: [{ id: "a-passkey", name: "Passkey", createdAt: 1_700_000_000_500 }],
		};
		expect(await added.json()).toEqual(listed);
		expect(await (await browser.get("/api/auth/passkeys")).json()).toEqual(listed);
		const removal = { passkeyId: "a-passkey", password: rightPassword };
		expect(await (await browser.post("passkey-remove", removal)).json()).toEqual({ status: "passkeys", passkeys: [] });
		const again = await browser.post("passkey-remove", removal);
		expect(await again.json()).toEqual({ status: "passkeys", passkeys: [] });
	});

	it("S75 adds and removes none without the password, by a wrong one, or by a passkey's response to another act", async ({
		expect,
	}) => {
		const { cookies, user } = await keyed();
		const browser = browserOf(cookies);
		const attempt = async (proof: Record<string, unknown>) => [
			(await outcomeOf(await browser.post("passkey-add", proof)))[1],
			(await outcomeOf(await browser.post("passkey-remove", { ...proof, passkeyId: "a-passkey" })))[1],
		];
		expect(await attempt({})).toEqual(["EmptySignInPassword", "EmptySignInPassword"]);
		expect(await attempt({ password: "Wrong-password-1" })).toEqual(["WrongCurrentPassword", "WrongCurrentPassword"]);
		for (const purpose of ["sign run_0 abc", "delete account acc_0"]) {
			const { challengeId, options } = await ask(browser, { purpose });
			const proof = { challengeId, credential: signed(options.challenge) };
			expect(await attempt(proof)).toEqual(["ChallengeExpired", "ChallengeExpired"]);
		}
		const ofSignIn = await ask(browser, { email: unique("keyed") });
		const proof = { challengeId: ofSignIn.challengeId, credential: signed(ofSignIn.options.challenge) };
		expect(await attempt(proof)).toEqual(["ChallengeExpired", "ChallengeExpired"]);
		const changes = new Set(["StartWebAuthnRegistration", "DeleteWebAuthnCredential"]);
		expect((await operationsOf(user)).filter((operation) => changes.has(operation))).toEqual([]);
	});

	it("S75 takes a passkey in place of the password, for that act alone, and revokes the new tokens", async ({
		expect,
	}) => {
		const { cookies, user } = await keyed();
		const browser = browserOf(cookies);
		const adding = await ask(browser, { purpose: addPasskeyPurpose });
		const proof = { challengeId: adding.challengeId, credential: signed(adding.options.challenge) };
		expect(await outcomeOf(await browser.post("passkey-add", proof))).toEqual([200, "options"]);
		expect(await operationsOf(`${user}/ok/`)).toEqual(["RevokeToken"]);
		expect(await outcomeOf(await browser.post("passkey-add", proof))).toEqual([401, "ChallengeExpired"]);
		const removing = await ask(browser, { purpose: removePasskeyPurpose });
		const removal = { challengeId: removing.challengeId, credential: signed(removing.options.challenge) };
		const removed = await browser.post("passkey-remove", { ...removal, passkeyId: "a-passkey" });
		expect(await outcomeOf(removed)).toEqual([200, "passkeys"]);
	});

	it("S75 counts a passkey as both steps where a second step is on, and not where it is switched off", async ({
		expect,
	}) => {
		const { cookies, accessToken } = await storedSession({ user: `totp+${crypto.randomUUID()}` });
		const browser = browserOf(cookies);
		const { options }: { options: { challenge: string } } = await (
			await browser.post("passkey-add", { password: rightPassword })
		).json();
		await browser.post("passkey-added", { credential: made(options.challenge) });
		const settings = async () =>
			(await cognitoCalls(accessToken))
				.filter(({ operation }) => operation === "SetUserMFAPreference")
				.map(({ body }) => JSON.parse(body));
		expect(await settings()).toMatchObject([
			{
				SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
				WebAuthnMfaSettings: { Enabled: true },
			},
		]);
		await browser.post("mfa-preference", { preferred: null, password: rightPassword });
		expect((await settings()).at(-1)).toMatchObject({ WebAuthnMfaSettings: { Enabled: false } });
	});

	it("S75 leaves each way of the second step as it is, also where none is preferred", async ({ expect }) => {
		const { cookies, accessToken } = await storedSession({ user: `choose+${crypto.randomUUID()}` });
		const browser = browserOf(cookies);
		const begun = await browser.post("passkey-add", { password: rightPassword });
		const { options }: { options: { challenge: string } } = await begun.json();
		await browser.post("passkey-added", { credential: made(options.challenge) });
		const calls = await cognitoCalls(accessToken);
		const { AccessToken: _, ...settings } = JSON.parse(
			calls.find(({ operation }) => operation === "SetUserMFAPreference")?.body ?? "",
		);
		const kept = { Enabled: true, PreferredMfa: false };
		expect(settings).toEqual({
			SMSMfaSettings: kept,
			SoftwareTokenMfaSettings: kept,
			WebAuthnMfaSettings: { Enabled: true },
		});
	});

	it("names what the pool rejects", async ({ expect }) => {
		const { cookies } = await storedSession();
		const cases = [
			["of-other-origin", 400, "PasskeyOfOtherSite"],
			["of-other-party", 400, "PasskeyOfOtherSite"],
			["of-no-challenge", 400, "PasskeyTookTooLong"],
			["of-odd-kind", 400, "PasskeyNotSupported"],
		] as const;
		for (const [attestation, status, name] of cases) {
			const body = { credential: made(attestation) };
			expect(await outcomeOf(await post("/api/auth/passkey-added", { bindings, cookies, body }))).toEqual([
				status,
				name,
			]);
		}
		const full = await storedSession({ user: `at-StartWebAuthnRegistration-limited+${crypto.randomUUID()}` });
		const body = { password: rightPassword };
		expect(await outcomeOf(await post("/api/auth/passkey-add", { bindings, cookies: full.cookies, body }))).toEqual([
			409,
			"TooManyPasskeys",
		]);
	});

	it("needs a session, and this console's own page", async ({ expect }) => {
		const { cookies } = await storedSession();
		const password = { password: rightPassword };
		const bodies = { add: password, added: { credential: made("x") }, remove: { ...password, passkeyId: "a-passkey" } };
		for (const [name, body] of Object.entries(bodies)) {
			const path = `passkey-${name}`;
			const address = `/api/auth/${path}`;
			expect(await outcomeOf(await post(address, { bindings, body }))).toEqual([401, "UserUnAuthenticatedException"]);
			const foreign = { "sec-fetch-site": "cross-site" };
			expect((await post(address, { bindings, cookies, body, headers: foreign })).status).toBe(403);
		}
		expect(await outcomeOf(await get("/api/auth/passkeys", { bindings }))).toEqual([
			401,
			"UserUnAuthenticatedException",
		]);
		const own = { bindings, body: { purpose: addPasskeyPurpose } };
		expect(await outcomeOf(await post("/api/auth/passkey-challenge", own))).toEqual([
			401,
			"UserUnAuthenticatedException",
		]);
	});
});

describe("confirming an act by passkey", () => {
	const purpose = "sign run_0000000000000000000000000a abc";

	it("S76 notifies the backend of this act, keeps the session, and revokes the new tokens at once", async ({
		expect,
	}) => {
		const { cookies, accessToken, user } = await keyed();
		const browser = browserOf(cookies);
		const { challengeId, options } = await ask(browser, { purpose });
		const credential = signed(options.challenge);
		const response = await browser.post("confirm-identity", { purpose, challengeId, credential });
		expect(await outcomeOf(response)).toEqual([200, "confirmed"]);
		expect(setCookiesOf(response).map(({ name }) => name)).toEqual(["aql.challenge"]);
		const reported = (await backendCalls("/api/session/confirmed")).filter(
			({ headers }) => headers.authorization === `Bearer ${accessToken}`,
		);
		expect(reported.map(({ body }) => JSON.parse(body))).toEqual([{ purpose, by: "passkey" }]);
		expect(await operationsOf(`${user}/ok/`)).toEqual(["RevokeToken"]);
	});

	it("S76 confirms no other act, nobody else, and signs no one in", async ({ expect }) => {
		const { cookies } = await keyed();
		const browser = browserOf(cookies);
		const attempt = async (path: string, change: Record<string, unknown>) => {
			const { challengeId, options } = await ask(browser, { purpose });
			const body = { purpose, challengeId, credential: signed(options.challenge), ...change };
			return outcomeOf(await browser.post(path, body));
		};
		expect(await attempt("confirm-identity", { purpose: "sign run_0 other" })).toEqual([401, "ChallengeExpired"]);
		expect(await attempt("respond-challenge", {})).toEqual([401, "ChallengeExpired"]);
		expect(await attempt("confirm-identity", { credential: signed("never-signed") })).toEqual([
			401,
			"PasskeyNotAccepted",
		]);

		const theirs = browserOf((await keyed()).cookies);
		const asked = await ask(theirs, { purpose });
		const mine = await keyed();
		const planted = `${mine.cookies}; aql.challenge=${theirs.jar.get("aql.challenge")}`;
		const body = { purpose, challengeId: asked.challengeId, credential: signed(asked.options.challenge) };
		const other = await post("/api/auth/confirm-identity", { bindings, cookies: planted, body });
		expect(await outcomeOf(other)).toEqual([401, "ChallengeExpired"]);
	});

	it("S54 leaves no challenge, credential, address or purpose in the log", async ({ expect }) => {
		const { cookies } = await keyed();
		const [browser, email] = [browserOf(cookies), unique("keyed")];
		const asked = [await ask(browser, { purpose }), await ask(browser, { email })];
		await browser.post("respond-challenge", {
			challengeId: asked[1]?.challengeId,
			credential: signed(asked[1]?.options.challenge ?? ""),
		});
		const log = JSON.stringify(loggedEvents());
		expect(loggedEvents().map(({ event }) => event)).toEqual(["passkey-challenge", "passkey-challenge", "sign-in"]);
		for (const secret of [email, purpose, "a-passkey", ...asked.map(({ options }) => options.challenge)]) {
			expect(log).not.toContain(secret);
		}
	});
});
