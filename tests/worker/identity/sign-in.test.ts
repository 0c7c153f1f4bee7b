import { env } from "cloudflare:workers";
import { describe, it } from "vitest";
import { networkOf } from "../../../shared/base/network-of";
import { wholeResponse } from "../fixtures/browser";
import { cognitoCalls, connectionLost, freshBindings, ownOrigin, poolWithout, post, send } from "../fixtures/console";
import { loggedEvents } from "../fixtures/event-log";
import { decomposedPassword, rightPassword } from "../fixtures/pool-ids";

const unique = (user: string) => `${user}+${crypto.randomUUID()}@example.com`;

function signIn(email: string, password = rightPassword, headers: Record<string, string> = {}) {
	return post("/api/auth/sign-in", { body: { email, password }, headers });
}

describe("signing in", () => {
	it("returns the person who signed in", async ({ expect }) => {
		const response = await signIn("jane@example.com");
		expect([response.status, await response.json()]).toEqual([
			200,
			{
				status: "signed-in",
				user: {
					sub: "sub-of-jane",
					username: "username-of-jane",
					email: "jane@example.com",
					name: "Name of jane",
				},
			},
		]);
		expect(loggedEvents()).toEqual([{ event: "sign-in", sub: "sub-of-jane", requestId: expect.any(String) }]);
	});

	it("sends the address trimmed and the password as it was typed", async ({ expect }) => {
		const email = unique("jane");
		await signIn(`  ${email}\n`, "  päss wörd 🔑 ");
		const [call] = await cognitoCalls(email);
		expect(JSON.parse(call?.body ?? "{}").AuthParameters).toEqual({ USERNAME: email, PASSWORD: "  päss wörd 🔑 " });
	});

	it.for([
		["composed first", "jane", rightPassword.replace("R", "R\u0301"), 401, 2],
		["once more as typed, if it was set before", "decomposed", decomposedPassword, 200, 2],
		["once more decomposed, if another keyboard set it", "decomposed", decomposedPassword.normalize("NFC"), 200, 2],
		["once if it has one form", "decomposed", "Wrong-password-1", 401, 1],
		["once if the pool names another error", "case-locked", decomposedPassword, 429, 1],
	] as const)("tries a password %s", async ([, user, password, status, tries], { expect }) => {
		const email = unique(user);
		expect((await signIn(email, password)).status).toBe(status);
		const sent = (await cognitoCalls(email)).filter(({ operation }) => operation === "InitiateAuth");
		const passwords = sent.map(({ body }) => JSON.parse(body).AuthParameters.PASSWORD);
		const composed = password.normalize("NFC");
		expect(passwords).toEqual([composed, password === composed ? password.normalize("NFD") : password].slice(0, tries));
	});

	it("sends a SECRET_HASH where the client has a secret", async ({ expect }) => {
		const bindings = freshBindings({ USER_POOL_CLIENT_SECRET: "client-secret" });
		const email = unique("jane");
		await post("/api/auth/sign-in", { bindings, body: { email, password: rightPassword } });
		const [call] = await cognitoCalls(email);
		const key = await crypto.subtle.importKey(
			"raw",
			new TextEncoder().encode("client-secret"),
			{ name: "HMAC", hash: "SHA-256" },
			false,
			["verify"],
		);
		const { SECRET_HASH } = JSON.parse(call?.body ?? "{}").AuthParameters;
		const signature = Uint8Array.from(atob(SECRET_HASH), (character) => character.charCodeAt(0));
		const signed = new TextEncoder().encode(email + env.USER_POOL_CLIENT_ID);
		expect(await crypto.subtle.verify("HMAC", key, signature, signed)).toBe(true);
	});

	it("S36 responds alike to an unknown user and a wrong password, to the byte", async ({ expect }) => {
		const respond = async (email: string) => wholeResponse(await signIn(email, "Wrong-password-1"));
		const [known, unknown] = [unique("jane"), unique("unknown")];
		const wrongPassword = await respond(known);
		expect(await respond(unknown)).toEqual(wrongPassword);
		expect(JSON.parse(wrongPassword.body)).toEqual({
			error: {
				name: "NotAuthorizedException",
				message: "The email or password is incorrect.",
				shown: "The email or password is incorrect.",
				requestId: "the-request-id",
			},
		});
		const operations = async (email: string) => (await cognitoCalls(email)).map(({ operation }) => operation);
		expect(await operations(unknown)).toEqual(await operations(known));
	});

	it("names other errors of Cognito in the catalogue's words", async ({ expect }) => {
		const cases = [
			["locked", 429, "TooManyAttempts"],
			["limited", 429, "TooManyAttempts"],
			["throttled", 429, "TooManyRequestsException"],
			["unconfirmed", 403, "UserNotConfirmedException"],
			["reset", 403, "PasswordResetRequiredException"],
			["misconfigured", 500, "SignInNotConfigured"],
			["broken", 503, "ServiceUnavailable"],
			["no-tokens", 500, "InvalidTokens"],
		] as const;
		for (const [user, status, name] of cases) {
			const response = await signIn(unique(user));
			expect([response.status, await response.json()], user).toEqual([
				status,
				{ error: expect.objectContaining({ name, requestId: expect.any(String) }) },
			]);
			expect(response.headers.getSetCookie(), user).toEqual([]);
		}
	});

	it("returns NetworkError if Cognito cannot be reached", async ({ expect }) => {
		const bindings = freshBindings({ LOCAL: poolWithout(connectionLost) });
		const response = await post("/api/auth/sign-in", { bindings, body: { email: "a@b.c", password: "x" } });
		expect(response.status).toBe(503);
		expect(await response.json()).toMatchObject({ error: { name: "NetworkError" } });
	});

	it("never tries an attempt limit twice", async ({ expect }) => {
		const email = unique("limited");
		await signIn(email);
		expect(await cognitoCalls(email)).toHaveLength(1);
	});
});

