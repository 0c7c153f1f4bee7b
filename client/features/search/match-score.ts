import { serialKey } from "../../../shared/device-filter";
import { wordsOf } from "./fold-text";
import type { SearchItem } from "./search-item";

type SearchQuery = { words: string[]; serial: string };

export function parseQuery(text: string): SearchQuery {
	return { words: wordsOf(text), serial: serialKey(text) };
}

/** How well one word fits: from the beginning of a title to somewhere inside another field. */
const scores = { titleStart: 0, titleWord: 1, titleInside: 2, otherWord: 3, otherInside: 4 };
const shortestSerialPart = 2;

/**
 * How well an item fits a query: 0 is best. Every word has to be somewhere in it and counts by its best place, all alike.
 * Null where one is nowhere, unless the whole query is part of the serial number, dashes and spaces left out.
 */
export function matchScore({ keys }: SearchItem, { words, serial }: SearchQuery): number | null {
	let sum = 0;
	for (const word of words) {
		const score = wordScore(keys, word);
		if (score === null) return serialScore(keys.serial, serial);
		sum += score;
	}
	const bySerial = serialScore(keys.serial, serial);
	const byWords = sum / Math.max(words.length, 1);
	return bySerial === null ? byWords : Math.min(byWords, bySerial);
}

function wordScore({ title, others }: SearchItem["keys"], word: string): number | null {
	const inTitle = placeOf(title, word);
	if (inTitle !== null) return [scores.titleStart, scores.titleWord, scores.titleInside][inTitle] ?? null;
	let best: number | null = null;
	for (const other of others) {
		const place = placeOf(other, word);
		if (place === null) continue;
		if (place < 2) return scores.otherWord;
		best = scores.otherInside;
	}
	return best;
}

/** 0: the text begins with the word, 1: a word of it does, 2: it stands inside one. */
function placeOf(text: string, word: string): 0 | 1 | 2 | null {
	let at = text.indexOf(word);
	if (at === -1) return null;
	if (at === 0) return 0;
	for (; at !== -1; at = text.indexOf(word, at + 1)) {
		if (!isLetterOrDigit.test(text.charAt(at - 1))) return 1;
	}
	return 2;
}

const isLetterOrDigit = /[\p{L}\p{N}]/u;

function serialScore(serial: string, part: string): number | null {
	if (part.length < shortestSerialPart || !serial.includes(part)) return null;
	return serial.startsWith(part) ? scores.titleStart : scores.otherInside;
}
