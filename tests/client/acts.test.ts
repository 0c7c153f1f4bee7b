import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createActs } from "../../client/api/acts";
import type { SessionResponse } from "../../client/api/session";
import { minuteMs, secondMs } from "../../shared/base/durations";
import * as fc from "../properties";

const user = { sub: "ana", username: "ana", email: null, name: null };
const limit = 15;

/** A browser with tabs, and the console that measures its idle minutes as the edge does. */
function browserWith(limitMinutes: number, tabCount = 1) {
	const minuteNow = () => Math.floor(Date.now() / minuteMs);
	const console_ = { lastMinute: minuteNow(), isReached: true, told: [] as string[] };
	const clock = { offMs: 0, sleptMs: 0 };
	const isOver = () => minuteNow() - console_.lastMinute > limitMinutes;
	const tabs = Array.from({ length: tabCount }, () => {
		const onOver = vi.fn();
		let measured: number | undefined = 0;
		const send = async (): Promise<SessionResponse> => {
			const { "x-acted": secondsAgo } = acts.header();
			if (!console_.isReached) return { outcome: "unanswered", lastUser: user };
			if (isOver()) {
				measured = undefined;
				return { outcome: "signed-out", hasEnded: true };
			}
			measured = minuteNow() - console_.lastMinute;
			if (secondsAgo !== undefined) {
				console_.told.push(secondsAgo);
				const minute = Math.floor((Date.now() - Number(secondsAgo) * secondMs) / minuteMs);
				console_.lastMinute = Math.max(console_.lastMinute, minute);
			}
			return { outcome: "signed-in", user };
		};
		const acts = createActs({
			check: send,
			measured: () => measured,
			onOver,
			wall: () => Date.now() + clock.offMs,
			steady: () => Date.now() - clock.sleptMs,
		});
		acts.limit(limitMinutes);
		return { acts, send, onOver };
	});
	const [first] = tabs;
	if (!first) throw new Error("A browser needs a tab");
	return { tabs, first, console_, clock, isOver };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
	vi.useFakeTimers({ now: Date.UTC(2026, 10, 29, 8, 0, 30) });
});

afterEach(() => {
	vi.useRealTimers();
});

describe("the acts of a person", () => {
	it("go with a call of the page, once, as their age", async () => {
		const { first, console_ } = browserWith(limit);
		first.acts.act();
		await pass(7_000);
		expect(first.acts.header()).toEqual({ "x-acted": "7" });
		expect(first.acts.header()).toEqual({});
		await first.send();
		expect(console_.told).toEqual([]);
	});

	it("go with a check once a minute where the page sends no call", async () => {
		const { first, console_ } = browserWith(limit);
		for (let second = 0; second < 180; second += 1) {
			first.acts.act();
			await pass(secondMs);
		}
		expect(console_.told.length).toBeGreaterThanOrEqual(2);
		expect(console_.told.length).toBeLessThanOrEqual(3);
	});

	it("go every four minutes without a limit, so that one that is set meanwhile finds no pause", async () => {
		const { first, console_ } = browserWith(limit);
		first.acts.limit(null);
		for (let second = 0; second < 600; second += 1) {
			first.acts.act();
			await pass(secondMs);
		}
		expect(console_.told).toHaveLength(2);
	});

	it("go again where the console did not respond", async () => {
		const { first, console_ } = browserWith(limit);
		console_.isReached = false;
		first.acts.act();
		await pass(minuteMs + 1);
		expect(console_.told).toEqual([]);
		console_.isReached = true;
		await pass(minuteMs);
		expect(console_.told).toHaveLength(1);
	});
});