describe("a malformed sign-in", () => {
	const cases: [why: string, init: RequestInit, status: number, name: string][] = [
		["no email", { body: '{"password":"x"}' }, 400, "EmptySignInUsername"],
		["an email of spaces", { body: '{"email":"  ","password":"x"}' }, 400, "EmptySignInUsername"],
		["no password", { body: '{"email":"a@b.c"}' }, 400, "EmptySignInPassword"],
		["an email that is no text", { body: '{"email":{},"password":"x"}' }, 400, "EmptySignInUsername"],
		["a list", { body: "[]" }, 400, "InvalidRequest"],
		["no JSON", { body: "email=a" }, 400, "InvalidRequest"],
		["nothing", { body: "" }, 400, "InvalidRequest"],
		["too much", { body: JSON.stringify({ email: "a@b.c", password: "x".repeat(10_001) }) }, 413, "RequestTooLarge"],
		["a form", { body: "{}", headers: { "content-type": "text/plain" } }, 415, "UnsupportedMediaType"],
	];
	it.for(cases)("fails by name with %s", async ([, init, status, name], { expect }) => {
		const headers = {
			"content-type": "application/json; charset=utf-8",
			"x-requested-by": "aqlcloud",
			origin: ownOrigin,
			...Object.fromEntries(new Headers(init.headers)),
		};
		const response = await send(new Request(`${ownOrigin}/api/auth/sign-in`, { method: "POST", ...init, headers }));
		expect([response.status, await response.json()]).toEqual([status, { error: expect.objectContaining({ name }) }]);
		expect(loggedEvents()).toEqual([expect.objectContaining({ event: "sign-in-failed", name })]);
	});
});

describe("the limits on signing in", () => {
	it("S38 reject the fourth attempt for one name from one address, whatever its spelling", async ({ expect }) => {
		const email = unique("jane");
		const from = (address: string, name = email) => signIn(name, "wrong", { "cf-connecting-ip": address });
		for (let attempt = 1; attempt <= 3; attempt++) expect((await from("192.0.2.1")).status).toBe(401);
		const fourth = await from("192.0.2.1", email.toUpperCase());
		expect([fourth.status, fourth.headers.get("retry-after")]).toEqual([429, "10"]);
		expect(await fourth.json()).toMatchObject({ error: { name: "TooManyAttempts" } });
		expect(await cognitoCalls(email)).toHaveLength(3);
		expect(await cognitoCalls(email.toUpperCase())).toHaveLength(0);
		expect((await from("192.0.2.2")).status).toBe(401);
	});

	it("S38 reject the 31st name from one address, where a /64 is one", async ({ expect }) => {
		const attempt = (index: number) =>
			signIn(unique("jane"), "wrong", { "cf-connecting-ip": `2001:db8:1:2:${index.toString(16)}::1` });
		for (let index = 1; index <= 30; index++) expect((await attempt(index)).status).toBe(401);
		expect((await attempt(31)).status).toBe(429);
	});

	it("count an address as its network", ({ expect }) => {
		expect(networkOf("192.0.2.1")).toBe("192.0.2.1");
		expect(networkOf("2001:0DB8:0:02::1")).toBe("2001:db8:0:2::/64");
		expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0::/64");
		expect(networkOf("::1")).toBe("0:0:0:0::/64");
		expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
	});
});
