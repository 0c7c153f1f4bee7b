import { foldText } from "../../../shared/base/fold-text";
import { serialKey } from "../../../shared/device/device-filter";
import { wordsOf } from "./text-match";

const searchKinds = [
	"command",
	"page",
	"action",
	"device",
	"group",
	"event",
	"alert",
	"contact",
	"report",
	"user",
] as const;

export type SearchKind = (typeof searchKinds)[number];

export type SearchItem = {
	id: string;
	kind: SearchKind;
	title: string;
	note: string;
	target: string | (() => void);
	keys: { title: string; others: string[]; serial: string; sort: string };
};

export type FoundGroup = { kind: SearchKind | "recent"; items: SearchItem[]; total: number };

const shownPerKind = 6;

const shownRecent = 5;

const scores = { titleStart: 0, titleWord: 1, titleInside: 2, otherWord: 3, otherInside: 4 };

const shortestSerialPart = 2;

const isLetterOrDigit = /[\p{L}\p{N}]/u;

type FindOptions = {
	recent: string[];
	current: string;
};

/** Orders kinds by their best item: a match at the start of a name, then inside it, then recent ones. */
export function findItems(items: SearchItem[], text: string, { recent, current }: FindOptions): FoundGroup[] {
	const query = parseQuery(text);
	if (query.words.length === 0) return withoutQuery(items, recent, current);
	const recency = new Map(recent.map((address, index) => [address, index]));
	const found = new Map<SearchKind, Ranked[]>();
	const totals = new Map<SearchKind, number>();
	for (const item of items) {
		const score = matchScore(item, query);
		if (score === null) continue;
		totals.set(item.kind, (totals.get(item.kind) ?? 0) + 1);
		const best = found.get(item.kind) ?? [];
		found.set(item.kind, best);
		keepBest(best, { item, score, recency: recencyOf(item, recency) });
	}
	return [...found]
		.sort(([kind, [a]], [otherKind, [b]]) => {
			if (!a || !b) return 0;
			return a.score - b.score || a.recency - b.recency || searchKinds.indexOf(kind) - searchKinds.indexOf(otherKind);
		})
		.map(([kind, best]) => ({ kind, items: best.map(({ item }) => item), total: totals.get(kind) ?? best.length }));
}

function withoutQuery(items: SearchItem[], recent: string[], current: string): FoundGroup[] {
	const byAddress = new Map(items.map((item) => [item.target, item]));
	const opened = recent.filter((address) => address !== current).flatMap((address) => byAddress.get(address) ?? []);
	const lately = opened.slice(0, shownRecent);
	const groups: FoundGroup[] = [{ kind: "recent", items: lately, total: lately.length }];
	const commands = items.filter(({ kind }) => kind === "command");
	groups.push({ kind: "command", items: commands, total: commands.length });
	for (const kind of ["page", "action"] as const) {
		const ofKind = items.filter((item) => item.kind === kind && item.target !== current && !lately.includes(item));
		groups.push({ kind, items: ofKind, total: ofKind.length });
	}
	return groups.filter((group) => group.items.length > 0);
}

type Ranked = { item: SearchItem; score: number; recency: number };

function recencyOf({ target }: SearchItem, recency: Map<string, number>): number {
	return (typeof target === "string" ? recency.get(target) : undefined) ?? Number.POSITIVE_INFINITY;
}

function isBefore(a: Ranked, b: Ranked): boolean {
	if (a.score !== b.score) return a.score < b.score;
	if (a.recency !== b.recency) return a.recency < b.recency;
	return a.item.keys.sort < b.item.keys.sort;
}

function keepBest(best: Ranked[], next: Ranked): void {
	const last = best.at(-1);
	if (best.length === shownPerKind && last && !isBefore(next, last)) return;
	const at = best.findIndex((other) => isBefore(next, other));
	best.splice(at === -1 ? best.length : at, 0, next);
	if (best.length > shownPerKind) best.pop();
}

type NewItem = Omit<SearchItem, "keys"> & { keywords?: string[]; serialNumber?: string | null };

export function searchItem({ keywords = [], serialNumber = null, ...item }: NewItem): SearchItem {
	const title = foldText(item.title);
	return {
		...item,
		keys: {
			title,
			others: keywords.filter(Boolean).map(foldText),
			serial: serialNumber === null ? "" : serialKey(serialNumber),
			// Sorts Cold room 2 before Cold room 10.
			sort: title.replace(/\d+/g, (digits) => digits.padStart(10, "0")),
		},
	};
}

type SearchQuery = { words: string[]; serial: string };

function parseQuery(text: string): SearchQuery {
	return { words: wordsOf(text), serial: serialKey(text) };
}

/** 0 is best. Every word must match, or the query must be part of the serial number without dashes and spaces. */
function matchScore({ keys }: SearchItem, { words, serial }: SearchQuery): number | null {
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

function placeOf(text: string, word: string): 0 | 1 | 2 | null {
	let at = text.indexOf(word);
	if (at === -1) return null;
	if (at === 0) return 0;
	for (; at !== -1; at = text.indexOf(word, at + 1)) {
		if (!isLetterOrDigit.test(text.charAt(at - 1))) return 1;
	}
	return 2;
}

function serialScore(serial: string, part: string): number | null {
	if (part.length < shortestSerialPart || !serial.includes(part)) return null;
	return serial.startsWith(part) ? scores.titleStart : scores.otherInside;
}
