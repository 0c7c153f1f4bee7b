import { describe, expect, it } from "vitest";
import { givenName, nameText, oneLine, paragraphText } from "../../../shared/base/name-text";
import * as fc from "../../properties";
import { issuesOf } from "../fixtures/issues-of";

const name = nameText("Enter a name.");
const complaintsAbout = (text: string) => issuesOf(name, text).map(({ message }) => message);

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
	])("contains more than %s", (_, text) => {
		expect(complaintsAbout(text)).toEqual(["Enter a name."]);
	});

	it("allows 64 characters at most", () => {
		expect(complaintsAbout("x".repeat(65))).toEqual(["At most 64 characters."]);
	});

	it.each([
		["Hall 2\tleft", "Hall 2 left"],
		["Hall\r\n2", "Hall 2"],
		["Hall\u0000 2\u2028", "Hall 2"],
		["\u202ellaH", "llaH"],
		["\u2066Hall\u2069 \u202a2\u202c", "Hall 2"],
	])("stays on one line and turns nothing after it: %j", (text, kept) => {
		expect(name.parse(text)).toBe(kept);
	});

	it.each([
		["a blank of no width", "Ana\u200b Lopes"],
		["a joiner of letters that join nothing", "A\u200dna\u200c Lopes\u200d"],
		["a mark of direction", "\u200eAna Lopes\u200f"],
		["a soft hyphen", "Ana Lo\u00adpes"],
		["a variation of no letter", "Ana\ufe0f Lopes\u{e0101}"],
		["blanks in a row", "Ana  \u200b \u00a0Lopes"],
		["tags", "Ana Lopes\u{e0041}\u{e007f}"],
		["an override that is undone", "Ana \u202dLopes\u202c"],
		["an invisible separator", "Ana Lopes\u2063"],
		["line breaks at its end", "Ana Lopes\r\n\u0085"],
	])("equals another that differs by %s only", (_, text) => {
		expect(name.parse(text)).toBe("Ana Lopes");
	});

	it.each([
		["a word of Persian behind one of Latin", "PDF\u200cها"],
		["a conjunct of Devanagari", "क्\u200dष"],
		["a flag of tags", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Hall"],
		["a drawn heart", "❤\ufe0f\u200d🔥"],
		["a key", "Hall 1\ufe0f\u20e3"],
		["a variant of a Han character", "葛\u{e0100}城"],
	])("keeps the character %s", (_, text) => {
		expect(name.parse(text)).toBe(text);
	});

	it.each(["\u{e0041}", "\u{1f3f4}\u{e0041}\u{e007f}\u{e0041}", "\u200d", "a\u200c", "\ufe0f", "\u{e0101}", " \t"])(
		"reads a text of a million %j in one pass",
		(piece) => {
			expect(oneLine(piece.repeat(500_000)).length).toBeLessThanOrEqual(piece.length * 500_000);
			expect(complaintsAbout(piece.repeat(500_000))).toEqual(["At most 64 characters."]);
		},
	);

	it("stays as it was stored, whatever was typed", () => {
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

describe("a text of several lines", () => {
	const note = paragraphText(30, "Enter a note.");

	it.each([
		["First\r\nsecond\rthird\u2028fourth", "First\nsecond\nthird\nfourth"],
		["Tab\there\u0000", "Tab here"],
		["\u202eturned\n\u2067so too\u2069", "turned\nso too"],
	])("keeps its lines and nothing that steers: %j", (text, kept) => {
		expect(note.parse(text)).toBe(kept);
	});

	it("needs more than invisible characters, and has its length", () => {
		expect(issuesOf(note, "\u200b\n\u00ad")[0]?.message).toBe("Enter a note.");
		expect(issuesOf(note, "x".repeat(31))[0]?.message).toBe("At most 30 characters.");
	});
});

describe("a name that no person can be asked to correct", () => {
	it.each([
		["freezer\r\n-7", "freezer -7"],
		[" \u200b ", null],
		["x".repeat(100), "x".repeat(64)],
		[`${"x".repeat(63)}🧊`, "x".repeat(63)],
		[`${"x".repeat(63)} y`, "x".repeat(63)],
	])("%j is %j", (text, kept) => {
		expect(givenName(text)).toBe(kept);
	});

	it("passes as a name, whatever it was", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
				const given = givenName(text);
				if (given !== null) expect(name.parse(given)).toBe(given);
			}),
		);
	});
});
