import { describe, expect, it } from "vitest";
import { type MuteTimes, mutedUntilAt, nextMuteAfter, nextMuteChange } from "../../../shared/alert/mute-times";
import { isInside, type ZonedWindows } from "../../../shared/time/time-windows";
import * as fc from "../../properties";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const starts = [Date.UTC(2026, 2, 28), Date.UTC(2026, 9, 24), Date.UTC(2026, 2, 7), Date.UTC(2026, 10, 6)];

const clock = (minutes: number) =>
	[Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

const times: fc.Arbitrary<MuteTimes & { start: number }> = fc
	.record({
		zone: fc.constantFrom("Europe/Berlin", "America/New_York", "Asia/Kathmandu", "device:-420:1", "UTC"),
		start: fc.constantFrom(...starts),
		days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }),
		from: fc.integer({ min: 0, max: 95 }),
		length: fc.integer({ min: 1, max: 94 }),
		span: fc.option(fc.record({ after: fc.integer({ min: 0, max: 48 }), hours: fc.integer({ min: 1, max: 30 }) })),
		skipped: fc.option(fc.integer({ min: 0, max: 72 })),
	})
	.map(({ zone, start, days, from, length, span, skipped }) => {
		const weekly = days.length === 0 ? [] : [{ days, from: clock(from * 15), to: clock(((from + length) % 96) * 15) }];
		const spans = span ? [{ from: start + span.after * hourMs, to: start + (span.after + span.hours) * hourMs }] : [];
		const windows: ZonedWindows = { zone, weekly, spans };
		return { start, windows, skippedUntil: skipped === null ? null : start + skipped * hourMs };
	});

/** A plain oracle, minute by minute, that only knows whether an instant is inside. */
const isMutedAt = ({ windows, skippedUntil }: MuteTimes, at: number) =>
	isInside(windows, at) && (skippedUntil === null || at >= skippedUntil);

describe("a planned mute", () => {
	it("mutes exactly in its windows, and until the first minute out of them, whenever it is asked", () => {
		fc.assert(
			fc.property(times, fc.array(fc.integer({ min: 0, max: 4 * 24 * 60 }), { minLength: 1 }), (planned, minutes) => {
				for (const minute of minutes) {
					const at = planned.start + minute * minuteMs;
					const until = mutedUntilAt(planned, at);
					if (until === null) {
						const isEndless = planned.windows.weekly.length > 0 && isMutedAt(planned, at);
						if (!isEndless) expect(isMutedAt(planned, at)).toBe(false);
						continue;
					}
					expect(isMutedAt(planned, at)).toBe(true);
					expect(isInside(planned.windows, until)).toBe(false);
					for (let one = at; one < until; one += minuteMs) expect(isInside(planned.windows, one)).toBe(true);
				}
			}),
		);
	});

	it("says when it mutes next, with nothing muted in between", () => {
		fc.assert(
			fc.property(times, fc.integer({ min: 0, max: 3 * 24 * 60 }), (planned, minute) => {
				const now = planned.start + minute * minuteMs;
				const next = nextMuteAfter(planned, now);
				const until = mutedUntilAt(planned, now);
				expect(nextMuteChange(planned, now)).toBe(until ?? next?.from ?? null);
				const end = next?.from ?? now + 2 * 24 * hourMs;
				for (let one = until ?? now; one < end; one += 15 * minuteMs) {
					if (until === null && next === null) break;
					expect(isMutedAt(planned, one)).toBe(false);
				}
				if (!next) return;
				expect(isMutedAt(planned, next.from)).toBe(true);
				expect(mutedUntilAt(planned, next.from)).toBe(next.to);
				expect(next.from).toBeGreaterThanOrEqual(until ?? now);
			}),
		);
	});

	it("lasts as long as the night of the clock does", () => {
		const night: MuteTimes = {
			windows: { zone: "Europe/Berlin", weekly: [{ days: [6], from: "22:00", to: "06:00" }], spans: [] },
			skippedUntil: null,
		};
		const lengthOf = (at: number) => {
			const next = nextMuteAfter(night, at);
			return next ? (next.to - next.from) / hourMs : null;
		};
		expect(starts.slice(0, 2).map(lengthOf)).toEqual([7, 9]);
	});
});
