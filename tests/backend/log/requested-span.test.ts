import { expect, it } from "vitest";
import { InputError } from "../../../backend/base/errors";
import { commonZone } from "../../../backend/device/logged-device";
import { requestedSpan } from "../../../backend/log/log-request";
import { hourMs } from "../../../shared/base/durations";
import { rangeBounds } from "../../../shared/time/time-zones";

const now = Date.UTC(2026, 2, 8, 12);
const zone = "America/Denver";

it("ends a running hour with this very millisecond, and each hour before it follows without a gap", () => {
	const [running, before] = [0, 1].map((offset) => requestedSpan({ rangeType: "hour", offset }, { zone }, now));
	expect(running).toEqual({ from: now + 1 - hourMs, to: now + 1 });
	expect(before).toEqual({ from: now + 1 - 2 * hourMs, to: now + 1 - hourMs });
});

it("ends the last 24 hours with this very millisecond too", () => {
	const span = requestedSpan({ rangeType: "24h", offset: 0 }, { zone }, now);
	expect(span).toEqual({ from: now + 1 - 24 * hourMs, to: now + 1 });
});

it.each(["day", "week", "month", "night"] as const)("follows the calendar in the zone for a %s", (rangeType) => {
	expect(requestedSpan({ rangeType, offset: 2 }, { zone }, now)).toEqual(
		rangeBounds({ rangeType, offset: 2, zone, now }),
	);
});

it("takes one exact bound and keeps the other of the range", () => {
	const day = rangeBounds({ rangeType: "day", offset: 0, zone, now });
	expect(requestedSpan({ rangeType: "day", offset: 0, from: day.from + 5 }, { zone }, now)).toEqual({
		...day,
		from: day.from + 5,
	});
	expect(requestedSpan({ rangeType: "day", offset: 0, to: day.from + 5 }, { zone }, now)).toEqual({
		...day,
		to: day.from + 5,
	});
});

it.each([
	[5, 5],
	[6, 5],
])("rejects a span from %s to %s", (from, to) => {
	expect(() => requestedSpan({ rangeType: "day", offset: 0, from, to }, { zone }, now)).toThrow(InputError);
});

it.each([
	[[], zone],
	[[[-420, 1]], "device:-420:1"],
	[
		[
			[-420, 1],
			[-420, 1],
		],
		"device:-420:1",
	],
	[
		[
			[-420, 1],
			[-420, 2],
		],
		zone,
	],
	[
		[
			[60, 0],
			[120, 0],
		],
		"device:0:0",
	],
	[
		[
			[60, 0],
			[60, 2],
		],
		zone,
	],
] satisfies [[number, 0 | 1 | 2][], string][])("cuts the span for the clocks %j in %s", (clocks, expected) => {
	const devices = clocks.map(([timezoneOffset, timeZoneRule]) => ({ timezoneOffset, timeZoneRule }));
	expect(commonZone(devices) ?? zone).toBe(expected);
});

it("begins a week on the company's day, or on the requested one", () => {
	const week = { rangeType: "week", offset: 0 } as const;
	const from = (span: { from: number }) => new Date(span.from).toISOString().slice(0, 10);
	const sunday = { zone: "UTC", weekStart: "sunday" } as const;
	expect(from(requestedSpan(week, sunday, now))).toBe("2026-03-08");
	expect(from(requestedSpan({ ...week, weekStart: "saturday" }, sunday, now))).toBe("2026-03-07");
	expect(from(requestedSpan({ ...week, weekStart: "monday" }, sunday, now))).toBe("2026-03-02");
});
