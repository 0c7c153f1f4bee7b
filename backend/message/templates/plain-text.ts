import { oneLine as plainLine } from "../../../shared/base/name-text";
import { rightToLeft } from "../../../shared/base/right-to-left";

const isolate = { begin: "\u2068", end: "\u2069" };

/** Returns user text on one line, at most `longest` characters. */
export function oneLine(text: string, longest: number): string {
	const characters = [...plainLine(text).replace(/\s+/g, " ").trim()];
	return characters.length <= longest ? characters.join("") : `${characters.slice(0, longest - 1).join("")}…`;
}

/** Isolates right-to-left names, so that the sentence keeps its order. */
export function namePart(name: string, longest = 60): string {
	const text = oneLine(name, longest);
	return rightToLeft.test(text) ? `${isolate.begin}${text}${isolate.end}` : text;
}

/** Cuts text that templates have made, whose isolates `oneLine` would remove. */
export function shortened(text: string, longest: number): string {
	const characters = [...text];
	if (characters.length <= longest) return text;
	const cut = characters.slice(0, longest - 2).join("");
	const isOpen = cut.lastIndexOf(isolate.begin) > cut.lastIndexOf(isolate.end);
	return `${cut}${isOpen ? isolate.end : ""}…`;
}

/** Keeps line breaks and removes other control characters. */
export function paragraph(text: string, longest: number): string {
	const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => oneLine(line, longest));
	return oneBlank(lines).join("\n").slice(0, longest).trim();
}

function oneBlank(lines: string[]): string[] {
	return lines.filter((line, index) => line !== "" || lines[index - 1] !== "");
}

const graphemes = new Intl.Segmenter();

/** At most `most` UTF-16 units, as services count. Never cuts within a character that a person sees. */
export function cutAtGrapheme(text: string, most: number): string {
	if (text.length <= most) return text;
	let cut = "";
	for (const { segment } of graphemes.segment(text)) {
		if (cut.length + segment.length > most - 1) break;
		cut += segment;
	}
	return `${cut.trimEnd()}…`;
}
