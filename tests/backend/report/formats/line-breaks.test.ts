import { describe, expect, it } from "vitest";
import { shortened, wrapped } from "../../../../backend/report/formats/pdf/line-breaks";
import * as fc from "../../../properties";

const measure = (width: number) => ({
	face: { widthOf: (text: string, size: number) => [...text].length * size },
	size: 1,
	width,
});

describe("lines of a text", () => {
	it.each([
		["Cold room 12", 9, ["Cold room", "12"]],
		["one\ntwo", 20, ["one", "two"]],
		["Wareneingang", 5, ["Waren", "einga", "ng"]],
		["2026-10-25T01:30", 10, ["2026-10-", "25T01:30"]],
		["probe-outside", 8, ["probe-", "outside"]],
		["", 5, [""]],
		["冷凍室の温度、高い。", 6, ["冷凍室の", "温度、高い。"]],
		["「温度」が高い", 5, ["「温度」が", "高い"]],
	])("break %j within %i into %j", (text, width, lines) => {
		expect(wrapped(text, measure(width))).toEqual(lines);
	});

	it("end with an ellipsis if there are more", () => {
		expect(wrapped("one two three four", measure(5), 2)).toEqual(["one", "two…"]);
		expect(wrapped("Wareneingang", measure(5), 1)).toEqual(["Ware…"]);
		expect(shortened("Cold room 12", measure(6))).toBe("Cold…");
	});

	it("fit, lose nothing, and stay within the requested number", () => {
		const text = fc
			.array(fc.constantFrom("a", "Б", "𝒳", "-", " ", " ", "\n", "e"), { maxLength: 60 })
			.map((all) => all.join(""));
		fc.assert(
			fc.property(text, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 4 }), (all, width, most) => {
				const lines = wrapped(all, measure(width));
				for (const line of lines) expect([...line].length).toBeLessThanOrEqual(width);
				expect(lines.join("").replaceAll(" ", "")).toBe(all.replace(/[ \n]/g, ""));
				const few = wrapped(all, measure(width), most);
				expect(few.length).toBeLessThanOrEqual(Math.max(most, 1));
				for (const line of few) expect([...line].length).toBeLessThanOrEqual(width);
			}),
		);
	});
});
