import { describe, expect, it } from "vitest";
import {
	applied,
	cutSpan,
	type KeptRetention,
	keptFromAt,
	type Retention,
	settled,
	shorteningWaitMs,
} from "../../../backend/storage/shortening";
import { dayMs, hourMs } from "../../../shared/base/durations";
import * as fc from "../../properties";

const start = Date.UTC(2026, 2, 3, 14);
const nothingWaits = (kept: Retention): KeptRetention => ({ kept, waiting: null });
const want = (wanted: Retention, now = start) => ({ wanted, now, hasReadings: true });
const lengthOf = (days: Retention) => days ?? Number.POSITIVE_INFINITY;

describe("a changed retention", () => {
	it("waits 24 h if it is shorter, and applies at once if it is longer", () => {
		const waiting = { days: 30, dueAt: start + 24 * hourMs };
		expect(settled(nothingWaits(null), want(30))).toEqual({ kept: null, waiting });
		expect(settled(nothingWaits(365), want(30))).toEqual({ kept: 365, waiting });
		expect(settled(nothingWaits(30), want(365))).toEqual({ kept: 365, waiting: null });
		expect(settled({ kept: 365, waiting }, want(null))).toEqual({ kept: null, waiting: null });
		expect(settled({ kept: 365, waiting }, want(365))).toEqual({ kept: 365, waiting: null });
	});

	it("applies at once where nothing is stored", () => {
		expect(settled(nothingWaits(null), { ...want(30), hasReadings: false })).toEqual({ kept: 30, waiting: null });
	});

	it("keeps its time if it removes less than the waiting one, and begins again if it removes more", () => {
		const later = start + hourMs;
		const waiting = { days: 30, dueAt: start + 24 * hourMs };
		expect(settled({ kept: null, waiting }, want(90, later)).waiting).toEqual({ ...waiting, days: 90 });
		expect(settled({ kept: null, waiting }, want(7, later)).waiting).toEqual({ days: 7, dueAt: later + 24 * hourMs });
	});

	it("cuts at the start of a UTC day, counted from when it applies", () => {
		const span = cutSpan(365, { days: 30, dueAt: Date.UTC(2026, 2, 4, 14) });
		expect(span).toEqual({ from: Date.UTC(2025, 2, 4), to: Date.UTC(2026, 1, 2) });
		expect(keptFromAt(null, start)).toBe(Number.NEGATIVE_INFINITY);
	});
});

const days = fc.option(fc.integer({ min: 1, max: 400 }), { nil: null });
const steps = fc.array(fc.record({ wanted: days, afterMs: fc.integer({ min: 0, max: 3 * dayMs }) }), { maxLength: 20 });

describe("a series of retentions", () => {
	it("hides nothing that was wanted at any time of the 24 h before", () => {
		fc.assert(
			fc.property(days, steps, (first, made) => {
				const wanted: { at: number; days: Retention }[] = [{ at: Number.NEGATIVE_INFINITY, days: first }];
				let state = nothingWaits(first);
				let now = start;
				for (const step of made) {
					const end = now + step.afterMs;
					const dueAt = state.waiting?.dueAt ?? Number.POSITIVE_INFINITY;
					if (dueAt <= end) {
						const before = lengthOf(state.kept);
						state = applied(state, dueAt);
						const inForce = wanted.filter((_, index) => (wanted[index + 1]?.at ?? end) > dueAt - shorteningWaitMs);
						expect(lengthOf(state.kept)).toBeLessThan(before);
						for (const one of inForce) expect(lengthOf(one.days)).toBeLessThan(before);
						expect(state.kept).toBe(wanted.at(-1)?.days);
					}
					now = end;
					wanted.push({ at: now, days: step.wanted });
					const before = lengthOf(state.kept);
					state = settled(state, want(step.wanted, now));
					expect(lengthOf(state.kept)).toBeGreaterThanOrEqual(Math.min(before, lengthOf(step.wanted)));
					expect(lengthOf(state.kept)).toBeGreaterThanOrEqual(
						before === lengthOf(state.kept) ? before : lengthOf(step.wanted),
					);
					expect(applied(state, now + shorteningWaitMs)).toEqual(nothingWaits(step.wanted));
				}
			}),
		);
	});
});
