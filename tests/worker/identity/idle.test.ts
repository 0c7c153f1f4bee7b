import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { minuteMs } from "../../../shared/base/durations";
import * as fc from "../../properties";
import { createBrowser } from "../fixtures/browser";
import { connectionLost, fetcherOf, freshBindings, get, setCookiesOf, storedSession } from "../fixtures/console";
import { accessClaims } from "../fixtures/token-claims";

const check = "/api/isAuthenticated";
const call = "/api/proxy/a.b";
const sessionKey = "a-session-key-of-thirty-two-letters!";
const limitMinutes = 15;

const result = () => Response.json([{ result: { data: { json: 1 } } }]);
const idle = () => new Response(null, { status: 401, headers: { "x-session": "ended", "x-session-reason": "idle" } });

/** A backend whose account has the limit. `seen`: the minutes that the console measured, by path. */
function accountWith(limit = limitMinutes, changes: Parameters<typeof freshBindings>[0] = {}) {
	const seen: [path: string, minutes: string | null][] = [];
	const account = { isReached: true };
	const BACKEND = fetcherOf(async (url, init) => {
		const { pathname } = new URL(url);
		const minutes = new Headers(init.headers).get("x-idle-minutes");
		seen.push([pathname, minutes]);
		if (!account.isReached) return connectionLost();
		if (minutes !== null && Number(minutes) > limit) return idle();
		return pathname === "/api/session" ? new Response(null, { status: 204 }) : result();
	});
	return { seen, account, bindings: freshBindings({ SESSION_KEY: sessionKey, BACKEND, ...changes }) };
}

const acted = (secondsAgo: number) => ({ "x-acted": String(secondsAgo) });
const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);
const activeIn = (response: Response) => setCookiesOf(response).find(({ name }) => name === "aql.active")?.value;
const isSignedIn = async (response: Response) =>
	((await response.json()) as { isAuthenticated: boolean }).isAuthenticated; // of the session check

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 29, 8, 0, 7) });
});

afterEach(() => {
	vi.useRealTimers();
});

const longSession = () => storedSession({ accessExpiresIn: 86_400 });

