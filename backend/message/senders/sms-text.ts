import type { MessageContent } from "../templates/message-parts";
import { oneLine } from "../templates/plain-text";

const plainParts = { single: 160, several: 153 };
const otherParts = { single: 70, several: 67 };
const mostParts = 2;
/** A sign of Chinese or Japanese is a word, but a part has few of them. */
const inSigns = { languages: /^(?:ja|zh)\b/, letters: 67, mostParts: 3 };

/** https://www.etsi.org/deliver/etsi_ts/123000_123099/123038/ parts 6.2.1 and 6.2.1.1 */
const plainLetters = /^[\n\r @£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;

const spellings: [RegExp, string][] = [
	[/°(?=[CF](?!\p{L}))/gu, ""],
	[/℃/g, "C"],
	[/℉/g, "F"],
	[/°/g, " deg"],
	[/[−–—‐‑]/g, "-"],
	[/…/g, "..."],
	[/[“”„«»]/g, '"'],
	[/[‘’‚′]/g, "'"],
	[/≥/g, ">="],
	[/≤/g, "<="],
	[/≠/g, "<>"],
	[/±/g, "+/-"],
	[/[×·]/g, "x"],
	[/→/g, "->"],
	[/[µμ]/g, "u"],
	[/[\u00A0\u2009\u202F]/g, " "],
	[/ł/g, "l"],
	[/Ł/g, "L"],
	[/đ/g, "d"],
	[/Đ/g, "D"],
	[/ı/g, "i"],
];

const withoutMarks = (letter: string) =>
	plainLetters.test(letter) ? letter : letter.normalize("NFKD").replace(/\p{M}/gu, "");

/** Characters that take two positions of the same part. */
const extendedLetters = /[\^{}\\[~\]|€]/;

export function smsParts(text: string): number {
	const isPlain = plainLetters.test(text);
	const { single, several } = isPlain ? plainParts : otherParts;
	const sizes = Array.from(text, (letter) => (isPlain && extendedLetters.test(letter) ? 2 : letter.length));
	if (sizes.reduce((sum, size) => sum + size, 0) <= single) return 1;
	let parts = 1;
	let used = 0;
	for (const size of sizes) {
		if (used + size > several) {
			parts += 1;
			used = 0;
		}
		used += size;
	}
	return parts;
}

/** At most two parts with the URL, in Chinese and Japanese three. Uses the GSM alphabet if possible: `-9.2 C`. */
export function smsText({ short, url }: MessageContent, language = "en"): string {
	const isInSigns = inSigns.languages.test(language);
	const clean = oneLine(short, isInSigns ? inSigns.letters : short.length);
	const spelled = spellings.reduce((text, [sign, plain]) => text.replace(sign, plain), clean);
	const plain = Array.from(spelled, withoutMarks).join("");
	const end = url === null ? "" : ` ${url}`;
	if (plainLetters.test(plain)) return fitted(plain, { dots: "...", end, most: mostParts });
	return fitted(clean, { dots: "…", end, most: isInSigns ? inSigns.mostParts : mostParts });
}

function fitted(text: string, { dots, end, most }: { dots: string; end: string; most: number }): string {
	if (smsParts(text + end) <= most) return text + end;
	const letters = Array.from(text);
	while (letters.length > 0 && smsParts(letters.join("") + dots + end) > most) letters.pop();
	return letters.join("").trimEnd() + dots + end;
}
