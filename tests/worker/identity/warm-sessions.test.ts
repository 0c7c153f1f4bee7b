import { describe, it } from "vitest";
import { createWarmSessions } from "../../../worker/session/known-sessions";
import type { SignedIn } from "../../../worker/session/session";

const sessionUntil = (accessExp: number, idExp: number | null): SignedIn => ({
	status: "signed-in",
	tokens: { accessToken: "a", idToken: null, refreshToken: null },
	access: { sub: "s", username: "u", exp: accessExp, authTime: null, originJti: null },
	id:
		idExp === null
			? null
			: { sub: "s", exp: idExp, verifiedEmail: null, email: null, name: null, provider: null, issuedAt: null },
	isRefreshed: false,
	idleMinutes: null,
});

describe("the memory of sessions", () => {
	it("gives back a session for exactly the cookies it was read from", ({ expect }) => {
		const sessions = createWarmSessions(() => 0);
		const session = sessionUntil(3600, 3600);
		sessions.remember("a=1", session);
		expect(sessions.recall("a=1")).toBe(session);
		expect(sessions.recall("a=1; b=2")).toBeUndefined();
		expect(sessions.recall("")).toBeUndefined();
	});

	it("recognizes cookies that differ in a single place, wherever it is", ({ expect }) => {
		const sessions = createWarmSessions(() => 0);
		const header = "c".repeat(1_000);
		sessions.remember(header, sessionUntil(3600, 3600));
		for (let at = 0; at < header.length; at += 1) {
			expect(sessions.recall(`${header.slice(0, at)}d${header.slice(at + 1)}`), `at ${at}`).toBeUndefined();
		}
		expect(sessions.recall(header)).toBeDefined();
	});

	it("forgets after half a minute, and before either token is due", ({ expect }) => {
		let now = 0;
		const sessions = createWarmSessions(() => now);
		sessions.remember("long", sessionUntil(3600, 3600));
		sessions.remember("access", sessionUntil(20, null));
		sessions.remember("id", sessionUntil(3600, 20));
		now = 14_999;
		expect(["long", "access", "id"].map((key) => sessions.recall(key) !== undefined)).toEqual([true, true, true]);
		now = 15_000;
		expect(["long", "access", "id"].map((key) => sessions.recall(key) !== undefined)).toEqual([true, false, false]);
		now = 30_000;
		expect(sessions.recall("long")).toBeUndefined();
	});

	it("holds nothing of cookies that are far longer than tokens", ({ expect }) => {
		const sessions = createWarmSessions(() => 0);
		for (const length of [10_000, 100_000]) sessions.remember("x".repeat(length), sessionUntil(3600, null));
		expect(sessions.recall("x".repeat(10_000))).toBeDefined();
		expect(sessions.recall("x".repeat(100_000))).toBeUndefined();
	});
});
