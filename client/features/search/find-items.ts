import { foldText } from "../../../shared/base/fold-text";
import { serialKey } from "../../../shared/device/device-filter";
import { wordsOf } from "./text-match";

const searchKinds = [
	"command",
	"page",
	"action",
	"view",
	"device",
	"group",
	"event",
	"alert",
	"contact",
	"roster",
	"report",
	"user",
] as const;

export type SearchKind = (typeof searchKinds)[number];

export type SearchItem = {
	id: string;
	kind: SearchKind;
	title: string;
	note: string;
	target: string | PageCommand | (() => void);
	excluded: readonly NamedCommandId[];
	keys: { title: string; others: string[]; serial: string; sort: string };
};

export type NamedCommandId =
	| "acknowledge"
	| "mute"
	| "unmute"
	| "note"
	| "import"
	| "export"
	| "rule"
	| "report"
	| "run";

/** A command that the page at `path` offers for the subject. */
export type PageCommand = { path: string; subjectId: string; id: NamedCommandId };

export type FoundGroup = { kind: SearchKind | "recent" | "named"; items: SearchItem[]; total: number };

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
	if (wordsOf(text).length === 0) return withoutQuery(items, recent, current);
	const found = rankItems(items, text, { recent, groupOf: ({ kind }) => kind });
	return [...found]
		.sort(
			(
				[
					kind,
					{
						best: [a],
					},
				],
				[
					otherKind,
					{
						best: [b],
					},
				],
			) => {
				if (!a || !b) return 0;
				return a.score - b.score || a.recency - b.recency || searchKinds.indexOf(kind) - searchKinds.indexOf(otherKind);
			},
		)
		.map(([kind, { best, total }]) => ({ kind, items: best.map(({ item }) => item), total }));
}

type Ranking<Group> = { recent: string[]; groupOf: (item: SearchItem) => Group };

export function rankItems<Group>(items: SearchItem[], text: string, { recent, groupOf }: Ranking<Group>) {
	const query = parseQuery(text);
	const recency = new Map(recent.map((address, index) => [address, index]));
	const found = new Map<Group, { best: Ranked[]; total: number }>();
	for (const item of items) {
		const score = matchScore(item, query);
		if (score === null) continue;
		const group = groupOf(item);
		const ranked = found.get(group) ?? { best: [], total: 0 };
		found.set(group, ranked);
		ranked.total += 1;
		keepBest(ranked.best, { item, score, recency: recencyOf(item, recency) });
	}
	return found;
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

type NewItem = Omit<SearchItem, "keys" | "excluded"> & {
	keywords?: string[];
	serialNumber?: string | null;
	excluded?: readonly NamedCommandId[];
};

const noneExcluded: readonly NamedCommandId[] = [];

export function searchItem(newItem: NewItem): SearchItem {
	const { keywords = [], serialNumber = null, excluded = noneExcluded, ...item } = newItem;
	const title = foldText(item.title);
	return {
		...item,
		excluded,
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
