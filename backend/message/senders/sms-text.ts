import type { MessageContent } from "../templates/message-parts";
import { oneLine } from "../templates/plain-text";

/** Two SMS parts without the URL. A letter outside the alphabet shortens a part to 67 characters. */
const longestText = { plain: 280, other: 134 };

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

/** Uses the GSM alphabet if possible, for example `-9.2 C`; other letters make the text shorter. */
export function smsText({ short, url }: MessageContent): string {
	const spelled = spellings.reduce((text, [sign, plain]) => text.replace(sign, plain), oneLine(short, short.length));
	const plain = Array.from(spelled, withoutMarks).join("");
	const text = plainLetters.test(plain)
		? oneLine(plain, longestText.plain).replace("…", "...")
		: oneLine(short, longestText.other);
	return url === null ? text : `${text} ${url}`;
}
