import { env } from "cloudflare:workers";
import { describe, it } from "vitest";
import type { Bindings } from "../../../worker/settings/bindings";
import { createBrowser, outcomeOf, unique } from "../fixtures/browser";
import { cognitoCalls, cookieHeader, freshBindings, get, ownAddress, post, storedSession } from "../fixtures/console";
import { loggedEvents } from "../fixtures/event-log";
import { rightPassword } from "../fixtures/pool-ids";
import { mostAttempts } from "../fixtures/rate-limits";

const password = "Some-password-1";
const from = (address: string) => ({ "cf-connecting-ip": address });

type Call = { cookies?: string; bindings?: Bindings; body: Record<string, unknown>; trace: string };

const calls: Record<string, () => Promise<Call>> = {
	"sign-up": async () => byName({ name: "Jane", password }),
	confirm: async () => byName({ code: "000000" }),
	"new-password": async () => byName({ code: "000000", password }),
	"respond-challenge": async () => byChallenge("SOFTWARE_TOKEN_MFA"),
	"new-password-required": async () => byChallenge("NEW_PASSWORD_REQUIRED"),
	"totp-verify in a challenge": async () => byChallenge("MFA_SETUP"),
	"totp-verify": () => bySession({ code: "000000" }),
	"verify-email": () => bySession({ code: "000000" }),
	"change-password": () => bySession({ currentPassword: "Wrong-password-1", password }),
	"mfa-preference": () => byPassword({ preferred: null, password: "Wrong-password-1" }),
	"resend-code": async () => byName({}),
	"forgot-password": async () => byName({}),
	"verify-email without a code": () => bySession({}),
	profile: () => byPassword({ email: "new@example.com", password: "Wrong-password-1" }),
	"profile with the password": async () => {
		const freely: RateLimit = { limit: async () => ({ success: true }) };
		const call = await bySession({ email: "new@example.com", password: rightPassword });
		return { ...call, bindings: freshBindings({ AUTH_BY_NAME: freely }) };
	},
	"totp-setup": () => byPassword({ password: "Wrong-password-1" }),
};
const codeEndpoints = new Set([
	"resend-code",
	"forgot-password",
	"verify-email without a code",
	"profile with the password",
]);

function byName(body: Record<string, unknown>): Call {
	const email = unique("jane");
	return { body: { email, ...body }, trace: email };
}

function byChallenge(name: string): Call {
	const [user, id] = [unique("case-wrong-code"), crypto.randomUUID()];
	const names = { loginId: user, answerAs: user, storeAs: user };
	const kept = { id, name, session: `secret-session/${user}/1`, ...names, expiresAt: Date.now() + 100_000 };
	const cookies = cookieHeader({ "aql.challenge": JSON.stringify(kept) });
	return { cookies, body: { challengeId: id, code: "000000", password }, trace: `secret-session/${user}` };
}

async function bySession(body: Record<string, unknown>): Promise<Call> {
	const { cookies, accessToken } = await storedSession();
	return { cookies, body, trace: accessToken };
}

async function byPassword(body: Record<string, unknown>): Promise<Call> {
	const { cookies, user } = await storedSession();
	return { cookies, body, trace: `username-of-${user}` };
}

describe("the limits on passwords and codes", () => {
	it.for(Object.keys(calls))("S38 reject the fourth try before Cognito is called: %s", async (endpoint, { expect }) => {
		const call = await calls[endpoint]?.();
		const headers = from(ownAddress());
		const attempt = () => post(`/api/auth/${endpoint.split(" ")[0]}`, { ...call, headers });
		for (let count = 1; count <= 3; count++) expect((await attempt()).status, endpoint).not.toBe(429);
		const before = (await cognitoCalls(call?.trace ?? "")).length;
		expect(before).toBeGreaterThan(0);
		const fourth = await attempt();
		expect(await outcomeOf(fourth)).toEqual([429, "TooManyAttempts"]);
		expect(fourth.headers.get("retry-after")).toBe(codeEndpoints.has(endpoint) ? "60" : "10");
		expect(await cognitoCalls(call?.trace ?? "")).toHaveLength(before);
		expect(loggedEvents().at(-1)).toMatchObject({ name: "TooManyAttempts" });
	});

	it("S38 count kinds of tries apart, and addresses together", async ({ expect }) => {
		const email = unique("jane");
		const headers = from(ownAddress());
		for (let count = 1; count <= 4; count++) await post("/api/auth/sign-in", { body: { email, password }, headers });
		const other = await post("/api/auth/confirm", { body: { email, code: "123456" }, headers });
		expect(await outcomeOf(other)).toEqual([200, "confirmed"]);
		const resend = () => post("/api/auth/resend-code", { body: { email: unique("jane") }, headers });
		await Promise.all(Array.from({ length: 25 }, resend));
		const thirtyFirst = await post("/api/auth/sign-up", {
			body: { email: unique("jane"), name: "Jane", password },
			headers,
		});
		expect(await outcomeOf(thirtyFirst)).toEqual([429, "TooManyAttempts"]);
	});

	it("hold no address of a person in their keys", async ({ expect }) => {
		const keys: string[] = [];
		const limit: RateLimit = {
			limit: async ({ key }) => {
				keys.push(key);
				return { success: true };
			},
		};
		const bindings = freshBindings({ AUTH_BY_NAME: limit, AUTH_BY_ADDRESS: limit, CODES_BY_NAME: limit });
		const browser = createBrowser("", bindings);
		const email = unique("totp");
		const challengeId = await browser.signIn(email);
		await browser.post("respond-challenge", { challengeId, code: "000000" });
		await browser.post("resend-code", { email });
		const byNameKeys = keys.filter((key) => key.includes(" "));
		expect(byNameKeys.map((key) => key.split(" ")[0])).toEqual(["sign-in", "challenge", "code-resend"]);
		for (const key of byNameKeys) expect(key).toMatch(/^[\w-]+ [\da-f:]+\/64 [\da-f]{64}$/);
	});
});

