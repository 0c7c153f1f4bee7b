import { afterEach, describe, it, vi } from "vitest";
import { createBrowser, outcomeOf } from "../fixtures/browser";
import {
	cognitoCalls,
	connectionLost,
	fetcherOf,
	freshBindings,
	get,
	post,
	setCookiesOf,
	storedSession,
} from "../fixtures/console";
import { loggedEvents } from "../fixtures/event-log";
import { rightCode } from "../fixtures/fake-user-pool";
import { rightPassword } from "../fixtures/pool-ids";

type Reply = () => Promise<Response>;
const goesOn: Reply = async () => new Response(null, { status: 204 });
const hasEnded: Reply = async () => new Response(null, { status: 401, headers: { "x-session": "ended" } });
const check = "/api/isAuthenticated";

function sessionBackend(response: Reply) {
	const backend = { answer: response, requested: [] as { path: string; authorization: string | null }[] };
	const BACKEND = fetcherOf((url, init) => {
		const authorization = new Headers(init.headers).get("authorization");
		backend.requested.push({ path: new URL(url).pathname, authorization });
		return backend.answer();
	});
	return { backend, bindings: freshBindings({ BACKEND }) };
}

const isCleared = (response: Response) =>
	setCookiesOf(response).length > 0 &&
	setCookiesOf(response).every(({ attributes }) => attributes.includes("Max-Age=0"));

const isRevoked = async (refreshToken: string) =>
	(await cognitoCalls(refreshToken)).some(({ operation }) => operation === "RevokeToken");

const operationsOf = async (text: string) => (await cognitoCalls(text)).map(({ operation }) => operation);

const endpoints: [method: "GET" | "POST", endpoint: string, body: Record<string, unknown>][] = [
	["GET", "profile", {}],
	["POST", "profile", { name: "Jane" }],
	["POST", "profile", { email: "new@example.com", password: rightPassword }],
	["POST", "verify-email", {}],
	["POST", "verify-email", { code: rightCode }],
	["POST", "change-password", { currentPassword: rightPassword, password: "Another-password-1" }],
	["POST", "mfa-preference", { preferred: null, password: rightPassword }],
	["POST", "totp-setup", { password: rightPassword }],
	["POST", "totp-verify", { code: rightCode }],
];

afterEach(() => {
	vi.useRealTimers();
});

describe("an identity endpoint", () => {
	const call = ([method, endpoint, body]: (typeof endpoints)[number], options: Parameters<typeof get>[1]) =>
		method === "GET" ? get(`/api/auth/${endpoint}`, options) : post(`/api/auth/${endpoint}`, { ...options, body });

	it.for(endpoints)("S47 denies a session that the backend has ended: %s %s", async (row, { expect }) => {
		const { backend, bindings } = sessionBackend(hasEnded);
		const { cookies, accessToken, refreshToken, user } = await storedSession();
		const denied = await call(row, { cookies, bindings });
		expect(await outcomeOf(denied)).toEqual([401, "SessionEnded"]);
		expect(isCleared(denied)).toBe(true);
		expect(await isRevoked(refreshToken)).toBe(true);
		expect(await operationsOf(accessToken)).toEqual([]);
		expect(await operationsOf(`username-of-${user}`)).toEqual([]);
		expect(backend.requested).toEqual([{ path: "/api/session", authorization: `Bearer ${accessToken}` }]);
	});

	it.for(endpoints)(
		"keeps the session and does nothing while the backend cannot be reached: %s %s",
		async (row, { expect }) => {
			const responses: Reply[] = [
				connectionLost,
				async () => new Response("broken", { status: 500 }),
				async () => new Response("no", { status: 401 }),
				async () => new Response("<html>"),
			];
			for (const response of responses) {
				const { bindings } = sessionBackend(response);
				const { cookies, accessToken, refreshToken } = await storedSession();
				const denied = await call(row, { cookies, bindings });
				expect(await outcomeOf(denied)).toEqual([502, "UpstreamUnreachable"]);
				expect(denied.headers.getSetCookie()).toEqual([]);
				expect(await operationsOf(accessToken)).toEqual([]);
				expect(await isRevoked(refreshToken)).toBe(false);
			}
		},
	);

	it("keeps a refresh token that was rotated just before the backend could not be reached", async ({ expect }) => {
		const { bindings } = sessionBackend(connectionLost);
		const { cookies, refreshToken } = await storedSession({ accessExpiresIn: -60, refreshMode: "rotating" });
		const denied = await post("/api/auth/profile", { cookies, bindings, body: { name: "Jane" } });
		expect(await outcomeOf(denied)).toEqual([502, "UpstreamUnreachable"]);
		const kept = setCookiesOf(denied).find(({ name }) => name.endsWith(".refreshToken"))?.value;
		expect(kept).toBe(`${refreshToken}+`);
	});

	it("calls the backend each time, however lately it has responded", async ({ expect }) => {
		const { backend, bindings } = sessionBackend(goesOn);
		const { cookies } = await storedSession();
		const save = () => post("/api/auth/profile", { cookies, bindings, body: { name: "Jane" } });
		expect(await outcomeOf(await save())).toEqual([200, "saved"]);
		await get(check, { cookies, bindings });
		backend.answer = hasEnded;
		expect(await outcomeOf(await save())).toEqual([401, "SessionEnded"]);
	});

	it("makes no call if the backend is another party's", async ({ expect }) => {
		const { backend, bindings } = sessionBackend(hasEnded);
		const elsewhere = freshBindings({ BACKEND: bindings.BACKEND, UPSTREAM_URL: "https://upstream.example/trpc" });
		const { cookies } = await storedSession();
		const saved = await post("/api/auth/profile", { cookies, bindings: elsewhere, body: { name: "Jane" } });
		expect(await outcomeOf(saved)).toEqual([200, "saved"]);
		expect(await (await get(check, { cookies, bindings: elsewhere })).json()).toMatchObject({ isAuthenticated: true });
		expect(backend.requested).toEqual([]);
	});
});

