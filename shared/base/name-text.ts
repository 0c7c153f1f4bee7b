import * as z from "zod/mini";
import { errorKey } from "./error-key";
import { lengthBeforeCleaning } from "./input-bounds";

const breaks = /[\p{Cc}\u2028\u2029]+/gu;
/** Characters that reverse the text or are invisible, so that two names could look the same. */
const unwritten = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/g;
/** Scripts that join no letters, where joiners and variations are invisible. */
const plain = String.raw`[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}0-9\p{P}\p{Z}]`;
/** Keeps joiners where a script or an emoji needs them, and variations after a varying character. */
const needless = new RegExp(
	[
		String.raw`(?<=^|${plain})[\u200C\u200D]+(?=${plain}|$)`,
		String.raw`(?<=^|${plain})[\uFE00-\uFE0F]+(?!\u20E3)`,
		String.raw`(?<!\p{sc=Han})[\u{E0100}-\u{E01EF}]`,
	].join("|"),
	"gu",
);
/** Tags stay behind a flag. The flag is matched too, because a lookbehind takes quadratic time. */
const tags = /(\u{1F3F4}[\u{E0020}-\u{E007E}]*[\u{E0000}-\u{E007F}]?)|[\u{E0000}-\u{E007F}]+/gu;
const loneSurrogates = /\p{Cs}/gu;
const unseen = /[\p{DI}\p{Z}\u2800]/gu;

function written(text: string): string {
	return text
		.replace(loneSurrogates, "\uFFFD")
		.replace(breaks, " ")
		.replace(unwritten, "")
		.replace(needless, "")
		.replace(tags, "$1");
}

/** One line of visible or necessary characters. Several blanks become one. */
export function oneLine(text: string): string {
	if (/^[ -~]*$/.test(text) && !text.includes("  ")) return text;
	return written(text).replace(/\p{Zs}+/gu, " ");
}

function severalLines(text: string): string {
	return text
		.split(/\r\n|[\r\n\u2028\u2029]/)
		.map(written)
		.join("\n");
}

type TextLimits = { length: number; emptyMessage?: string };

function textOf(clean: (text: string) => string, { length, emptyMessage }: TextLimits) {
	return z.string().check(
		lengthBeforeCleaning(length),
		z.overwrite(clean),
		z.trim(),
		z.refine((text) => emptyMessage === undefined || isSeen(text), emptyMessage),
		z.maxLength(length, errorKey("text.tooLong", { most: length })),
	);
}

function isSeen(text: string): boolean {
	return text.replace(unseen, "") !== "";
}

/** May be empty without an `emptyMessage`. */
export function lineText(length: number, emptyMessage?: string) {
	return textOf(oneLine, { length, ...(emptyMessage !== undefined && { emptyMessage }) });
}

export function paragraphText(length: number, emptyMessage?: string) {
	return textOf(severalLines, { length, ...(emptyMessage !== undefined && { emptyMessage }) });
}

export function plainText({ length, kind }: { length: number; kind: "line" | "paragraph" }) {
	return kind === "line" ? lineText(length) : paragraphText(length);
}

const nameLength = 64;

/** One line in any script: at most 64 characters, at least one of them visible. */
export function nameText(emptyMessage: string) {
	return lineText(nameLength, emptyMessage);
}

/** Fits a name from outside to `nameText`'s rules. Null if nothing of it is visible. */
export function givenName(text: string): string | null {
	const name = oneLine(text).trim();
	if (!isSeen(name)) return null;
	return name.length <= nameLength ? name : oneLine(name.slice(0, nameLength).replace(/[\uD800-\uDBFF]$/, "")).trim();
}
