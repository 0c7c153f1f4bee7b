import type { MessageContent } from "../templates/message-parts";
import { oneLine } from "../templates/plain-text";

const plainParts = { single: 160, several: 153 };
const otherParts = { single: 70, several: 67 };
const mostParts = 2;

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

/** These take two places of the same part. */
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

/** At most two parts with the URL. Uses the GSM alphabet if possible, for example `-9.2 C`. */
export function smsText({ short, url }: MessageContent): string {
	const clean = oneLine(short, short.length);
	const spelled = spellings.reduce((text, [sign, plain]) => text.replace(sign, plain), clean);
	const plain = Array.from(spelled, withoutMarks).join("");
	const end = url === null ? "" : ` ${url}`;
	return plainLetters.test(plain) ? fitted(plain, { dots: "...", end }) : fitted(clean, { dots: "…", end });
}

function fitted(text: string, { dots, end }: { dots: string; end: string }): string {
	if (smsParts(text + end) <= mostParts) return text + end;
	const letters = Array.from(text);
	while (letters.length > 0 && smsParts(letters.join("") + dots + end) > mostParts) letters.pop();
	return letters.join("").trimEnd() + dots + end;
}
