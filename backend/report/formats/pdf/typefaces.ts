import { type EmbeddedFont, type PDF, PdfString } from "@libpdf/core";
import { ownValue } from "../../../../shared/base/own-value";
import { fontFiles } from "./font-files";

/** Pass text through `shown` before measuring or drawing. Widths are points. */
export type Face = {
	font: EmbeddedFont;
	widthOf: (text: string, size: number) => number;
	encoded: (text: string) => PdfString;
};

export type Typefaces = {
	regular: Face;
	bold: Face;
	shown: (text: string) => string;
	hasStandIns: () => boolean;
};

/** U+FFFD: a question mark could be part of the text. */
export const standIn = "\uFFFD";
/** Signs that the fonts lack, in plain spelling. */
const spelled: Record<string, string> = { "≤": "<=", "≥": ">=", "→": "->", "←": "<-", "≠": "!=", "≈": "~" };
/** Control characters except line ends, and characters that turn or hide text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has no picture
const unseen = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;

export function embedTypefaces(pdf: PDF): Typefaces {
	const [regular, bold] = [pdf.embedFont(fontFiles.regular), pdf.embedFont(fontFiles.bold)];
	let isStandingIn = false;

	function standInFor(letter: string): string {
		const plain = ownValue(spelled, letter) ?? letter.normalize("NFKC");
		if (regular.canEncode(plain)) return plain;
		const bare = [...letter.normalize("NFD")].filter((sign) => regular.canEncode(sign)).join("");
		isStandingIn = true;
		return /^\p{L}/u.test(bare) ? bare.normalize("NFC") : standIn;
	}

	return {
		regular: face(regular),
		bold: face(bold),
		shown(text) {
			if (/^[ -~]*$/.test(text)) return text;
			const plain = text
				.toWellFormed()
				.normalize("NFC")
				.replace(/\r\n?|[\u2028\u2029]/g, "\n")
				.replace(unseen, "");
			if (regular.canEncode(plain.replaceAll("\n", ""))) return plain;
			const letters = [...new Intl.Segmenter("en").segment(plain)];
			return letters
				.map(({ segment }) => (segment === "\n" || regular.canEncode(segment) ? segment : standInFor(segment)))
				.join("");
		},
		hasStandIns: () => isStandingIn,
	};
}

function face(font: EmbeddedFont): Face {
	/** Thousandths of the size, by letter. */
	const widths = new Map<string, number>();
	return {
		font,
		widthOf(text, size) {
			let width = 0;
			for (const letter of text) {
				let own = widths.get(letter);
				if (own === undefined) {
					own = font.getWidth(letter.codePointAt(0) ?? 0);
					widths.set(letter, own);
				}
				width += own;
			}
			return (width * size) / 1000;
		},
		encoded(text) {
			const glyphs = font.encodeTextToGids(text);
			const bytes = new Uint8Array(glyphs.length * 2);
			for (const [index, glyph] of glyphs.entries()) {
				bytes[index * 2] = glyph >> 8;
				bytes[index * 2 + 1] = glyph & 0xff;
			}
			return PdfString.fromBytes(bytes);
		},
	};
}
