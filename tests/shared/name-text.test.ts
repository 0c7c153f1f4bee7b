import { describe, expect, it } from "vitest";
import { nameText } from "../../shared/name-text";
import * as fc from "../properties";

const name = nameText("Enter a name.");
const complaintsAbout = (text: string) => name.safeParse(text).error?.issues.map(({ message }) => message) ?? [];

describe("a name", () => {
	it.each([
		["مستودع التبريد ٢"],
		["冷库 三号"],
		["❄️🧊 Freezer 👩‍👩‍👧"],
		["نمی‌خواهم"],
		["<script>alert(1)</script>"],
		["W".repeat(64)],
	])("may be %s, and stays as it is", (text) => {
		expect(name.parse(text)).toBe(text);
	});

	it.each([
		["nothing", ""],
		["blanks", " \u00a0\u3000\t"],
		["a mark of direction", "\u200f\u200f"],
		["a mark that turns", "\u202e"],
		["blanks of no width", "\u200b\u2060\ufeff"],
		["letters that are not drawn", "\u3164\u115f"],
	])("is more than %s", (_, text) => {
		expect(complaintsAbout(text)).toEqual(["Enter a name."]);
	});

	it("has 64 characters at most", () => {
		expect(complaintsAbout("x".repeat(65))).toEqual(["At most 64 characters."]);
	});

	it.each([
		["Hall 2\tleft", "Hall 2 left"],
		["Hall\r\n2", "Hall 2"],
		["Hall\u0000 2\u2028", "Hall  2"],
		["\u202ellaH", "llaH"],
		["\u2066Hall\u2069 \u202a2\u202c", "Hall 2"],
	])("is one line and turns nothing after it: %j", (text, kept) => {
		expect(name.parse(text)).toBe(kept);
	});

	it("is taken as it was kept, whatever was typed", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 64 }), (text) => {
				const { data } = name.safeParse(text);
				if (data === undefined) return;
				expect(data).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
				expect(name.parse(data)).toBe(data);
			}),
		);
	});
});
