import { afterEach, describe, expect, it, vi } from "vitest";
import { createBrowser, outcomeOf } from "../fixtures/browser";
import {
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
import { issuer, poolIds } from "../fixtures/pool-ids";
import { jwksOf, signToken } from "../fixtures/signing-key";
import { accessClaims, idClaims } from "../fixtures/token-claims";

const USER_POOL_DOMAIN = "https://sign-in.example.com";
const provider = "sso-acme0001";
const SESSION_KEY = "a-session-key-of-thirty-two-letters!";

type Outcome = {
	user?: string;
	claims?: Record<string, unknown>;
	access?: Record<string, unknown>;
	nonce?: string | null;
	status?: number;
	error?: string;
};

/** A pool with a domain, and a backend whose account holds acme.example. */
function createPool(outcome: Outcome = {}) {
	const calls: { path: string; body: string }[] = [];
	const pool = {
		calls,
		arrival: "member",
		confirmed: 204,
		outcome,
		/** As read from the address that the browser was sent to. */
		asked: new URLSearchParams(),
		codes: new Set(["code-1"]),
	};
	const LOCAL = fetcherOf(async (url, init) => {
		const { pathname } = new URL(url);
		if (pathname.endsWith("/jwks.json")) return Response.json(jwksOf(signingKey));
		const body = String(init.body);
		calls.push({ path: pathname, body });
		if (pathname !== "/oauth2/token") return Response.json({});
		return token(new URLSearchParams(body));
	});
	async function token(form: URLSearchParams): Promise<Response> {
		const {
			status = 200,
			error,
			user = "ada",
			claims = {},
			access = {},
			nonce = pool.asked.get("nonce"),
		} = pool.outcome;
		if (error !== undefined) return Response.json({ error }, { status: 400 });
		if (status !== 200) return new Response("<html>", { status, headers: { "content-type": "text/html" } });
		const isRight = (await s256(form.get("code_verifier") ?? "")) === pool.asked.get("code_challenge");
		if (!isRight || !pool.codes.delete(form.get("code") ?? "")) {
			return Response.json({ error: "invalid_grant" }, { status: 400 });
		}
		const username = `${provider}_ada`;
		const identities = [{ providerName: provider, userId: "ada", providerType: "OIDC" }];
		const asserted = { email: "ada@acme.example", email_verified: false, "cognito:username": username, identities };
		const id = { ...idClaims({ user }), ...asserted, ...(nonce !== null && { nonce }), ...claims };
		return Response.json({
			access_token: await signToken(signingKey, { ...accessClaims({ user }), username, ...access }),
			id_token: await signToken(signingKey, id),
			refresh_token: "secret-refresh-token",
			expires_in: 3600,
			token_type: "Bearer",
		});
	}
	const BACKEND = fetcherOf(async (url, init) => {
		const { pathname, searchParams } = new URL(url);
		calls.push({ path: pathname, body: String(searchParams) });
		if (pathname === "/api/session/sso/arrival") {
			expect(new Headers(init.headers).get("authorization")).toMatch(/^Bearer /);
			return Response.json({ status: pool.arrival });
		}
		if (pathname === "/api/session/confirmed") return new Response(null, { status: pool.confirmed });
		const isHeld = searchParams.get("domain") === "acme.example";
		return isHeld ? Response.json({ provider, company: "Acme" }) : new Response(null, { status: 204 });
	});
	return { pool, bindings: freshBindings({ LOCAL, BACKEND, USER_POOL_DOMAIN, SESSION_KEY }) };
}

async function s256(verifier: string): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
	return btoa(String.fromCharCode(...new Uint8Array(digest)))
		.replace(/\+/g, "-")
		.replace(/\//g, "_")
		.replace(/=+$/, "");
}

async function begin({ pool, bindings }: ReturnType<typeof createPool>, cookies = "") {
	const browser = createBrowser(cookies, bindings);
	const response = await browser.post("sso", { domain: "acme.example", email: "ada@acme.example" });
	const { id, address }: { id: string; address: string } = await response.json();
	pool.asked = new URL(address).searchParams;
	const result = { id, code: "code-1", state: pool.asked.get("state") ?? "" };
	return { browser, address: new URL(address), result };
}

const sessionCookies = (response: Response) =>
	setCookiesOf(response).filter(
		({ name, attributes }) => name.startsWith("Cognito") && attributes.includes("Max-Age=31536000"),
	);

const poolCalls = (pool: { calls: { path: string }[] }, path: string) =>
	pool.calls.filter((call) => call.path === path);

afterEach(() => {
	vi.useRealTimers();
});

describe("beginning at a company's provider", () => {
	it("returns an address of the pool's domain that names the provider, and stores the rest in a Strict cookie", async () => {
		const parts = createPool();
		const { browser, address, result } = await begin(parts);
		expect(address.origin + address.pathname).toBe(`${USER_POOL_DOMAIN}/oauth2/authorize`);
		expect(Object.fromEntries(address.searchParams)).toEqual({
			response_type: "code",
			client_id: poolIds.USER_POOL_CLIENT_ID,
			redirect_uri: `${ownOrigin}/login/sso`,
			identity_provider: provider,
			scope: "openid email profile aws.cognito.signin.user.admin",
			state: result.state,
			nonce: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge_method: "S256",
			login_hint: "ada@acme.example",
		});
		expect(browser.jar.get("aql.challenge")).not.toContain("code-1");
	});

	it("sets the cookie for ten minutes, HttpOnly and Strict", async () => {
		const { bindings } = createPool();
		const [cookie] = setCookiesOf(await post("/api/auth/sso", { bindings, body: { domain: "acme.example" } }));
		expect(cookie?.name).toBe("aql.challenge");
		expect(cookie?.attributes).toEqual(["Path=/api/auth", "Max-Age=600", "Secure", "HttpOnly", "SameSite=Strict"]);
	});

	it.for(["acme.example.", "ACME.example", " acme.example "])("reads %s as the claimed domain", async (domain) => {
		const { bindings } = createPool();
		const response = await post("/api/auth/sso/offer", { bindings, body: { domain } });
		expect(await response.json()).toEqual({ company: "Acme" });
	});

	it.for([
		"mail.acme.example",
		"acme.example.evil.example",
		"acmе.example",
		"acme",
		"",
		"acme.example/x",
		"1.2.3.4",
		"a@acme.example",
	])("does not read %s as the claimed domain", async (domain) => {
		const { bindings } = createPool();
		const response = await post("/api/auth/sso", { bindings, body: { domain } });
		expect(await outcomeOf(response)).toEqual([404, "SsoNotOffered"]);
		expect(setCookiesOf(response)).toEqual([]);
	});

	it("names a pool without a domain, and calls nobody", async () => {
		const { pool, bindings } = createPool();
		const response = await post("/api/auth/sso", {
			bindings: { ...bindings, USER_POOL_DOMAIN: "" },
			body: { domain: "acme.example" },
		});
		expect(await outcomeOf(response)).toEqual([404, "SsoNotOffered"]);
		expect(pool.calls).toEqual([]);
	});

	it("counts against the limit of an address", async () => {
		const { bindings } = createPool();
		const headers = { "cf-connecting-ip": "2001:db8:55:1::1" };
		const statuses: number[] = [];
		for (let call = 0; call < 31; call += 1) {
			statuses.push(
				(await post("/api/auth/sso/offer", { bindings, headers, body: { domain: "acme.example" } })).status,
			);
		}
		expect(statuses).toEqual([...Array(30).fill(200), 429]);
	});
});

describe("the return of a provider", () => {
	it("S77 writes the session that Amplify would write, and no token into the body", async () => {
		const parts = createPool();
		const { browser, result } = await begin(parts);
		const response = await browser.post("sso/finish", result);
		const text = await response.clone().text();
		expect(await outcomeOf(response)).toEqual([200, "signed-in"]);
		expect(text).not.toMatch(/eyJ|secret-refresh-token/);
		const prefix = `CognitoIdentityServiceProvider.${poolIds.USER_POOL_CLIENT_ID}`;
		expect(browser.jar.get(`${prefix}.LastAuthUser`)).toBe(`${provider}_ada`);
		expect(browser.jar.get(`${prefix}.${provider}_ada.oauthMetadata`)).toBe("{%22oauthSignIn%22:true}");
		expect(browser.jar.get(`${prefix}.${provider}_ada.refreshToken`)).toBe("secret-refresh-token");
		expect([...browser.jar.keys()].filter((name) => name.endsWith("signInDetails"))).toEqual([]);
		expect(browser.jar.has("aql.challenge")).toBe(false);
		expect(await (await browser.get("/api/isAuthenticated")).json()).toMatchObject({ isAuthenticated: true });
	});

	it("S77 takes a code once: the second has neither a challenge nor a code", async () => {
		const parts = createPool();
		const { browser, result } = await begin(parts);
		const cookies = browser.cookieHeader();
		expect((await browser.post("sso/finish", result)).status).toBe(200);
		expect(await outcomeOf(await browser.post("sso/finish", result))).toEqual([401, "ChallengeExpired"]);
		const copied = createBrowser(cookies, parts.bindings);
		expect(await outcomeOf(await copied.post("sso/finish", result))).toEqual([401, "ChallengeExpired"]);
	});

	it.for<[string, Record<string, string>, [number, string]]>([
		["another's state", { state: "another-state" }, [400, "SsoFailed"]],
		["another page's id", { id: crypto.randomUUID() }, [401, "ChallengeExpired"]],
		["another issuer", { iss: "https://id.evil.example" }, [400, "SsoFailed"]],
	])("S77 rejects %s before it sends the code", async ([, change, outcome]) => {
		const parts = createPool();
		const { browser, result } = await begin(parts);
		const response = await browser.post("sso/finish", { ...result, ...change });
		expect(await outcomeOf(response)).toEqual(outcome);
		expect(sessionCookies(response)).toEqual([]);
		expect(poolCalls(parts.pool, "/oauth2/token")).toEqual([]);
	});

	it("S77 accepts the pool's own issuer where the result names it", async () => {
		const { browser, result } = await begin(createPool());
		expect((await browser.post("sso/finish", { ...result, iss: issuer })).status).toBe(200);
	});

	it("S77 takes no challenge that a sibling host planted beside this browser's own, or instead of it", async () => {
		const parts = createPool();
		const attacker = await begin(parts);
		const planted = `aql.challenge=${attacker.browser.jar.get("aql.challenge")}`;
		const victim = createBrowser(planted, parts.bindings);
		const own = { ...attacker.result, id: crypto.randomUUID() };
		expect(await outcomeOf(await victim.post("sso/finish", own))).toEqual([401, "ChallengeExpired"]);
		const both = `${planted}; ${attacker.browser.cookieHeader()}`;
		const response = await post("/api/auth/sso/finish", {
			bindings: parts.bindings,
			cookies: both,
			body: attacker.result,
		});
		expect(await outcomeOf(response)).toEqual([401, "ChallengeExpired"]);
		expect(poolCalls(parts.pool, "/oauth2/token")).toEqual([]);
	});

	it("S77 takes no challenge after ten minutes", async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		const parts = createPool();
		const [late, inTime] = [await begin(parts), await begin(parts)];
		vi.setSystemTime(Date.now() + 599_000);
		expect((await inTime.browser.post("sso/finish", inTime.result)).status).toBe(200);
		vi.setSystemTime(Date.now() + 1_000);
		expect(await outcomeOf(await late.browser.post("sso/finish", late.result))).toEqual([401, "ChallengeExpired"]);
	});

	it("S77 takes no challenge of a password sign-in, nor the other way round", async () => {
		const parts = createPool();
		const { browser, result } = await begin(parts);
		const asCode = await browser.post("respond-challenge", { challengeId: result.id, code: "123456" });
		expect(await outcomeOf(asCode)).toEqual([401, "ChallengeExpired"]);
	});

	it("S78 sets no cookie and calls nobody for a GET of its address", async () => {
		const parts = createPool();
		const { browser, result } = await begin(parts);
		parts.pool.calls.length = 0;
		const query = new URLSearchParams({ code: result.code, state: result.state });
		const response = await get(`/login/sso?${query}`, {
			bindings: parts.bindings,
			cookies: browser.cookieHeader(),
			headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
		});
		expect([response.status, setCookiesOf(response)]).toEqual([200, []]);
		expect(poolCalls(parts.pool, "/oauth2/token")).toEqual([]);
		const asGet = await get(`/api/auth/sso/finish?${query}`, {
			bindings: parts.bindings,
			cookies: browser.cookieHeader(),
		});
		expect(asGet.status).toBe(405);
	});

	it.for<[string, Outcome]>([
		[
			"another provider",
			{ claims: { "cognito:username": "sso-evil0001_ada", identities: [{ providerName: "sso-evil0001" }] } },
		],
		["the pool itself", { claims: { "cognito:username": "ada", identities: undefined } }],
	])("S79 revokes tokens of %s, and signs nobody in", async ([, outcome]) => {
		const parts = createPool(outcome);
		const { browser, result } = await begin(parts);
		const response = await browser.post("sso/finish", result);
		expect(await outcomeOf(response)).toEqual([400, "SsoFailed"]);
		expect(sessionCookies(response)).toEqual([]);
		expect(parts.pool.calls.some(({ body }) => body.includes('"Token":"secret-refresh-token"'))).toBe(true);
	});

	it.for<[string, Outcome]>([
		["another nonce", { nonce: "another-nonce" }],
		["no nonce", { nonce: null }],
		["another audience", { claims: { aud: "another-client" } }],
		["another issuer", { claims: { iss: "https://id.evil.example" } }],
		["an end in the past", { claims: { exp: 1 } }],
	])("S79 signs nobody in by an id token of %s", async ([, outcome]) => {
		const { browser, result } = await begin(createPool(outcome));
		const response = await browser.post("sso/finish", result);
		expect(await outcomeOf(response)).toEqual([400, "SsoFailed"]);
		expect(sessionCookies(response)).toEqual([]);
	});

	it.for([
		["denied", "SsoNotAdmitted"],
		["full", "SsoAccountFull"],
	] as const)("S80 sets no cookie and revokes the tokens where the account says %s", async ([arrival, name]) => {
		const parts = createPool();
		parts.pool.arrival = arrival;
		const { browser, result } = await begin(parts);
		const response = await browser.post("sso/finish", result);
		expect(await outcomeOf(response)).toEqual([403, name]);
		expect(sessionCookies(response)).toEqual([]);
		expect(parts.pool.calls.some(({ body }) => body.includes('"Token":"secret-refresh-token"'))).toBe(true);
	});

	it.for<[string, Record<string, string>, [number, string]]>([
		["a person who is not let in", { error: "access_denied" }, [403, "SsoDeclined"]],
		[
			"a missing address",
			{ error: "invalid_request", error_description: "attributes required: [email]" },
			[403, "SsoNoAddress"],
		],
		["any other failure", { error: "server_error" }, [400, "SsoFailed"]],
	])("finds the sentence for %s and sends no code", async ([, change, outcome]) => {
		const parts = createPool();
		const { browser, result } = await begin(parts);
		const { code: _, ...rest } = result;
		const response = await browser.post("sso/finish", { ...rest, ...change });
		expect(await outcomeOf(response)).toEqual(outcome);
		expect(browser.jar.has("aql.challenge")).toBe(false);
		expect(poolCalls(parts.pool, "/oauth2/token")).toEqual([]);
	});

	it.for<[string, Outcome, [number, string]]>([
		["a code that is over", { error: "invalid_grant" }, [401, "ChallengeExpired"]],
		["a client that the pool does not know", { error: "invalid_client" }, [500, "SignInNotConfigured"]],
		["a page of a proxy", { status: 502 }, [503, "NetworkError"]],
		["a busy pool", { status: 429 }, [503, "NetworkError"]],
	])("names %s", async ([, outcome, expected]) => {
		const { browser, result } = await begin(createPool(outcome));
		const response = await browser.post("sso/finish", result);
		expect(await outcomeOf(response)).toEqual(expected);
		expect(sessionCookies(response)).toEqual([]);
	});

	it("says that the pool is out of reach, and keeps a session that is there", async () => {
		const parts = createPool();
		const LOCAL = fetcherOf((url, init) =>
			url.endsWith("/oauth2/token") ? connectionLost() : (parts.bindings.LOCAL as Fetcher).fetch(url, init),
		);
		const bindings = { ...parts.bindings, LOCAL };
		const { browser, result } = await begin({ ...parts, bindings });
		const response = await browser.post("sso/finish", result);
		expect(await outcomeOf(response)).toEqual([503, "NetworkError"]);
		expect(sessionCookies(response)).toEqual([]);
	});

	it("S4 names a token that is too large for a cookie, and revokes it", async () => {
		const parts = createPool({ claims: { groups: Array.from({ length: 400 }, (_, index) => `group-${index}`) } });
		const { browser, result } = await begin(parts);
		const response = await browser.post("sso/finish", result);
		expect(await outcomeOf(response)).toEqual([500, "SessionTooLarge"]);
		expect(sessionCookies(response)).toEqual([]);
		expect(parts.pool.calls.some(({ body }) => body.includes('"Token":"secret-refresh-token"'))).toBe(true);
	});
});