describe("the warning of an idle page", () => {
	const untilWarning = (limit - 2) * minuteMs;

	it("comes two minutes before, counts down, and goes on by its button alone", async () => {
		const { first } = browserWith(limit);
		const shown: (number | null)[] = [];
		first.acts.subscribe(() => shown.push(first.acts.read().minutes));
		await pass(untilWarning - 1_000);
		expect(shown).toEqual([]);
		await pass(2 * minuteMs);
		expect(shown[0]).toBe(2);
		expect(shown).toEqual(shown.toSorted().reverse());
		first.acts.act();
		expect(first.acts.read().minutes).not.toBeNull();
		first.acts.stay();
		expect(first.acts.read().minutes).toBeNull();
		await pass(untilWarning - 1_000);
		expect(first.acts.read().minutes).toBeNull();
		await pass(2_000);
		expect(first.acts.read().minutes).toBe(2);
	});

	it("ends with the session, which every tab then learns", async () => {
		const { tabs } = browserWith(limit, 2);
		await pass((limit + 1) * minuteMs + 20_000);
		for (const { acts, onOver } of tabs) {
			expect(onOver).toHaveBeenCalledTimes(1);
			expect(acts.read().minutes).toBeNull();
		}
		await pass(60 * minuteMs);
		for (const { acts, onOver } of tabs) {
			acts.act();
			expect(onOver).toHaveBeenCalledTimes(1);
		}
	});

	it("stays away from one tab while its person acts in another, and goes where they stay signed in", async () => {
		const { tabs } = browserWith(limit, 2);
		const [shown, other] = tabs;
		for (let minute = 0; minute < 3 * limit; minute += 1) {
			other?.acts.act();
			await pass(minuteMs);
			expect(shown?.acts.read().minutes).toBeNull();
		}
		await pass(untilWarning - minuteMs + 1_000);
		expect(tabs.map(({ acts }) => acts.read().minutes)).toEqual([2, 2]);
		other?.acts.stay();
		await pass(15_000);
		expect(shown?.acts.read().minutes).toBeNull();
	});

	it("waits in an outage, without ending anything", async () => {
		const { first, console_ } = browserWith(limit);
		console_.isReached = false;
		await pass(2 * limit * minuteMs);
		expect([first.acts.read().minutes, first.onOver.mock.calls]).toEqual([null, []]);
		console_.isReached = true;
		await pass(15_000);
		expect(first.onOver).toHaveBeenCalledTimes(1);
	});

	it("follows a limit that is set, changed and taken back", async () => {
		const { first } = browserWith(limit);
		first.acts.limit(null);
		await pass(6 * minuteMs);
		expect(first.acts.read().minutes).toBeNull();
		first.acts.limit(8);
		await pass(1);
		expect(first.acts.read().minutes).not.toBeNull();
		first.acts.limit(60);
		await pass(minuteMs);
		first.acts.limit(null);
		expect(first.acts.read().minutes).toBeNull();
	});

	it("comes after a sleep of the computer, though an act from before is told then and a clock stood still", async () => {
		for (const [slept, isOver] of [
			[limit - 5, false],
			[2 * limit, true],
		] as const)
			for (const isCounted of [true, false]) {
				const { first, console_, clock } = browserWith(limit);
				await first.send();
				first.acts.act();
				const minute = Math.floor(Date.now() / minuteMs);
				await pass(10_000);
				vi.setSystemTime(Date.now() + slept * minuteMs);
				if (!isCounted) clock.sleptMs += slept * minuteMs;
				await pass(minuteMs);
				expect(console_.lastMinute).toBeLessThanOrEqual(minute);
				expect(first.onOver).toHaveBeenCalledTimes(isOver ? 1 : 0);
			}
	});
});

type Step =
	| { kind: "act" | "call"; tab: number }
	| { kind: "refresh" }
	| { kind: "wait"; seconds: number }
	| { kind: "jump"; minutes: number };

const tab = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({ kind: fc.constantFrom("act" as const, "act" as const, "call" as const), tab }),
	fc.constant({ kind: "refresh" as const }),
	fc.record({ kind: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 400 }) }),
	fc.record({ kind: fc.constant("jump" as const), minutes: fc.constantFrom(-10, 10) }),
);

describe("an idle browser with tabs", () => {
	it("ends N to N + 1 minutes after the last act, over calls, refreshes and a clock that jumps", async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 5, max: 20 }), fc.array(step, { maxLength: 30 }), async (minutes, steps) => {
				vi.setSystemTime(Date.UTC(2026, 10, 29, 8, 0, 30));
				const { tabs, console_, clock, isOver } = browserWith(minutes, 3);
				let lastAct = Date.now();
				/** An act that no call has told yet is told a little older if the clock jumps ahead at that moment. */
				let lostMs = 0;
				for (const each of steps) {
					if (isOver()) break;
					if (each.kind === "wait") await pass(each.seconds * secondMs);
					if (each.kind === "call") await tabs[each.tab]?.send();
					if (each.kind === "refresh") for (const { send } of tabs) await send();
					if (each.kind === "jump") {
						clock.offMs += each.minutes * minuteMs;
						if (each.minutes > 0 && Date.now() - lastAct < minuteMs) lostMs = minuteMs;
					}
					if (each.kind === "act" && !isOver()) {
						const acts = tabs[each.tab]?.acts;
						if (acts?.read().minutes === null) acts.act();
						else acts?.stay();
						await pass(0);
						[lastAct, lostMs] = [Date.now(), 0];
					}
				}
				while (!isOver()) await pass(secondMs);
				const idleMs = (console_.lastMinute + minutes + 1) * minuteMs - lastAct;
				expect(idleMs).toBeGreaterThan(minutes * minuteMs - lostMs);
				expect(idleMs).toBeLessThanOrEqual((minutes + 1) * minuteMs);
				await pass(20_000);
				for (const { onOver } of tabs) expect(onOver).toHaveBeenCalled();
			}),
			{ numRuns: 60 },
		);
	});
});
