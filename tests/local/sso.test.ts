import { exports } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { endingOf } from "../../backend/session/sign-ins";
import { confidentialClient, localSso } from "../../local/local-settings";
import { clientId, domainHost, userPoolId } from "../../local/user-pool/pool-identity";
import { recordOf } from "../../shared/base/plain-fields";
import { sessionLimitNames } from "../../shared/session/session-limits";
import { call, named, newPerson, passwordSignIn, rejection, tokensOf } from "./pool-client";

const page = "http://127.0.0.1:5173/__local/user-pool-domain/oauth2";
const callback = "http://localhost:5173/login/sso";
const verifier = "a-verifier-of-forty-three-characters-0000000";

async function s256(text: string): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
	return btoa(String.fromCharCode(...new Uint8Array(digest)))
		.replace(/\+/g, "-")
		.replace(/\//g, "_")
		.replace(/=+$/, "");
}

async function authorizeAddress(changes: Record<string, string> = {}): Promise<string> {
	const query = {
		response_type: "code",
		client_id: clientId,
		redirect_uri: callback,
		identity_provider: localSso.provider,
		scope: "openid email profile aws.cognito.signin.user.admin",
		state: "a-state",
		nonce: "a-nonce",
		code_challenge: await s256(verifier),
		code_challenge_method: "S256",
		...changes,
	};
	return `${page}/authorize?${new URLSearchParams(query)}`;
}

const visit = (url: string, init: RequestInit = {}) =>
	exports.default.fetch(new Request(url, { redirect: "manual", ...init }));

function locationOf(response: Response, base: string): URL {
	return new URL(response.headers.get("location") ?? "", base);
}

type Typed = { email?: string; name?: string; isVerified?: "yes" | "no"; groups?: string; act?: string };

/** What the provider's page leads to. */
async function atProvider(typed: Typed, changes: Record<string, string> = {}): Promise<{ url: URL; cookie: string }> {
	const begun = await visit(await authorizeAddress(changes));
	const shown = locationOf(begun, `${page}/authorize`);
	expect(shown.pathname).toMatch(/\/oauth2\/provider$/);
	expect(await (await visit(shown.href)).text()).toContain(`Sign in at ${localSso.provider}`);
	const form = {
		visit: shown.searchParams.get("visit") ?? "",
		email: "ada@northwind.test",
		name: "Ada",
		act: "continue",
		...typed,
	};
	const origin = "http://127.0.0.1:5173";
	const left = await visit(`${page}/provider`, {
		method: "POST",
		headers: { origin, "sec-fetch-site": "same-origin" },
		body: new URLSearchParams(form),
	});
	const response = await visit(locationOf(left, `${page}/provider`).href);
	return { url: locationOf(response, page), cookie: response.headers.get("set-cookie") ?? "" };
}

type Exchange = { status: number; body: Record<string, string> };

async function exchange(
	code: string,
	changes: Record<string, string> = {},
	headers: Record<string, string> = {},
): Promise<Exchange> {
	const form = {
		grant_type: "authorization_code",
		client_id: clientId,
		redirect_uri: callback,
		code,
		code_verifier: verifier,
		...changes,
	};
	const response = await visit(`https://${domainHost}/oauth2/token`, {
		method: "POST",
		headers,
		body: new URLSearchParams(form),
	});
	return { status: response.status, body: await response.json() };
}

function claimsOf(token = ""): Record<string, unknown> {
	return JSON.parse(atob((token.split(".")[1] ?? "").replace(/-/g, "+").replace(/_/g, "/")));
}

