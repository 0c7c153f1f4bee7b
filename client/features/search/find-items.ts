import { matchScore, parseQuery } from "./match-score";
import { type SearchItem, type SearchKind, searchKinds } from "./search-item";

/** What was found of one kind: the best of it, and how many there are in all. */
export type FoundGroup = { kind: SearchKind | "recent"; items: SearchItem[]; total: number };

const shownPerKind = 6;
const shownRecent = 5;

type FindOptions = {
	/** Addresses that were open lately, the newest first. */
	recent: string[];
	/** The address that is open now. */
	current: string;
};

/**
 * The best items of each kind, and the kinds by their best item: the beginning of a name before its inside, and among
 * equals what was open lately. Without a query it is what was open lately, then the pages and actions.
 */
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

type Ranked = { item: SearchItem; score: number; recency: number };

function recencyOf({ target }: SearchItem, recency: Map<string, number>): number {
	return (typeof target === "string" ? recency.get(target) : undefined) ?? Number.POSITIVE_INFINITY;
}

function isBefore(a: Ranked, b: Ranked): boolean {
	if (a.score !== b.score) return a.score < b.score;
	if (a.recency !== b.recency) return a.recency < b.recency;
	return a.item.keys.sort < b.item.keys.sort;
}

/** Holds a few in order instead of sorting the thousands that a single letter finds. */
function keepBest(best: Ranked[], next: Ranked): void {
	const last = best.at(-1);
	if (best.length === shownPerKind && last && !isBefore(next, last)) return;
	const at = best.findIndex((other) => isBefore(next, other));
	best.splice(at === -1 ? best.length : at, 0, next);
	if (best.length > shownPerKind) best.pop();
}

function withoutQuery(items: SearchItem[], recent: string[], current: string): FoundGroup[] {
	const byAddress = new Map(items.map((item) => [item.target, item]));
	const opened = recent.filter((address) => address !== current).flatMap((address) => byAddress.get(address) ?? []);
	const lately = opened.slice(0, shownRecent);
	const groups: FoundGroup[] = [{ kind: "recent", items: lately, total: lately.length }];
	for (const kind of ["page", "action"] as const) {
		const ofKind = items.filter((item) => item.kind === kind && item.target !== current && !lately.includes(item));
		groups.push({ kind, items: ofKind, total: ofKind.length });
	}
	return groups.filter((group) => group.items.length > 0);
}
