import regular from "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf?.bin";
import bold from "@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf?.bin";
import { type EmbeddedFont, type PDF, PdfString } from "@libpdf/core";
import { ownValue } from "../../../../shared/base/own-value";
import type { ReadFont } from "../render-options";
import { scriptFontsOf } from "./script-fonts";

export type Run = { font: EmbeddedFont; text: PdfString };

/** Pass text through `shown` before measuring or drawing. Widths are points. */
export type Face = {
	widthOf: (text: string, size: number) => number;
	/** Pieces of a text, each in one font. */
	runs: (text: string) => Run[];
};

/** Every text in it counts, at any depth; the rest is left out. */
export type Texts = string | number | object | null | undefined | readonly Texts[];

export type Typefaces = {
	regular: Face;
	bold: Face;
	/** Reads the fonts that these texts need. Await it before their letters are measured. */
	prepare: (...texts: Texts[]) => Promise<void>;
	shown: (text: string) => string;
	hasStandIns: () => boolean;
};

export type FontOptions = { language?: string | undefined; readFont?: ReadFont | undefined };

/** U+FFFD: a question mark could be part of the text. */
export const standIn = "\uFFFD";
/** Signs that the fonts lack, in plain spelling. */
const spelled: Record<string, string> = { "≤": "<=", "≥": ">=", "→": "->", "←": "<-", "≠": "!=", "≈": "~" };
/** Control characters except line ends, and characters that turn or hide text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has no picture
const unseen = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;

export function embedTypefaces(pdf: PDF, { language, readFont }: FontOptions): Typefaces {
	const [regular, bold] = [pdf.embedFont(fontFiles.regular), pdf.embedFont(fontFiles.bold)];
	const further = new Map<string, EmbeddedFont>();
	const missing = new Set<string>();
	let isStandingIn = false;

	function canDraw(text: string): boolean {
		if (regular.canEncode(text)) return true;
		if (further.size === 0) return false;
		const fonts = [regular, ...further.values()];
		return [...text].every((letter) => fonts.some((font) => font.canEncode(letter)));
	}

	function standInFor(letter: string): string {
		const plain = ownValue(spelled, letter) ?? letter.normalize("NFKC");
		if (canDraw(plain)) return plain;
		const bare = [...letter.normalize("NFD")].filter(canDraw).join("");
		isStandingIn = true;
		return /^\p{L}/u.test(bare) ? bare.normalize("NFC") : standIn;
	}

	async function prepareText(text: string): Promise<void> {
		if (!readFont || canDraw(text)) return;
		for (const file of scriptFontsOf(text, language)) {
			if (further.has(file) || missing.has(file) || canDraw(text)) continue;
			const bytes = await readFont(file);
			if (bytes === null) missing.add(file);
			else further.set(file, pdf.embedFont(withoutNames(bytes)));
		}
	}

	return {
		regular: face(regular, further),
		bold: face(bold, further),
		async prepare(...texts) {
			for (const text of othersIn(texts)) await prepareText(text);
		},
		shown(text) {
			if (isPlain(text)) return text;
			const plain = text
				.toWellFormed()
				.normalize("NFC")
				.replace(/\r\n?|[\u2028\u2029]/g, "\n")
				.replace(unseen, "");
			if (canDraw(plain.replaceAll("\n", ""))) return plain;
			const letters = [...new Intl.Segmenter("en").segment(plain)];
			return letters
				.map(({ segment }) => (segment === "\n" || canDraw(segment) ? segment : standInFor(segment)))
				.join("");
		},
		hasStandIns: () => isStandingIn,
	};
}

function* othersIn(texts: readonly Texts[]): Generator<string, void> {
	for (const text of texts) {
		if (typeof text === "string" && !isPlain(text)) yield text;
		else if (Array.isArray(text)) yield* othersIn(text);
	}
}

function isPlain(text: string): boolean {
	return /^[ -~]*$/.test(text);
}

type Glyph = { font: EmbeddedFont; width: number };

/** Letters of other scripts are regular in a bold face too. */
function face(own: EmbeddedFont, further: ReadonlyMap<string, EmbeddedFont>): Face {
	/** Widths are thousandths of the size. */
	const glyphs = new Map<string, Glyph>();
	let fonts = 0;

	function glyphOf(letter: string): Glyph {
		if (fonts !== further.size) glyphs.clear();
		fonts = further.size;
		const known = glyphs.get(letter);
		if (known) return known;
		const font = own.canEncode(letter) ? own : ([...further.values()].find((one) => one.canEncode(letter)) ?? own);
		const glyph = { font, width: font.getWidth(letter.codePointAt(0) ?? 0) };
		glyphs.set(letter, glyph);
		return glyph;
	}

	return {
		widthOf(text, size) {
			let width = 0;
			for (const letter of text) width += glyphOf(letter).width;
			return (width * size) / 1000;
		},
		runs(text) {
			if (further.size === 0) return [{ font: own, text: encoded(text, own) }];
			const runs: { font: EmbeddedFont; text: string }[] = [];
			for (const letter of text) {
				const { font } = glyphOf(letter);
				const last = runs.at(-1);
				if (last?.font === font) last.text += letter;
				else runs.push({ font, text: letter });
			}
			return runs.map((run) => ({ font: run.font, text: encoded(run.text, run.font) }));
		},
	};
}

function encoded(text: string, font: EmbeddedFont): PdfString {
	const glyphs = font.encodeTextToGids(text);
	const bytes = new Uint8Array(glyphs.length * 2);
	for (const [index, glyph] of glyphs.entries()) {
		bytes[index * 2] = glyph >> 8;
		bytes[index * 2 + 1] = glyph & 0xff;
	}
	return PdfString.fromBytes(bytes);
}

const directoryStart = 12;
const recordBytes = 16;
/** Version 3 of the table `post`: no names of glyphs. https://learn.microsoft.com/typography/opentype/spec/post */
const nameless = { version: 0x0003_0000, bytes: 32 };

/** Noto Sans: Latin, Greek and Cyrillic. */
const fontFiles = { regular: withoutNames(new Uint8Array(regular)), bold: withoutNames(new Uint8Array(bold)) };

/** Removes glyph names: slow to read, and PDFs do not need them. */
function withoutNames(file: Uint8Array): Uint8Array {
	const font = file.slice();
	const view = new DataView(font.buffer);
	const tables = view.getUint16(4);
	for (let table = 0; table < tables; table += 1) {
		const record = directoryStart + table * recordBytes;
		if (new TextDecoder().decode(font.subarray(record, record + 4)) !== "post") continue;
		view.setUint32(view.getUint32(record + 8), nameless.version);
		view.setUint32(record + 12, nameless.bytes);
	}
	return font;
}