describe("the emulated pool's domain", () => {
	it("makes a user of the provider and hands out tokens with Cognito's claims", async () => {
		const { url } = await atProvider({ email: "ada@northwind.test", isVerified: "no" });
		expect(url.origin + url.pathname).toBe(callback);
		expect(url.searchParams.get("state")).toBe("a-state");
		const { status, body } = await exchange(url.searchParams.get("code") ?? "");
		expect([status, body.token_type, body.expires_in]).toEqual([200, "Bearer", 3600]);
		const id = claimsOf(body.id_token);
		const userId = expect.stringMatching(/^[\w-]{22}$/);
		expect(id).toMatchObject({
			"cognito:username": expect.stringMatching(`^${localSso.provider}_[\\w-]{22}$`),
			"cognito:groups": [`${userPoolId}_${localSso.provider}`],
			identities: [{ userId, providerName: localSso.provider, providerType: "OIDC", issuer: null, primary: "true" }],
			email: "ada@northwind.test",
			email_verified: false,
			name: "Ada",
			nonce: "a-nonce",
		});
		expect(claimsOf(body.access_token)).toMatchObject({
			username: id["cognito:username"],
			sub: id.sub,
			scope: "openid email profile aws.cognito.signin.user.admin",
		});
		const read = await call("GetUser", { AccessToken: body.access_token });
		expect(read).toMatchObject({ status: 200, body: { Username: id["cognito:username"] } });
		const refreshed = await exchange("", { grant_type: "refresh_token", refresh_token: body.refresh_token ?? "" });
		expect(claimsOf(refreshed.body.id_token)).toMatchObject({ sub: id.sub, auth_time: id.auth_time });
	});

	it("knows a person again by the provider's id, and writes name and address anew", async () => {
		const first = await exchange(
			(await atProvider({ email: "eve@northwind.test", name: "Eve" })).url.searchParams.get("code") ?? "",
		);
		const next = await atProvider({ email: "EVE@northwind.test", name: "Eve Adams", isVerified: "yes" });
		const second = await exchange(next.url.searchParams.get("code") ?? "");
		expect(claimsOf(second.body.id_token)).toMatchObject({
			sub: claimsOf(first.body.id_token).sub,
			name: "Eve Adams",
			email_verified: true,
		});
	});

	it("takes a code once, from its client, for its address, and with its verifier", async () => {
		const code = async () => (await atProvider({})).url.searchParams.get("code") ?? "";
		const denied = { status: 400, body: { error: "invalid_grant" } };
		expect(await exchange(await code(), { code_verifier: "another" })).toEqual(denied);
		expect(await exchange(await code(), { redirect_uri: "http://localhost:1/login/sso" })).toEqual(denied);
		const used = await code();
		expect((await exchange(used)).status).toBe(200);
		expect(await exchange(used)).toEqual(denied);
		expect(await exchange(await code(), { client_id: confidentialClient.clientId })).toEqual({
			status: 400,
			body: { error: "invalid_client" },
		});
	});

	it("asks the client with a secret for it", async () => {
		const { url } = await atProvider({}, { client_id: confidentialClient.clientId });
		const basic = btoa(`${confidentialClient.clientId}:${confidentialClient.clientSecret}`);
		const { status } = await exchange(
			url.searchParams.get("code") ?? "",
			{ client_id: confidentialClient.clientId },
			{ authorization: `Basic ${basic}` },
		);
		expect(status).toBe(200);
	});

	it.for([
		["an address that is not listed", { redirect_uri: "https://evil.example/login/sso" }],
		["another path of the console", { redirect_uri: "http://localhost:5173/dashboard" }],
		["a callback with a query", { redirect_uri: `${callback}?to=elsewhere` }],
		["an unknown client", { client_id: "another" }],
	] as const)("shows an error and leads nowhere for %s", async ([, changes]) => {
		const response = await visit(await authorizeAddress(changes));
		expect([response.status, response.headers.get("location")]).toEqual([400, null]);
	});

	it.for([
		["a token in the address", { response_type: "token" }, "unsupported_response_type"],
		["no challenge", { code_challenge: "" }, "invalid_request"],
		["an unknown provider", { identity_provider: "nobody" }, "invalid_request"],
		["no openid", { scope: "email" }, "invalid_scope"],
	] as const)("returns the console with an error for %s", async ([, changes, error]) => {
		const url = locationOf(await visit(await authorizeAddress(changes)), page);
		expect([url.origin + url.pathname, url.searchParams.get("error"), url.searchParams.get("state")]).toEqual([
			callback,
			error,
			"a-state",
		]);
	});

	it("passes on that the provider declined, and keeps out whom it has removed", async () => {
		expect((await atProvider({ act: "decline" })).url.searchParams.get("error")).toBe("access_denied");
		const begun = locationOf(await visit(await authorizeAddress()), `${page}/authorize`);
		const body = new URLSearchParams({
			visit: begun.searchParams.get("visit") ?? "",
			email: "gone@northwind.test",
			act: "remove",
		});
		const removed = await visit(`${page}/provider`, {
			method: "POST",
			headers: { "sec-fetch-site": "same-origin" },
			body,
		});
		expect(await removed.text()).toContain("Removed: gone@northwind.test");
		expect((await atProvider({ email: "gone@northwind.test" })).url.searchParams.get("error")).toBe("access_denied");
	});

	it("makes no user without an address, as the pool requires one", async () => {
		const { url } = await atProvider({ email: "" });
		expect(url.searchParams.get("error_description")).toBe("attributes required: [email]");
	});

	it("maps no groups, however many the provider asserts", async () => {
		const { url } = await atProvider({ groups: "400" });
		const { body } = await exchange(url.searchParams.get("code") ?? "");
		expect(body.id_token?.length).toBeLessThan(2_000);
	});

	it("signs in again without the provider until the browser was at /logout, which leads to the console alone", async () => {
		const { cookie } = await atProvider({});
		const [pair = ""] = cookie.split("; ");
		expect(cookie).toMatch(/HttpOnly; SameSite=Lax$/);
		const again = await visit(await authorizeAddress(), { headers: { cookie: pair } });
		expect(locationOf(again, page).searchParams.get("code")).toMatch(/^[\w-]{43}$/);
		const asked = await visit(await authorizeAddress({ prompt: "login" }), { headers: { cookie: pair } });
		expect(locationOf(asked, `${page}/authorize`).pathname).toMatch(/provider$/);
		const out = (to: string) =>
			visit(
				`http://127.0.0.1:5173/__local/user-pool-domain/logout?${new URLSearchParams({ client_id: clientId, logout_uri: to })}`,
				{ headers: { cookie: pair } },
			);
		expect((await out("https://evil.example/login")).status).toBe(400);
		expect((await out("http://localhost:5173/login")).headers.get("location")).toBe("http://localhost:5173/login");
		const after = await visit(await authorizeAddress(), { headers: { cookie: pair } });
		expect(locationOf(after, `${page}/authorize`).pathname).toMatch(/provider$/);
	});

	it("accepts no password of a user of a provider, and leaves the pool's own user of that address alone", async () => {
		const email = await newPerson();
		const { url } = await atProvider({ email });
		const { body } = await exchange(url.searchParams.get("code") ?? "");
		const own = tokensOf(await call("InitiateAuth", passwordSignIn(email)));
		expect(claimsOf(own.IdToken).sub).not.toBe(claimsOf(body.id_token).sub);
		const username = String(claimsOf(body.id_token)["cognito:username"]);
		expect(await call("InitiateAuth", passwordSignIn(username))).toMatchObject(
			rejection("NotAuthorizedException", "Incorrect username or password."),
		);
		expect((await call("ResendConfirmationCode", named(username))).status).not.toBe(500);
	});
});