describe("signing out after a sign-in at a provider", () => {
	it("S81 clears the cookies and returns where the pool's own session ends", async () => {
		const parts = createPool();
		const { browser, result } = await begin(parts);
		await browser.post("sso/finish", result);
		const response = await browser.post("sign-out");
		const { leave }: { leave: string } = await response.json();
		const address = new URL(leave);
		expect(address.origin + address.pathname).toBe(`${USER_POOL_DOMAIN}/logout`);
		expect(Object.fromEntries(address.searchParams)).toEqual({
			client_id: poolIds.USER_POOL_CLIENT_ID,
			logout_uri: `${ownOrigin}/login`,
		});
		expect([...browser.jar.keys()].filter((name) => name.startsWith("Cognito"))).toEqual([]);
	});

	it("S81 leaves nobody who signed in by a password to another page", async () => {
		const { bindings } = createPool();
		const response = await post("/api/auth/sign-out", { bindings, cookies: cookieHeader({ "aql.adopted": "1" }) });
		expect(await response.json()).toEqual({ status: "signed-out" });
	});
});

describe("a person of a company's provider", () => {
	it.for<[string, Record<string, unknown>]>([
		["change-password", { currentPassword: "Right-password-1", password: "Another-password-1" }],
		["profile", { name: "Another name" }],
		["profile", { email: "other@acme.example", password: "Right-password-1" }],
		["verify-email", {}],
		["totp-setup", { password: "Right-password-1" }],
		["mfa-preference", { preferred: null, password: "Right-password-1" }],
		["confirm-identity", { purpose: "transfer ownership usr_1", password: "Right-password-1" }],
	])("hears at %s that there is no password, and the pool is not called", async ([endpoint, body]) => {
		const parts = createPool();
		const { browser, result } = await begin(parts);
		await browser.post("sso/finish", result);
		parts.pool.calls.length = 0;
		expect(await outcomeOf(await browser.post(endpoint, body))).toEqual([409, "NoOwnPassword"]);
		expect(poolCalls(parts.pool, "/")).toEqual([]);
	});
});