describe("an idle browser", () => {
	it("S68 counts whole minutes since the sign-in or the last act, which the backend receives", async () => {
		const { seen, bindings } = accountWith();
		const browser = createBrowser((await longSession()).cookies, bindings);
		await browser.get(call);
		wait(3 * minuteMs);
		await browser.get(call, acted(0));
		wait(2 * minuteMs);
		await browser.get(call);
		expect(seen).toEqual([
			["/api/proxy/a.b", "0"],
			["/api/proxy/a.b", "3"],
			["/api/proxy/a.b", "2"],
		]);
	});

	it("S68 ends for its reason, at a call as at a check, and an act does not revive it", async () => {
		for (const path of [call, check])
			for (const headers of [{}, acted(0)]) {
				const { bindings } = accountWith();
				const browser = createBrowser((await longSession()).cookies, bindings);
				await browser.get(call, acted(0));
				wait((limitMinutes + 1) * minuteMs);
				const ended = await browser.get(path, headers);
				expect(ended.headers.getSetCookie().every((line) => line.includes("Max-Age=0"))).toBe(true);
				expect(await ended.text()).toContain('"ending":"idle"');
				expect([...browser.jar.keys()]).toEqual([]);
			}
	});

	it("S68 writes the cookie at most once a minute, HttpOnly, for the page's act and nothing else", async () => {
		const { bindings } = accountWith();
		const browser = createBrowser((await longSession()).cookies, bindings);
		const written: (string | undefined)[] = [];
		const send = async (headers = {}) => written.push(activeIn(await browser.get(call, headers)));
		wait(minuteMs);
		await send();
		const [first] = setCookiesOf(await browser.get(call, acted(0)));
		expect(first?.attributes).toEqual(["Path=/", "Max-Age=31536000", "Secure", "HttpOnly", "SameSite=Lax"]);
		for (const secondsAgo of [0, 3, 59]) await send(acted(secondsAgo));
		for (const odd of ["", "-1", "1e1", "now", "9999999"]) await send({ "x-acted": odd });
		expect(written).toEqual(written.map(() => undefined));
		wait(minuteMs);
		await send(acted(0));
		expect(written.at(-1)).toMatch(/^\d+\.[\da-f]{64}$/);
	});

	it("S69 gains nothing by a cookie that is tampered with, of another sign-in, or older", async () => {
		const { seen, bindings } = accountWith();
		const [own, foreign] = [await longSession(), await longSession()];
		wait(minuteMs);
		const active = async (cookies: string) => activeIn(await get(call, { cookies, bindings, headers: acted(0) })) ?? "";
		const [ownValue, foreignValue] = [await active(own.cookies), await active(foreign.cookies)];
		wait(9 * minuteMs);
		const [minute = "", mac = ""] = (await active(foreign.cookies)).split(".");
		const later = `${Number(minute) + 60}`;
		const forged = [foreignValue, `${minute}.${mac}`, `${later}.${mac}`, `${minute}.${"0".repeat(64)}`, later, "."];
		const measured = async (value: string) => {
			await get(call, { cookies: `${own.cookies}; aql.active=${value}`, bindings });
			return seen.at(-1)?.[1];
		};
		for (const value of forged) expect(await measured(value), value).toBe("10");
		expect(await measured(ownValue)).toBe("9");
		expect(await measured(`${forged[2]}; aql.active=${ownValue}; xaql.active=1`)).toBe("9");
	});

	it("S69 accepts values of the key before, and signs with the present one", async () => {
		const { cookies } = await longSession();
		wait(minuteMs);
		const before = activeIn(await get(call, { cookies, bindings: accountWith().bindings, headers: acted(0) }));
		const keys = { SESSION_KEY: "another-session-key-of-many-letters!", SESSION_KEY_PREVIOUS: sessionKey };
		const { seen, bindings } = accountWith(limitMinutes, keys);
		wait(minuteMs);
		const renewed = await get(call, { cookies: `${cookies}; aql.active=${before}`, bindings, headers: acted(0) });
		expect(seen.at(-1)?.[1]).toBe("1");
		const alone = accountWith(limitMinutes, { SESSION_KEY: keys.SESSION_KEY });
		await get(call, { cookies: `${cookies}; aql.active=${activeIn(renewed)}`, bindings: alone.bindings });
		await get(call, { cookies: `${cookies}; aql.active=${before}`, bindings: alone.bindings });
		expect(alone.seen.map(([, minutes]) => minutes)).toEqual(["0", "2"]);
	});

	it("S69 ends at an act in an account without a limit, if another account of its person has one", async () => {
		const BACKEND = fetcherOf(async (url) => (url.endsWith("/api/session") ? idle() : result()));
		const browser = createBrowser((await longSession()).cookies, freshBindings({ SESSION_KEY: sessionKey, BACKEND }));
		wait(6 * minuteMs);
		expect((await browser.get(call)).status).toBe(200);
		expect((await browser.get(call, acted(0))).status).toBe(401);
		expect([...browser.jar.keys()]).toEqual([]);
	});

	it("signs no one out while the backend is out, and counts acts without a long pause between them", async () => {
		const { account, bindings } = accountWith();
		const browser = createBrowser((await longSession()).cookies, bindings);
		account.isReached = false;
		for (let count = 0; count < 10; count += 1) {
			wait(4 * minuteMs);
			expect(await isSignedIn(await browser.get(check, acted(0)))).toBe(true);
		}
		account.isReached = true;
		expect(await isSignedIn(await browser.get(check))).toBe(true);
		account.isReached = false;
		wait(16 * minuteMs);
		expect(await isSignedIn(await browser.get(check, acted(0)))).toBe(true);
		account.isReached = true;
		wait(minuteMs);
		expect(await isSignedIn(await browser.get(check))).toBe(false);
	});

	it("sends no minutes without a key, nor to another party's backend", async () => {
		const elsewhere = { UPSTREAM_URL: "https://upstream.example/trpc" };
		for (const changes of [{ SESSION_KEY: "" }, { SESSION_KEY: undefined }, elsewhere]) {
			const { seen, bindings } = accountWith(limitMinutes, changes);
			const browser = createBrowser((await longSession()).cookies, bindings);
			wait(60 * minuteMs);
			const response = await browser.get(check, acted(0));
			expect(await response.json()).toMatchObject({ isAuthenticated: true });
			expect(response.headers.getSetCookie()).toEqual([]);
			expect(seen.every(([, minutes]) => minutes === null)).toBe(true);
		}
	});

	it("S42 names a key that is too short to be one", async () => {
		const health = await get("/api/health", { bindings: freshBindings({ SESSION_KEY: "short" }) });
		expect(health.status).toBe(503);
		expect(await health.text()).toContain("SESSION_KEY");
	});
});