const perAddress = 30;

describe("the limit on an address", () => {
	const callsAbout = async (tokens: string[]) => (await Promise.all(tokens.map((token) => cognitoCalls(token)))).flat();

	it.for(["sign-out", "sign-out-everywhere"])(
		"S48 keeps the user pool from a flood of %s, and lets everybody out all the same",
		async (endpoint, { expect }) => {
			const headers = from(ownAddress());
			const stored = await Promise.all(Array.from({ length: perAddress + 5 }, () => storedSession()));
			const bindings = freshBindings();
			await get("/api/isAuthenticated", { cookies: stored[0]?.cookies ?? "", bindings });
			const signOut = ({ cookies }: { cookies: string }) =>
				post(`/api/auth/${endpoint}`, { cookies, headers, bindings });
			const responses = await Promise.all(stored.map(signOut));
			for (const response of responses) {
				expect(response.status).toBe(200);
				expect(response.headers.getSetCookie()).toHaveLength(8);
			}
			expect(await callsAbout(stored.map(({ refreshToken }) => refreshToken))).toHaveLength(perAddress);
			const globally = endpoint === "sign-out" ? 0 : perAddress;
			expect(await callsAbout(stored.map(({ accessToken }) => accessToken))).toHaveLength(globally);
			expect(loggedEvents()).toContainEqual(
				expect.objectContaining({ event: "revoke-failed", name: "TooManyRequestsException" }),
			);
		},
	);

	it("S48 requests a retry from a person who refreshes too often, and signs no one out", async ({ expect }) => {
		const headers = from(ownAddress());
		const expired = () => storedSession({ accessExpiresIn: -60 });
		const stored = await Promise.all(Array.from({ length: perAddress }, expired));
		const [late, bindings] = [await expired(), freshBindings()];
		const check = ({ cookies }: { cookies: string }) => get("/api/isAuthenticated", { cookies, headers, bindings });
		// Requests of a page at the same time share one refresh, which counts once.
		const responses = await Promise.all([...stored, ...stored].map(check));
		expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));

		const denied = await check(late);
		expect(await outcomeOf(denied)).toEqual([429, "TooManyRequestsException"]);
		const call = await get("/api/proxy/a.b", { cookies: late.cookies, headers, bindings });
		expect(call.status).toBe(503);
		const file = await get("/api/export?x=1", { cookies: late.cookies, headers, bindings });
		expect(file.status).toBe(429);
		const profile = await get("/api/auth/profile", { cookies: late.cookies, headers, bindings });
		expect(await outcomeOf(profile)).toEqual([429, "TooManyRequestsException"]);
		for (const response of [denied, call, file, profile]) {
			expect(response.headers.get("retry-after")).toBe("10");
			expect(response.headers.getSetCookie()).toEqual([]);
		}
		expect(await cognitoCalls(late.refreshToken)).toEqual([]);
	});
});

it.for(mostAttempts)("S38 limits %s to %i in the runtime too", async ([name, most], { expect }) => {
	const passed = async () => {
		const key = crypto.randomUUID();
		const responses = await Promise.all(Array.from({ length: most + 5 }, () => env[name].limit({ key })));
		return responses.filter(({ success }) => success).length;
	};
	// A window that ends meanwhile lets more through, so the least of several rounds counts.
	const rounds = [await passed(), await passed(), await passed()];
	expect(Math.min(...rounds)).toBe(most);
});
