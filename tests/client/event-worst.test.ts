import { expect, it } from "vitest";
import { worstValue } from "../../client/entities/alert-event";
import { storyOf } from "../../client/features/alerts/event-labels";
import { minuteMs } from "../../shared/base/durations";
import { eventStart, sampleEvent } from "../component/sample-event";

const silence = sampleEvent({
	condition: { kind: "noData", channels: null, afterSeconds: 900 },
	...{ firedAt: eventStart + 15 * minuteMs, firedValue: 900, peak: 900, peakAt: eventStart + 15 * minuteMs },
});

it("of missing data grows while it lasts, and is its length once it is over", () => {
	const lasting = [15, 45, 2 * 24 * 60].map((minutes) => worstValue(silence, eventStart + minutes * minuteMs));
	expect(lasting).toEqual(["15 minutes", "45 minutes", "2 days"]);
	const over = { ...silence, endedAt: eventStart + 85 * minuteMs, peak: 85 * 60 };
	expect(worstValue(over, eventStart + 999 * minuteMs)).toBe("1 h 25 min");
	expect(worstValue(silence, eventStart - minuteMs), "a clock that is behind").toBe("15 minutes");
});

it("of readings is what was read", () => {
	expect(worstValue(sampleEvent(), eventStart + 999 * minuteMs)).toBe("9.4 °C");
});

it("begins with what came last, and lists no value that nobody has read", () => {
	const story = storyOf({ event: silence, notes: [], wordsOf: (value) => `${value} s` });
	expect(story.map(({ label }) => label)).toEqual(["Last received", "Value when it opened"]);
});