type Step =
	| { kind: "act"; tab: number; toldAfterSeconds: number }
	| { kind: "poll" | "check"; tab: number }
	| { kind: "refresh" }
	| { kind: "wait"; seconds: number }
	| { kind: "jump"; minutes: number };

const tab = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({ kind: fc.constant("act" as const), tab, toldAfterSeconds: fc.integer({ min: 0, max: 59 }) }),
	fc.record({ kind: fc.constantFrom("poll" as const, "check" as const), tab }),
	fc.constant({ kind: "refresh" as const }),
	fc.record({ kind: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 600 }) }),
	fc.record({ kind: fc.constant("jump" as const), minutes: fc.constantFrom(-10, 10) }),
);

describe("idle sessions", () => {
	it("S70 end N to N + 1 minutes after the last act, whatever else is sent and whichever clock jumps", async () => {
		let ended = 0;
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
				vi.setSystemTime(Date.UTC(2026, 10, 29, 8, 0, 7));
				const user = `jane-${crypto.randomUUID()}`;
				const { bindings } = accountWith(5);
				const access = accessClaims({ user, expiresIn: 86_400 });
				const stored = () => storedSession({ user, access: { ...access, iat: Math.floor(Date.now() / 1_000) } });
				const browser = createBrowser((await stored()).cookies, bindings);
				let [lastAct, isOver] = [Date.now(), false];
				const expectHeld = (isAlive: boolean, at: number, act: number) => {
					const minutes = (at - act) / minuteMs;
					if (isAlive) expect(minutes).toBeLessThanOrEqual(6);
					else expect(minutes).toBeGreaterThan(5);
					isOver = !isAlive;
				};
				const send = async (path: string, headers = {}) => {
					const response = await browser.get(path, headers);
					const isAlive = response.status === 200 && !(await response.text()).includes('"ending"');
					return isAlive;
				};
				for (const each of steps) {
					if (isOver) break;
					if (each.kind === "wait") wait(each.seconds * 1_000);
					if (each.kind === "jump") {
						wait(each.minutes * minuteMs);
						const isAlive = await send(check, acted(0));
						expectHeld(isAlive, Date.now(), lastAct);
						if (isAlive) lastAct = Date.now();
					}
					if (each.kind === "refresh") {
						for (const pair of (await stored()).cookies.split("; ")) {
							const equals = pair.indexOf("=");
							browser.jar.set(pair.slice(0, equals), pair.slice(equals + 1));
						}
					}
					if (each.kind === "poll") expectHeld(await send(call), Date.now(), lastAct);
					if (each.kind === "check") expectHeld(await send(check), Date.now(), lastAct);
					if (each.kind === "act") {
						const [before, at] = [lastAct, Date.now()];
						wait(each.toldAfterSeconds * 1_000);
						const isAlive = await send(call, acted(each.toldAfterSeconds));
						expectHeld(isAlive, Date.now(), isAlive ? at : before);
						if (isAlive) lastAct = at;
					}
				}
				if (isOver) ended += 1;
				else {
					vi.setSystemTime(Math.max(Date.now(), lastAct + 6 * minuteMs));
					expectHeld(await send(check), Date.now() + 1, lastAct);
				}
			}),
			{ numRuns: 60 },
		);
		expect(ended).toBeGreaterThan(15);
	});
});
