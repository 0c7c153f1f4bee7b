import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createSession } from "../../client/api/session";
import type { SessionCheck } from "../../shared/session/session";

const user = (sub: string) => ({ sub, username: sub, email: null, name: null });
const signedIn = (sub: string, expiresInMs = 3_600_000): SessionCheck => ({
	isAuthenticated: true,
	user: user(sub),
	expiresAt: 0,
	expiresInMs,
});

type Wanted = (signal: AbortSignal) => Promise<SessionCheck>;

function harness(parts: { ask?: (signal: AbortSignal) => Promise<unknown>; due?: number } = {}) {
	const clock = { now: 0 };
	const tabsMemory = { refreshDue: () => parts.due ?? Number.POSITIVE_INFINITY, keep: vi.fn() };
	const results: (SessionCheck | Error)[] = [];
	const request = vi.fn(async () => {
		const result = results.shift() ?? new Error("Nothing left to answer");
		if (result instanceof Error) throw result;
		return result;
	});
	const turns = vi.fn();
	const connection = { reached: vi.fn(), lost: vi.fn() };
	const session = createSession({
		fetch: (parts.ask as Wanted | undefined) ?? request,
		now: () => clock.now,
		inTurn: (work) => {
			turns();
			return work();
		},
		connection,
		tabsMemory,
	});
	return { session, clock, answers: results, ask: request, turns, connection, tabsMemory };
}

describe("the session check", () => {
	it("sends one request for checks at the same time, and one a second at most", async () => {
		const { session, clock, answers: results, ask: request } = harness();
		results.push(signedIn("ana"), { isAuthenticated: false });
		const both = await Promise.all([session.check(), session.check()]);
		expect(both).toEqual([
			{ outcome: "signed-in", user: user("ana") },
			{ outcome: "signed-in", user: user("ana") },
		]);
		clock.now = 999;
		await session.check();
		expect(request).toHaveBeenCalledTimes(1);
		clock.now = 1_000;
		expect(await session.check()).toEqual({ outcome: "signed-out", hasEnded: true });
		expect(request).toHaveBeenCalledTimes(2);
	});

	it("reports unanswered with the last person who was signed in, and checks again at once", async () => {
		const { session, clock, answers: results, connection } = harness();
		results.push(new Error("offline"), signedIn("ana"), new Error("offline"), signedIn("ana"));
		expect(await session.check()).toEqual({ outcome: "unanswered", lastUser: null });
		expect(await session.check()).toEqual({ outcome: "signed-in", user: user("ana") });
		clock.now = 5_000;
		expect(await session.check()).toEqual({ outcome: "unanswered", lastUser: user("ana") });
		expect(connection.lost).toHaveBeenCalledTimes(2);
		expect(await session.check()).toEqual({ outcome: "signed-in", user: user("ana") });
	});

	it("takes turns with other tabs within ten seconds of the token's end, before calls too", async () => {
		const { session, clock, answers: results, ask: request, turns } = harness();
		results.push(signedIn("ana", 60_000), signedIn("ana", 3_600_000));
		await session.check();
		clock.now = 50_000;
		await session.beforeCall();
		expect(request).toHaveBeenCalledTimes(1);
		clock.now = 50_001;
		await session.beforeCall();
		expect(request).toHaveBeenCalledTimes(2);
		expect(turns).toHaveBeenCalledTimes(1);
		await session.beforeCall();
		expect(request).toHaveBeenCalledTimes(2);
	});

	it("waits for its turn at first too where another tab has heard that a refresh is near, and says what it hears", async () => {
		const near = harness({ due: 9_999 });
		near.answers.push(signedIn("ana", 3_600_000));
		await near.session.check();
		expect(near.turns).toHaveBeenCalledTimes(1);
		expect(near.tabsMemory.keep).toHaveBeenLastCalledWith("ana", 3_600_000, undefined);
		const far = harness({ due: 10_000 });
		far.answers.push({ isAuthenticated: false });
		await far.session.check();
		expect(far.turns).not.toHaveBeenCalled();
		expect(far.tabsMemory.keep).toHaveBeenLastCalledWith(null, Number.POSITIVE_INFINITY, undefined);
	});

	it("knows that no one is signed in, until something happens that could change it", async () => {
		const { session, clock, answers: results } = harness();
		expect(session.isKnownSignedOut()).toBe(false);
		results.push({ isAuthenticated: false }, new Error("offline"), signedIn("ana"), { isAuthenticated: false });
		await session.check();
		expect(session.isKnownSignedOut()).toBe(true);
		clock.now = 1_000;
		await session.check();
		expect(session.isKnownSignedOut()).toBe(true);
		await session.check();
		expect(session.isKnownSignedOut()).toBe(false);
		clock.now = 2_000;
		await session.check();
		expect(session.isKnownSignedOut()).toBe(true);
		session.forget();
		expect(session.isKnownSignedOut()).toBe(false);
	});
});

