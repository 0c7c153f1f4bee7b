import { describe, expect, it } from "vitest";
import { appendAll, largestOf, smallestOf } from "../../../shared/base/lists";

const many = Array.from({ length: 500_000 }, (_, index) => index);

describe("lists of any length", () => {
	it("appends values where a call with as many arguments overflows the stack", () => {
		const list = [-1];
		expect(() => list.push(...many)).toThrow(RangeError);
		appendAll(list, many);
		expect(list.length).toBe(500_001);
		expect(list.at(-1)).toBe(499_999);
	});

	it("finds the largest and the smallest of many values", () => {
		expect([largestOf(many), smallestOf(many)]).toEqual([499_999, 0]);
	});

	it("returns what Math.max and Math.min do for no value and for NaN", () => {
		for (const values of [[], [Number.NaN, 1], [1, Number.NaN], [-0, 0]]) {
			expect(largestOf(values)).toBe(Math.max(...values));
			expect(smallestOf(values)).toBe(Math.min(...values));
		}
	});
});