describe("signing out everywhere", () => {
	const signOut = (cookies: string, response: Reply) =>
		post("/api/auth/sign-out-everywhere", { cookies, bindings: sessionBackend(response).bindings });

	it("S47 ends no other session on request of one that has ended", async ({ expect }) => {
		const { cookies, accessToken, refreshToken } = await storedSession();
		const denied = await signOut(cookies, hasEnded);
		expect(await outcomeOf(denied)).toEqual([401, "SessionEnded"]);
		expect(isCleared(denied)).toBe(true);
		expect(await operationsOf(accessToken)).toEqual([]);
		expect(await isRevoked(refreshToken)).toBe(true);
	});

	it("works also while the backend cannot be reached", async ({ expect }) => {
		const { cookies, accessToken } = await storedSession();
		const done = await signOut(cookies, connectionLost);
		expect(await outcomeOf(done)).toEqual([200, "signed-out"]);
		expect(await operationsOf(accessToken)).toEqual(["GlobalSignOut"]);
	});
});

describe("the session check", () => {
	it("S47 returns false within 30 s of the end, by one call in that time, and clears and revokes", async ({
		expect,
	}) => {
		vi.useFakeTimers({ toFake: ["Date"] });
		const { backend, bindings } = sessionBackend(goesOn);
		const { cookies, refreshToken } = await storedSession();
		const respond = async () => (await get(check, { cookies, bindings })).json();
		expect(await respond()).toMatchObject({ isAuthenticated: true });
		backend.answer = hasEnded;
		vi.setSystemTime(Date.now() + 29_900);
		expect(await respond()).toMatchObject({ isAuthenticated: true });
		expect(backend.requested).toHaveLength(1);
		vi.setSystemTime(Date.now() + 200);
		const ended = await get(check, { cookies, bindings });
		expect(await ended.json()).toEqual({ isAuthenticated: false, ending: "endedByBackend" });
		expect(isCleared(ended)).toBe(true);
		expect(await isRevoked(refreshToken)).toBe(true);
		expect(loggedEvents().map(({ event }) => event)).toEqual(["session-ended"]);
		expect(await respond()).toEqual({ isAuthenticated: false, ending: "endedByBackend" });
	});

	it("S47 revokes the new token of an ended session that was just refreshed", async ({ expect }) => {
		const { bindings } = sessionBackend(hasEnded);
		const { cookies, refreshToken } = await storedSession({ accessExpiresIn: -60, refreshMode: "rotating" });
		const ended = await get(check, { cookies, bindings });
		expect(await ended.json()).toEqual({ isAuthenticated: false, ending: "endedByBackend" });
		expect(isCleared(ended)).toBe(true);
		const revoked = (await cognitoCalls(`${refreshToken}+`)).map(({ operation }) => operation);
		expect(revoked).toEqual(["RevokeToken"]);
	});

	it("trusts the token while the backend cannot be reached, and does not call at every check", async ({ expect }) => {
		vi.useFakeTimers({ toFake: ["Date"] });
		const { backend, bindings } = sessionBackend(connectionLost);
		const { cookies } = await storedSession();
		for (let count = 0; count < 3; count++) {
			const response = await get(check, { cookies, bindings });
			expect(await response.json()).toMatchObject({ isAuthenticated: true });
			expect(response.headers.getSetCookie()).toEqual([]);
		}
		expect(backend.requested).toHaveLength(1);
		backend.answer = hasEnded;
		vi.setSystemTime(Date.now() + 10_000);
		expect(await (await get(check, { cookies, bindings })).json()).toEqual({
			isAuthenticated: false,
			ending: "endedByBackend",
		});
	});

	it("caches the result of one sign-in for that sign-in alone", async ({ expect }) => {
		const { backend, bindings } = sessionBackend(goesOn);
		const user = `jane-${crypto.randomUUID()}`;
		const [first, second] = [
			await storedSession({ user }),
			await storedSession({ user, access: { origin_jti: crypto.randomUUID() } }),
		];
		await get(check, { cookies: first.cookies, bindings });
		backend.answer = hasEnded;
		expect(await (await get(check, { cookies: second.cookies, bindings })).json()).toEqual({
			isAuthenticated: false,
			ending: "endedByBackend",
		});
		const browser = createBrowser(first.cookies, bindings);
		expect(await (await browser.get(check)).json()).toMatchObject({ isAuthenticated: true });
	});
});