describe("thirty days of a person whom the provider has removed", () => {
	afterEach(() => {
		vi.useRealTimers();
	});

	it("keep their tokens fresh, so that the sign-in's age alone ends them: at 12 h, in this account and no other", async () => {
		const email = "leaver@northwind.test";
		const { url } = await atProvider({ email });
		const { body } = await exchange(url.searchParams.get("code") ?? "");
		const begun = Date.now();
		const shown = locationOf(await visit(await authorizeAddress()), `${page}/authorize`);
		const removal = new URLSearchParams({
			visit: shown.searchParams.get("visit") ?? "",
			email,
			name: "Ada",
			act: "remove",
		});
		const headers = { origin: "http://127.0.0.1:5173", "sec-fetch-site": "same-origin" };
		await visit(`${page}/provider`, { method: "POST", headers, body: removal });
		const caller = {
			user: { id: "usr_1", role: "admin" as const, status: "active" as const },
			session: null,
			bounds: null,
			account: { ...recordOf(sessionLimitNames, () => null), emergencyOwners: null },
		};
		const originJti = "one";
		const endedAfterMinutes = new Set<number>();
		vi.useFakeTimers({ toFake: ["Date"] });
		for (const minutes of [1, 60, 719, 721, ...Array.from({ length: 29 }, (_, day) => (day + 1) * 1_440)]) {
			const now = begun + minutes * 60_000;
			vi.setSystemTime(now);
			const refreshed = await exchange("", { grant_type: "refresh_token", refresh_token: body.refresh_token ?? "" });
			expect(refreshed.status, `after ${minutes} minutes`).toBe(200);
			const authTime = Number(claimsOf(refreshed.body.access_token).auth_time);
			if (endingOf(caller, { originJti, authTime, provider: localSso.provider }, { now }) === "tooOld") {
				endedAfterMinutes.add(minutes);
			}
			expect(endingOf(caller, { originJti, authTime, provider: null }, { now })).toBeNull();
		}
		expect(Math.min(...endedAfterMinutes)).toBe(721);
		expect(endedAfterMinutes.size).toBe(30);
		const again = await atProvider({ email });
		expect(again.url.searchParams.get("error")).toBe("access_denied");
	});
});
