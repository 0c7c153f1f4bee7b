import type { Face } from "./typefaces";

export type Measure = { face: Pick<Face, "widthOf">; size: number; width: number };

const ellipsis = "…";

/** At most `mostLines` lines; the last ends with an ellipsis if text is left. */
export function wrapped(text: string, measure: Measure, mostLines = Number.POSITIVE_INFINITY): string[] {
	if (fits(text, measure) && !text.includes("\n")) return [text];
	const lines = text.split("\n").flatMap((paragraph) => paragraphLines(paragraph, measure));
	if (lines.length <= mostLines) return lines;
	const last = lines[mostLines - 1] ?? "";
	return [...lines.slice(0, mostLines - 1), shortened(`${last}${ellipsis}`, measure)];
}

export function shortened(given: string, measure: Measure): string {
	const text = given.replaceAll("\n", " ");
	if (fits(text, measure)) return text;
	const letters = [...text.replace(/…$/, "")];
	const cut = (length: number) => letters.slice(0, length).join("").trimEnd() + ellipsis;
	let [fitting, tooLong] = [0, letters.length + 1];
	while (tooLong - fitting > 1) {
		const middle = Math.floor((fitting + tooLong) / 2);
		if (fits(cut(middle), measure)) fitting = middle;
		else tooLong = middle;
	}
	return cut(fitting);
}

function fits(text: string, { face, size, width }: Measure): boolean {
	return face.widthOf(text, size) <= width;
}

function paragraphLines(paragraph: string, measure: Measure): string[] {
	const lines: string[] = [];
	let line = "";
	for (const { text, isSpaced } of piecesOf(paragraph)) {
		const longer = isSpaced && line !== "" ? `${line} ${text}` : line + text;
		if (fits(longer, measure)) {
			line = longer;
			continue;
		}
		if (line !== "") lines.push(line);
		line = text;
		while (!fits(line, measure)) {
			const length = fittingLength(line, measure);
			lines.push([...line].slice(0, length).join(""));
			line = [...line].slice(length).join("");
		}
	}
	lines.push(line);
	return lines;
}

/** `isSpaced`: after a space, which a break replaces. */
type Piece = { text: string; isSpaced: boolean };

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u30FF\uFF00-\uFFEF]/u;
/** Signs that begin no line in Chinese and Japanese. */
const noStart = /^[、。，．・：；？！)）」』】〕〉》”’ー々〜～…‥％℃°%,.:;?!ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ]/u;
/** Signs that end no line. */
const noEnd = /[(（「『【〔〈《“‘]$/u;

function piecesOf(paragraph: string): Piece[] {
	return paragraph.split(" ").flatMap((word, index) => {
		const parts = unspaced.test(word) ? unspacedParts(word) : [word];
		return parts.map((text, part) => ({ text, isSpaced: part === 0 && index > 0 }));
	});
}

function unspacedParts(word: string): string[] {
	const parts: string[] = [];
	for (const { segment } of new Intl.Segmenter("ja", { granularity: "word" }).segment(word)) {
		const last = parts.at(-1);
		if (last !== undefined && (noStart.test(segment) || noEnd.test(last))) parts[parts.length - 1] = last + segment;
		else parts.push(segment);
	}
	return parts;
}

/** At least one letter, to terminate. Prefers to break after a joint of the word. */
function fittingLength(word: string, { face, size, width }: Measure): number {
	let used = 0;
	let length = 0;
	let joint = 0;
	for (const letter of word) {
		used += face.widthOf(letter, size);
		if (used > width) break;
		length += 1;
		if (/[-/_.,;:@]/.test(letter)) joint = length;
	}
	return Math.max(joint > length / 2 ? joint : length, 1);
}
