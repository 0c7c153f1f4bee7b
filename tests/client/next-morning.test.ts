import { describe, expect, it } from "vitest";
import { nextMorning } from "../../client/forms/mute";

describe("a mute until the morning", () => {
	it.each([
		["in the evening: the next day's six", "Europe/Lisbon", "2026-11-26T22:30:00Z", "2026-11-27T06:00:00Z"],
		["past midnight: the same day's six", "Europe/Lisbon", "2026-11-26T02:00:00Z", "2026-11-26T06:00:00Z"],
		["at six: the next one, as this one is over", "Europe/Lisbon", "2026-11-26T06:00:00Z", "2026-11-27T06:00:00Z"],
		["over a clock that is put forward", "Europe/Lisbon", "2026-03-28T23:00:00Z", "2026-03-29T05:00:00Z"],
		["over a clock that is put back", "America/Denver", "2026-11-01T04:00:00Z", "2026-11-01T13:00:00Z"],
	])("ends a mute %s", (_, zone, now, end) => {
		expect(new Date(nextMorning(zone, Date.parse(now))).toISOString()).toBe(new Date(end).toISOString());
	});
});
