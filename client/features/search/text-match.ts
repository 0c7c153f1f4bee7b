import { foldText } from "../../../shared/base/fold-text";
import { serialKey } from "../../../shared/device/device-filter";

export function wordsOf(query: string): string[] {
	return foldText(query).split(/\s+/).filter(Boolean);
}

/** Words of a catalogue that are searched, not shown: they are between commas. */
export function wordList(text: string): string[] {
	return text.split(",").map((word) => foldText(word.trim()));
}

type HighlightPart = { text: string; isHit: boolean };

/** Ignores accents, case and a serial number's dashes. */
export function highlightParts(text: string, query: string): HighlightPart[] {
	const words = wordsOf(query);
	const hits = new Array<boolean>(text.length).fill(false);
	const folded = foldedWithPositions(text, foldText);
	for (const word of words) mark(hits, folded, word);
	const serial = serialKey(query);
	if (serial.length > 1 && !hits.includes(true)) mark(hits, foldedWithPositions(text, serialKey), serial);
	return piecesOf(text, hits);
}

type Folded = {
	text: string;
	from: number[];
	to: number[];
};

function foldedWithPositions(text: string, fold: (text: string) => string): Folded {
	const folded: Folded = { text: "", from: [], to: [] };
	let at = 0;
	for (const character of text) {
		const key = fold(character);
		for (let index = 0; index < key.length; index += 1) {
			folded.from.push(at);
			folded.to.push(at + character.length);
		}
		folded.text += key;
		at += character.length;
	}
	return folded;
}

function mark(hits: boolean[], { text, from, to }: Folded, word: string): void {
	if (word === "") return;
	for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
		hits.fill(true, from[at], to[at + word.length - 1]);
	}
}

function piecesOf(text: string, hits: boolean[]): HighlightPart[] {
	const parts: HighlightPart[] = [];
	let start = 0;
	for (let at = 1; at <= text.length; at += 1) {
		if (at < text.length && hits[at] === hits[start]) continue;
		parts.push({ text: text.slice(start, at), isHit: hits[start] === true });
		start = at;
	}
	return parts;
}
