import { type EmbeddedFont, type PDF, PdfString } from "@libpdf/core";
import { ownValue } from "../../../../shared/base/own-value";
import { fontFiles } from "./font-files";

/** Text must be `shown` before it is measured or drawn. Widths are points. */
export type Face = {
	font: EmbeddedFont;
	widthOf: (text: string, size: number) => number;
	encoded: (text: string) => PdfString;
};

export type Typefaces = {
	regular: Face;
	bold: Face;
	/** The text as the fonts can write it, in one line unless it has several. */
	shown: (text: string) => string;
	/** Some letter was shown by a stand-in. */
	hasStandIns: () => boolean;
};

/** U+FFFD, a sign of its own in the fonts: a question mark could be the text's. */
export const standIn = "\uFFFD";
/** Signs that have a plain spelling, and no letter in the fonts. */
const spelled: Record<string, string> = { "≤": "<=", "≥": ">=", "→": "->", "←": "<-", "≠": "!=", "≈": "~" };
/** Control characters but line ends; what turns or hides the text after it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has no picture
const unseen = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;

export function embedTypefaces(pdf: PDF): Typefaces {
	const [regular, bold] = [pdf.embedFont(fontFiles.regular), pdf.embedFont(fontFiles.bold)];
	let isStandingIn = false;

	function standInFor(letter: string): string {
		const plain = ownValue(spelled, letter) ?? letter.normalize("NFKC");
		if (regular.canEncode(plain)) return plain;
		// Without the marks above or below it, a letter still can be read.
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
