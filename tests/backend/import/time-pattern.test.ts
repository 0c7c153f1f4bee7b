import { describe, expect, it } from "vitest";
import { createPatternReader } from "../../../backend/import/time-pattern";
import { TimePattern, timePatternPieces } from "../../../shared/time/time-pattern";
import * as fc from "../../properties";

/** Letters of a pattern, texts that fit them, and the former expression of each. */
const pieces: Record<string, { texts: string[]; form: string }> = {
	yyyy: { texts: ["2026", "1999", "26"], form: "\\d{4}" },
	yy: { texts: ["26", "2026"], form: "\\d{2}" },
	y: { texts: ["26", "2026", "026"], form: "\\d{2,4}" },
	MM: { texts: ["11", "02", "2"], form: "\\d{2}" },
	M: { texts: ["11", "2", "02"], form: "\\d{1,2}" },
	MMM: { texts: ["Nov", "nov.", "févr.", "mar"], form: "\\p{L}[\\p{L}\\p{M}.’']*" },
	dd: { texts: ["05", "31", "5"], form: "\\d{2}" },
	d: { texts: ["5", "05", "31"], form: "\\d{1,2}" },
	EEE: { texts: ["Wed", "mié.", "Wednesday"], form: "\\p{L}[\\p{L}\\p{M}.]*" },
	HH: { texts: ["14", "00", "24", "7"], form: "\\d{2}" },
	h: { texts: ["2", "02", "12"], form: "\\d{1,2}" },
	mm: { texts: ["07", "59", "60"], form: "\\d{2}" },
	ss: { texts: ["09", "59"], form: "\\d{2}" },
	SSS: { texts: ["000", "5", "123456"], form: "\\d{1,9}" },
	a: { texts: ["PM", "a. m.", "am", "nachm."], form: "\\p{L}[\\p{L}\\p{M}.\\s]*" },
	Z: {
		texts: ["+0100", "+01:00", "UTC", "UTC −7", "CET", "Z", "-3"],
		form: "[A-Za-z]{1,5}|(?:UTC|GMT)?\\s?[+\\-−]\\d{1,2}(?::?\\d\\d)?",
	},
};
const between = [" ", "  ", "-", ".", "/", ":", ", ", "'T'", "' o''clock '", "@"];
const literalText = (piece: string) => (piece.startsWith("'") ? piece.slice(1, -1).replaceAll("''", "'") : piece);

/** Builds the former expression of a pattern. */
function expressionOf(pattern: string): RegExp {
	const sources = (timePatternPieces(pattern) ?? []).map((piece) =>
		/^[A-Za-z]/.test(piece)
			? `(${pieces[piece]?.form})`
			: literalText(piece)
					.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
					.replace(/\s+/g, "\\s+"),
	);
	return new RegExp(`^${sources.join("")}$`, "iu");
}

const names = Object.keys(pieces);
const sane = fc
	.record({
		more: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 5 }),
		date: fc.tuple(fc.constantFrom("yyyy", "yy", "y"), fc.constantFrom("MM", "M", "MMM"), fc.constantFrom("dd", "d")),
		order: fc.infiniteStream(fc.nat()),
		parted: fc.infiniteStream(fc.constantFrom(...between)),
		texts: fc.infiniteStream(fc.nat()),
		cut: fc.option(fc.tuple(fc.nat({ max: 60 }), fc.constantFrom("", "x", " ", "7", "—")), { freq: 4 }),
	})
	.map(({ more, date, order, parted, texts, cut }) => {
		const letters = [...new Set([...date, ...more.filter((name) => !date.some((part) => part[0] === name[0]))])];
		const inOrder = letters.map((name) => ({ name, at: order.next().value })).sort((a, b) => a.at - b.at);
		let [pattern, text] = ["", ""];
		for (const [index, { name }] of inOrder.entries()) {
			const literal = index === 0 ? "" : parted.next().value;
			const { texts: some } = pieces[name] ?? { texts: [] };
			pattern += literal + name;
			text += literalText(literal) + some[texts.next().value % some.length];
		}
		return { pattern, text: cut ? text.slice(0, cut[0]) + cut[1] + text.slice(cut[0] + 1) : text };
	})
	.filter(({ pattern }) => TimePattern.safeParse(pattern).success);

/** Compares the reader's fields with the expression's parts, read by the plainest pattern. */
function asBefore(pattern: string, text: string): unknown {
	const match = text.length > 60 ? null : expressionOf(pattern).exec(text);
	if (!match) return null;
	const letters = (timePatternPieces(pattern) ?? []).filter((piece) => /^[A-Za-z]/.test(piece));
	// A separator makes the division unambiguous.
	const line = (parts: string[]) => parts.join("\u0001");
	return createPatternReader(line(letters))(line(match.slice(1)));
}

describe("the reader of a typed time pattern", () => {
	it("reads the same as the expression that a pattern was made into", () => {
		let read = 0;
		fc.assert(
			fc.property(sane, ({ pattern, text }) => {
				const found = createPatternReader(pattern)(text);
				read += found === null ? 0 : 1;
				expect(found).toEqual(asBefore(pattern, text));
			}),
			{ numRuns: 3_000 },
		);
		expect(read).toBeGreaterThan(500);
	});

	it.each(["yMdEaEaEaEa", `yMd${"Ea".repeat(28)}`, `${"a".repeat(5)}${" a".repeat(20)}yMd`])(
		"ends on hostile text, with %s",
		(pattern) => {
			expect(TimePattern.safeParse(pattern).success).toBe(true);
			const read = createPatternReader(pattern);
			for (const text of [`2026115${"a".repeat(52)}!`, "a".repeat(60), `2026 11 5${" a".repeat(25)}1`, " ".repeat(60)])
				expect(read(text)).toBeNull();
		},
	);

	it("divides letters that touch as an expression does, the first taking most", () => {
		expect(createPatternReader("yyyyMMdd'x'EEEHHaZ")("20261105xWed02PM+0100")).toMatchObject({
			clock: { sinceMidnightMs: 14 * 3_600_000, offsetMinutes: 60 },
		});
	});
});