describe("an action that a company's provider confirms", () => {
	const purpose = "sign run_1 abc";
	const seconds = () => Math.floor(Date.now() / 1_000);

	/** Signed in by the provider, with the visit begun that confirms the action. */
	async function askedAgain(outcome: Outcome = {}) {
		const parts = createPool();
		const signedIn = await begin(parts);
		await signedIn.browser.post("sso/finish", signedIn.result);
		const { browser } = signedIn;
		const before = browser.cookieHeader();
		const response = await browser.post("sso/confirm", { purpose });
		const { id, address }: { id: string; address: string } = await response.json();
		parts.pool.asked = new URL(address).searchParams;
		parts.pool.codes.add("code-2");
		parts.pool.calls.length = 0;
		parts.pool.outcome = { ...outcome, claims: { auth_time: seconds(), ...outcome.claims } };
		const result = { id, code: "code-2", state: parts.pool.asked.get("state") ?? "" };
		return { ...parts, browser, before, result };
	}

	const confirmations = (pool: Parameters<typeof poolCalls>[0]) => poolCalls(pool, "/api/session/confirmed");
	const sessionOf = (cookies: string) => cookies.split("; ").filter((pair) => pair.startsWith("Cognito"));

	it("S88 asks the provider for a new sign-in, reports it for this action, and leaves the session as it was", async () => {
		const { pool, browser, before, result } = await askedAgain();
		expect(pool.asked.get("prompt")).toBe("login");
		expect(pool.asked.get("max_age")).toBe("0");
		expect(pool.asked.get("identity_provider")).toBe(provider);
		const response = await browser.post("sso/finish", result);
		expect(await outcomeOf(response)).toEqual([200, "confirmed"]);
		expect(sessionCookies(response)).toEqual([]);
		expect(sessionOf(browser.cookieHeader())).toEqual(sessionOf(before));
		expect(confirmations(pool)).toHaveLength(1);
		expect(pool.calls.some(({ body }) => body.includes('"Token":"secret-refresh-token"'))).toBe(true);
		expect(await outcomeOf(await browser.post("sso/finish", result))).toEqual([401, "ChallengeExpired"]);
		expect(confirmations(pool)).toHaveLength(1);
	});

	it.for<[string, Record<string, unknown>, string]>([
		["of an hour ago, however new its token is", { auth_time: seconds() - 3_600, iat: seconds() }, "SsoNotAgain"],
		["without its time", { auth_time: undefined }, "SsoNotAgain"],
	])("S88 confirms nothing by a sign-in %s", async ([, claims, name]) => {
		const { pool, browser, result } = await askedAgain({ claims });
		expect(await outcomeOf(await browser.post("sso/finish", result))).toEqual([403, name]);
		expect(confirmations(pool)).toEqual([]);
		expect(await (await browser.get("/api/isAuthenticated")).json()).toMatchObject({ isAuthenticated: true });
	});

	it("S88 confirms nothing by somebody else's sign-in, nor after a sign-out, and signs nobody in", async () => {
		const other = await askedAgain({ user: "eve" });
		expect(await outcomeOf(await other.browser.post("sso/finish", other.result))).toEqual([403, "SsoOtherPerson"]);
		expect(confirmations(other.pool)).toEqual([]);
		const left = await askedAgain();
		const challenge = left.browser.jar.get("aql.challenge") ?? "";
		await left.browser.post("sign-out");
		left.browser.jar.set("aql.challenge", challenge);
		const response = await left.browser.post("sso/finish", left.result);
		expect(response.status).toBe(401);
		expect(sessionCookies(response)).toEqual([]);
		expect(confirmations(left.pool)).toEqual([]);
	});

	it.for<[string, Record<string, unknown>]>([
		["another action", { confirms: "delete account acc_1" }],
		["no action", { confirms: undefined, signature: undefined }],
		["a later end", { expiresAt: Date.now() + 590_000 }],
		["an earlier question", { expiresAt: Date.now() + 1_000 }],
		["another sign-in", { signIn: "somebody elsewhere" }],
		["no signature", { signature: undefined }],
		["another signature", { signature: "0".repeat(64) }],
	])("S97 confirms nothing by a challenge that was changed to %s", async ([, change]) => {
		const { pool, browser, result } = await askedAgain();
		const stored = JSON.parse(decodeURIComponent(browser.jar.get("aql.challenge") ?? ""));
		browser.jar.set("aql.challenge", encodeURIComponent(JSON.stringify({ ...stored, ...change })));
		await browser.post("sso/finish", result);
		expect(confirmations(pool)).toEqual([]);
	});

	it("S97 confirms nothing in another sign-in of the same person", async () => {
		const { pool, bindings, browser, result } = await askedAgain();
		const [asked, challenge] = [pool.asked, browser.jar.get("aql.challenge") ?? ""];
		pool.codes.add("code-3");
		pool.outcome = { access: { origin_jti: crypto.randomUUID() } };
		const again = await begin({ pool, bindings }, browser.cookieHeader());
		await again.browser.post("sso/finish", { ...again.result, code: "code-3" });
		again.browser.jar.set("aql.challenge", challenge);
		pool.asked = asked;
		pool.outcome = { claims: { auth_time: seconds() } };
		expect(await outcomeOf(await again.browser.post("sso/finish", result))).toEqual([401, "ChallengeExpired"]);
		expect(confirmations(pool)).toEqual([]);
	});

	it("S97 sends no one to the provider without a key to sign the question with", async () => {
		const parts = createPool();
		const bindings = { ...parts.bindings, SESSION_KEY: "" };
		const { browser, result } = await begin({ ...parts, bindings });
		await browser.post("sso/finish", result);
		expect(await outcomeOf(await browser.post("sso/confirm", { purpose }))).toEqual([500, "SignInNotConfigured"]);
	});

	it("S95 says that the company has replaced its service", async () => {
		const { pool, browser, result } = await askedAgain();
		pool.confirmed = 409;
		expect(await outcomeOf(await browser.post("sso/finish", result))).toEqual([409, "SsoReplaced"]);
	});

	it("S88 sends no person of the user pool to a provider", async () => {
		const { bindings } = createPool();
		const { cookies } = await storedSession();
		const response = await post("/api/auth/sso/confirm", { bindings, cookies, body: { purpose } });
		expect(await outcomeOf(response)).toEqual([404, "SsoNotOffered"]);
	});
});
