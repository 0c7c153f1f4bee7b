import { expect, it } from "vitest";
import { worstValue } from "../../client/entities/alert-event";
import { awaitedOf, storyOf } from "../../client/features/alerts/event-labels";
import { minuteMs } from "../../shared/base/durations";
import { eventStart, sampleEvent } from "../component/sample-event";
import { door, noData, range, temperature, threshold } from "../conditions";

const silence = sampleEvent({
	condition: { kind: "noData", channels: null, afterSeconds: 900 },
	firedAt: eventStart + 15 * minuteMs,
	firedValue: 900,
	peak: 900,
	peakAt: eventStart + 15 * minuteMs,
});

it("shows for missing data its length, which grows while it lasts", () => {
	const lasting = [15, 45, 2 * 24 * 60].map((minutes) => worstValue(silence, eventStart + minutes * minuteMs));
	expect(lasting).toEqual(["15 minutes", "45 minutes", "2 days"]);
	const over = { ...silence, endedAt: eventStart + 85 * minuteMs, peak: 85 * 60 };
	expect(worstValue(over, eventStart + 999 * minuteMs)).toBe("1 h 25 min");
	expect(worstValue(silence, eventStart - minuteMs), "a clock that is behind").toBe("15 minutes");
});

it("shows for readings the worst value that was read", () => {
	expect(worstValue(sampleEvent(), eventStart + 999 * minuteMs)).toBe("9.4 °C");
});

it("begins with what came last, and lists no value that was never read", () => {
	const story = storyOf({ event: silence, notes: [], wordsOf: (value) => `${value} s` });
	expect(story.map(({ label }) => label)).toEqual(["Last received", "Value when it opened"]);
});

it.each([
	[[threshold(">", 8)], "the readings are back within the limit"],
	[[noData(null, null)], "the device sends again"],
	[[noData(temperature, 90)], "the channel has readings again"],
	[[null], "the devices send again"],
	[[{ kind: "clockDrift" as const, overSeconds: 600 }], "the clock of the device is right again"],
	[[threshold("=", 1, door)], "what the rule says is no longer so"],
	[[range("inside", 2, 8)], "what the rule says is no longer so"],
	[[threshold(">", 8), threshold("<", 2)], "the readings are back within the limit"],
	[[threshold(">", 8), noData(null, null)], "what each of them is about is over"],
])("goes on until what its condition waits for: %j", (conditions, awaited) => {
	expect(awaitedOf(conditions.map((condition) => ({ condition })))).toBe(awaited);
});
