import { hourMs } from "../../base/durations";
import type { CounterProposal } from "./inputs";

const dipShare = 0.9;
const rollsOverFrom = 0.9;
const rollsOverTo = 0.1;
const mostFallsShare = 0.8;
/** Ranges of counters in bits, and of their displays in digits. */
const ranges = [8, 10, 12, 14, 15, 16, 20, 24, 31, 32].map((bits) => 2 ** bits);
for (let digits = 3; digits <= 12; digits += 1) ranges.push(10 ** digits);
ranges.sort((one, other) => one - other);

type Reading = { at: number; value: number };
type Fall = { before: Reading; reading: Reading };

/** How a counter starts again, by its readings as sent, in order of time. `dayStart` of the device's clock. */
export function proposedCounter(readings: readonly Reading[], dayStart: (at: number) => number): CounterProposal {
	const falls = fallsOf(readings);
	const goesDown = readings.filter(({ value }, index) => value < (readings[index - 1]?.value ?? value)).length;
	const goesUp = readings.filter(({ value }, index) => value > (readings[index - 1]?.value ?? value)).length;
	if (goesDown > goesUp) return { options: { resets: "never" }, seen: "countsDown", falls: goesDown };
	const atMidnight = falls.filter(({ before, reading }) => isAtMidnight(before, reading, dayStart));
	if (falls.length > 0 && atMidnight.length >= mostFallsShare * falls.length)
		return { options: { resets: "daily" }, seen: "midnight", falls: atMidnight.length };
	const limits = falls.flatMap((fall) => rangeOf(fall) ?? []);
	const [rollsOverAt] = limits.sort((one, other) => other - one);
	if (rollsOverAt !== undefined)
		return { options: { resets: "rollsOver", rollsOverAt }, seen: "rollOver", falls: limits.length };
	return { options: { resets: "never" }, seen: falls.length > 0 ? "resets" : "noFall", falls: falls.length };
}

/** Without single false values, which the reading after them does not follow. */
function fallsOf(readings: readonly Reading[]): Fall[] {
	const falls: Fall[] = [];
	let [before] = readings;
	for (const [index, reading] of readings.entries()) {
		const isFall = before !== undefined && reading.value < before.value * dipShare;
		const next = readings[index + 1];
		if (before && isFall && (!next || next.value >= before.value)) continue;
		if (before && isFall) falls.push({ before, reading });
		before = reading;
	}
	return falls;
}

function isAtMidnight(before: Reading, { at }: Reading, dayStart: (at: number) => number): boolean {
	const start = dayStart(at);
	return before.at < start && before.at >= start - hourMs && at < start + hourMs;
}

function rangeOf({ before, reading }: Fall): number | null {
	const range = ranges.find((one) => before.value < one);
	if (range === undefined) return null;
	return before.value > range * rollsOverFrom && reading.value < range * rollsOverTo ? range : null;
}
