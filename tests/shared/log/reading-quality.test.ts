import { describe, expect, it } from "vitest";
import { type ReadingQuality, readingQuality } from "../../../shared/log/reading-filter";

const minute = 60_000;

describe("the quality of a reading", () => {
	it.each<[words: string, delayMs: number, lateAfterMs: number | undefined, expected: ReadingQuality]>([
		["received at once", 0, 15 * minute, "ok"],
		["received just as late as it may be", 15 * minute, 15 * minute, "ok"],
		["received a moment later than that", 15 * minute + 1, 15 * minute, "late"],
		["received before it was read, by a clock that runs ahead", -60 * minute, 15 * minute, "ok"],
		["of a device of which nothing is known", 365 * 24 * 60 * minute, undefined, "ok"],
	])("%s", (_, delayMs, lateAfterMs, expected) => {
		const at = Date.UTC(2026, 9, 20);
		expect(readingQuality({ at, receivedAt: at + delayMs, lateAfterMs })).toBe(expected);
	});
});