describe("the page's person", () => {
	const ben = user("ben");

	it("stays the first person who was signed in, whatever person signs in later", async () => {
		const { session, answers: results } = harness();
		const outcomes: unknown[] = [];
		for (const result of [signedIn("ana"), signedIn("ben"), { isAuthenticated: false } as const, signedIn("ana")]) {
			results.push(result);
			session.forget();
			outcomes.push(await session.check());
			expect(session.sub()).toBe("ana");
		}
		expect(outcomes).toEqual([
			{ outcome: "signed-in", user: user("ana") },
			{ outcome: "other-person", user: ben },
			{ outcome: "signed-out", hasEnded: true },
			{ outcome: "signed-in", user: user("ana") },
		]);
	});

	it("stays after signing out too, so that the next one's screens are of another page", async () => {
		const { session, answers: results } = harness();
		results.push(signedIn("ana"), { isAuthenticated: false }, signedIn("ben"));
		await session.check();
		await session.leave(async () => "signed out");
		session.forget();
		expect(await session.check()).toEqual({ outcome: "signed-out", hasEnded: false });
		session.forget();
		expect(await session.check()).toEqual({ outcome: "other-person", user: ben });
	});

	it("differs from the person of an unanswered check, once no one is known to be signed in", async () => {
		const { session, clock, answers: results } = harness();
		results.push(signedIn("ana"), { isAuthenticated: false }, new Error("offline"));
		for (clock.now = 0; clock.now < 4_000; clock.now += 2_000) await session.check();
		expect(await session.check()).toEqual({ outcome: "unanswered", lastUser: null });
	});

	it("notifies the browser's other tabs, at a sign-out at once", async () => {
		const { session, answers: results, tabsMemory } = harness();
		results.push(signedIn("ana"), new Error("offline"), { isAuthenticated: false });
		await session.check();
		session.forget();
		await session.check();
		expect(tabsMemory.keep.mock.calls).toEqual([["ana", 3_600_000, undefined]]);
		await session.leave(async () => "signed out");
		expect(tabsMemory.keep).toHaveBeenLastCalledWith(null, 0, "signedOut");
		await session.check();
		expect(tabsMemory.keep).toHaveBeenCalledTimes(3);
	});
});

describe("a sign-out under way", () => {
	const never = (signal: AbortSignal) =>
		new Promise<string>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

	it("cuts off reads under way and rejects new calls before the sign-out is sent", async () => {
		const { session, connection } = harness({ ask: never });
		const [read, check] = [session.send("read", never), session.check()];
		const steps: string[] = [];
		session.onLeaving((isLeaving) => void steps.push(isLeaving ? "leaving" : "staying"));
		read.catch(() => void steps.push("read cut off"));
		await session.leave(async () => {
			steps.push("sign-out sent");
			expect(session.isLeaving()).toBe(true);
			await expect(session.send("write", async () => "sent")).rejects.toThrow();
			await expect(session.send("read", async () => "sent")).rejects.toThrow();
		});
		expect(steps).toEqual(["leaving", "read cut off", "sign-out sent"]);
		expect(await check).toEqual({ outcome: "unanswered", lastUser: null });
		expect(connection.lost).not.toHaveBeenCalled();
		expect(session.isLeaving()).toBe(false);
		expect(await session.send("read", async () => "sent")).toBe("sent");
	});

	it("waits for saves under way, and no longer than the session check", async () => {
		vi.useFakeTimers();
		onTestFinished(() => void vi.useRealTimers());
		const { session } = harness();
		const saving = Promise.withResolvers<string>();
		const saved = session.send("write", () => saving.promise);
		const signOut = vi.fn(async () => undefined);
		const left = session.leave(signOut);
		await vi.advanceTimersByTimeAsync(1_000);
		expect(signOut).not.toHaveBeenCalled();
		saving.resolve("saved");
		await left;
		expect(await saved).toBe("saved");

		const stuck = session.send("write", never);
		stuck.catch(() => undefined);
		const leftAgain = session.leave(signOut);
		await vi.advanceTimersByTimeAsync(10_000);
		await leftAgain;
		await expect(stuck).rejects.toThrow();
	});

	it("lets everything go on after a sign-out without a response", async () => {
		const { session } = harness();
		const received = vi.fn();
		session.onLeaving(received);
		await expect(session.leave(() => Promise.reject(new Error("nobody answered")))).rejects.toThrow("nobody");
		expect(received.mock.calls).toEqual([[true], [false]]);
		expect(await session.send("write", async () => "sent")).toBe("sent");
	});
});
