import { oneLine as plainLine } from "../../../shared/base/name-text";

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
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

/** Keeps line breaks and removes other control characters. */
export function paragraph(text: string, longest: number): string {
	const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => oneLine(line, longest));
	return oneBlank(lines).join("\n").slice(0, longest).trim();
}

function oneBlank(lines: string[]): string[] {
	return lines.filter((line, index) => line !== "" || lines[index - 1] !== "");
}
