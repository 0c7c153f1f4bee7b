import { describe, expect, it } from "vitest";
import { outsideOf, painted, shareOf, spansOf, type WeekSpan, windowsOf } from "../../../shared/time/painted-week";
import { TimeWindows, type WeeklyWindow } from "../../../shared/time/time-windows";
import * as fc from "../../properties";

const weekMinutes = 7 * 24 * 60;

const anySpan = fc
	.tuple(fc.integer({ min: 0, max: weekMinutes - 1 }), fc.integer({ min: 1, max: 3 * 24 * 60 }))
	.map(([from, length]): WeekSpan => ({ from, to: Math.min(weekMinutes, from + length) }));
const onHours = fc
	.tuple(fc.integer({ min: 0, max: 167 }), fc.integer({ min: 1, max: 30 }))
	.map(([hour, length]): WeekSpan => ({ from: hour * 60, to: Math.min(weekMinutes, (hour + length) * 60) }));
const anyWeek = fc
	.array(fc.oneof(anySpan, onHours), { maxLength: 6 })
	.map((all) => all.reduce<WeekSpan[]>((spans, span) => painted(spans, span, true), []));

const everyQuarter = Array.from({ length: weekMinutes / 15 }, (_, quarter) => [quarter * 15, quarter * 15 + 14]).flat();

const minuteIn = (spans: readonly WeekSpan[], minute: number) =>
	spans.some(({ from, to }) => from <= minute && minute < to);

describe("a painted week", () => {
	it("says the same as windows and as spans, and its windows are ones that a rule takes", () => {
		fc.assert(
			fc.property(anyWeek, (spans) => {
				const weekly = windowsOf(spans);
				expect(spansOf(weekly)).toEqual(spans);
				if (weekly.length <= 28) {
					expect(TimeWindows.safeParse({ zone: "UTC", weekly, spans: [] }).error?.issues).toBeUndefined();
				}
			}),
		);
	});

	it("changes within what is painted and nowhere else", () => {
		fc.assert(
			fc.property(anyWeek, anySpan, fc.boolean(), (spans, span, isOn) => {
				const after = painted(spans, span, isOn);
				expect(shareOf(after, span)).toBe(Number(isOn));
				const wrong = everyQuarter.filter((minute) => {
					const isPainted = span.from <= minute && minute < span.to;
					return minuteIn(after, minute) !== (isPainted ? isOn : minuteIn(spans, minute));
				});
				expect(wrong).toEqual([]);
			}),
		);
	});

	it("turned inside out twice is what it was, and never overlaps its other side", () => {
		fc.assert(
			fc.property(anyWeek, (spans) => {
				const others = outsideOf(spans);
				expect(outsideOf(others)).toEqual(spans);
				for (const span of spans) expect(shareOf(others, span)).toBe(0);
			}),
		);
	});

	it.each<[string, WeeklyWindow[], WeeklyWindow[]]>([
		[
			"working hours",
			[{ days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" }],
			[
				{ days: [1], from: "00:00", to: "08:00" },
				{ days: [1, 2, 3, 4], from: "18:00", to: "08:00" },
				{ days: [5], from: "18:00", to: "24:00" },
				{ days: [6, 7], from: "00:00", to: "24:00" },
			],
		],
		[
			"nights",
			[{ days: [1, 2, 3, 4, 5, 6, 7], from: "22:00", to: "06:00" }],
			[{ days: [1, 2, 3, 4, 5, 6, 7], from: "06:00", to: "22:00" }],
		],
		["nothing", [], [{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }]],
	])("outside of %s reads as a person would write it", (_, weekly, outside) => {
		const written = windowsOf(outsideOf(spansOf(weekly) ?? []));
		const order = (windows: WeeklyWindow[]) => windows.map((window) => JSON.stringify(window)).sort();
		expect(order(written)).toEqual(order(outside));
	});

	it("ignores paint while a time is being typed", () => {
		expect(spansOf([{ days: [1], from: "8", to: "18:00" }])).toBeNull();
	});
});
