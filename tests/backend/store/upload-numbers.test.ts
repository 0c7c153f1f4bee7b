import { describe, expect, it } from "vitest";
import { createUploadNumbers } from "../../../backend/store/upload-numbers";
import { minuteMs } from "../../../shared/base/durations";

function numbersAt() {
	let now = 0;
	const numbers = createUploadNumbers({ highestKept: () => 0, now: () => now });
	return { numbers, pass: (ms: number) => (now += ms) };
}

describe("numbers of uploads", () => {
	it("wait for an upload that is stored behind later ones, which keeps its own", () => {
		const { numbers, pass } = numbersAt();
		expect([numbers.next(), numbers.next()]).toEqual([1, 2]);
		numbers.stored(2);
		pass(10 * minuteMs);
		expect(numbers.storedUpTo()).toBe(0);
		expect(numbers.standing(1)).toBe(1);
		numbers.stored(1);
		expect(numbers.storedUpTo()).toBe(2);
	});

	it("pass over one that waits too long, and give it a new one when it arrives after all", () => {
		const { numbers, pass } = numbersAt();
		numbers.next();
		numbers.stored(numbers.next());
		pass(10 * minuteMs + 1);
		expect(numbers.storedUpTo()).toBe(2);
		expect(numbers.standing(1)).toBe(3);
		expect(numbers.storedUpTo()).toBe(2);
		numbers.stored(3);
		expect(numbers.storedUpTo()).toBe(3);
	});

	it("ignore one that left no trace, as a new start may assign it again", () => {
		const { numbers } = numbersAt();
		numbers.stored(numbers.next());
		numbers.dropped(numbers.next());
		expect(numbers.storedUpTo()).toBe(1);
		expect(numbers.next()).toBe(3);
	});
});
