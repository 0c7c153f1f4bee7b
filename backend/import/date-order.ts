import { dayMs } from "../../shared/base/durations";
import { largestOf } from "../../shared/base/lists";
import { type DateOrder, dateOrders, dayInOrder, type WrittenDate } from "./parse-date";

export type SeenDate = { text: string; date: WrittenDate };

/** `open`: possible orders, the likeliest first; empty if `order` is certain. */
export type DetectedOrder = { order: DateOrder; open: DateOrder[] };

/** A year in front is unlikely if it makes the file this much older. */
const tooOldMs = 15 * 365 * dayMs;

const patterns: [form: RegExp, order: DateOrder][] = [
	[/\b(?:dd?|tt?|jj?)[-./\s](?:mm?)[-./\s](?:yy|jj|aa)/i, "day-first"],
	[/\bmm?[-./\s]dd?[-./\s]yy/i, "month-first"],
	[/\b(?:yy|jj|aa)(?:yy|jj|aa)?[-./\s]mm?[-./\s](?:dd?|tt?|jj?)\b/i, "year-first"],
];

type Evidence = { rows: number; heading: string; isAmerican: boolean };

/** Excludes orders with dates that do not exist, then prefers the order with the shortest span. */
export function detectDateOrder(seen: readonly SeenDate[], { rows, heading, isAmerican }: Evidence): DetectedOrder {
	const dates = seen.filter(
		({ date }) => "open" in date && dateOrders.some((order) => dayInOrder(date, order) !== null),
	);
	if (dates.length === 0) return { order: "year-first", open: [] };
	const spans = dateOrders.map((order) => spanOf(dates, order));
	const fitting = spans.filter(({ misfits }) => misfits === 0);
	if (fitting.length === 0) {
		const best = spans.toSorted((a, b) => a.misfits - b.misfits);
		return { order: best[0]?.order ?? "day-first", open: best.slice(0, 2).map(({ order }) => order) };
	}
	const written = patterns.find(([form]) => form.test(heading))?.[1];
	if (written && fitting.some(({ order }) => order === written)) return { order: written, open: [] };
	const latest = largestOf(fitting.map(({ to }) => to));
	const possible = distinct(fitting, dates).filter(
		({ order, to }) => order !== "year-first" || fitting.length === 1 || latest - to < tooOldMs,
	);
	const likely = likelyOrder(possible, isAmerican);
	const ranked = possible.toSorted(
		(a, b) => a.to - a.from - (b.to - b.from) || rank(a.order, likely) - rank(b.order, likely),
	);
	const [first, second] = ranked;
	if (!first || !second) return { order: first?.order ?? likely, open: [] };
	const isCloser = first.to - first.from < second.to - second.from;
	// With several rows a day, days follow one another; with one row they may be months apart.
	const isDense = rows >= 1.5 * dates.length && dates.length > 1;
	const isEachDay = isDense && first.to - first.from <= 1.5 * dayMs * (dates.length - 1);
	const isPointed = dates.every(({ text }) => /^\d{1,2}\.\s?\d{1,2}\.\s?\d{4}/.test(text));
	const dayFirst = possible.find(({ order }) => order === "day-first");
	if (isPointed && dayFirst && (!isDense || first.order === "day-first")) return { order: "day-first", open: [] };
	if (isCloser && isEachDay) return { order: first.order, open: [] };
	return { order: first.order, open: ranked.map(({ order }) => order) };
}

function distinct(spans: readonly Span[], dates: readonly SeenDate[]): Span[] {
	const isSame = (a: DateOrder, b: DateOrder) => dates.every(({ date }) => dayInOrder(date, a) === dayInOrder(date, b));
	return spans.filter(({ order }, index) => !spans.slice(0, index).some((before) => isSame(before.order, order)));
}

type Span = { order: DateOrder; from: number; to: number; misfits: number };

function spanOf(dates: readonly SeenDate[], order: DateOrder): Span {
	const span: Span = { order, from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY, misfits: 0 };
	for (const { date } of dates) {
		const day = dayInOrder(date, order);
		if (day === null) span.misfits += 1;
		else {
			span.from = Math.min(span.from, day);
			span.to = Math.max(span.to, day);
		}
	}
	return span;
}

function rank(order: DateOrder, likely: DateOrder): number {
	return order === likely ? 0 : order === "year-first" ? 2 : 1;
}

function likelyOrder(possible: readonly Span[], isAmerican: boolean): DateOrder {
	const others = possible.filter(({ order }) => order !== "year-first");
	const yearFirst = possible.find(({ order }) => order === "year-first");
	if (yearFirst && others.every(({ to }) => to < yearFirst.to)) return "year-first";
	return isAmerican ? "month-first" : "day-first";
}
