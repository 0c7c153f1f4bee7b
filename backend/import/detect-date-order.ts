import { type DateOrder, openDateNumbers, parseDate } from "./parse-date";

/** `isSure` false: either order makes dates of all of them, and nothing else decides. */
export type DetectedOrder = { order: DateOrder; isSure: boolean };

/** Which comes first in dates, told from many of them: by a number no month has, else by which reading lies closer together. */
export function detectDateOrder(times: readonly string[]): DetectedOrder {
	const dates = [...new Set(times.map((text) => text.split(/[T\s,]/)[0] ?? ""))];
	const open = dates.flatMap((date) => {
		const numbers = openDateNumbers(date);
		return numbers ? [{ date, numbers }] : [];
	});
	if (open.length === 0) return { order: "year-first", isSure: true };
	const candidates = (["day-first", "month-first", "year-first"] as const).flatMap((order) => {
		const spanMs = spanOf(open, order);
		return spanMs === null ? [] : [{ order, spanMs }];
	});
	const [first, ...others] = candidates.sort((a, b) => a.spanMs - b.spanMs);
	if (!first) return { order: mostlyMonthFirst(open) ? "month-first" : "day-first", isSure: false };
	// A year of two digits in front is only read where nothing else lies as close.
	const asClose = others.filter(({ order, spanMs }) => spanMs === first.spanMs && order !== "year-first");
	if (asClose.length === 0) return { order: first.order, isSure: true };
	if (open.some(({ date }) => date.includes("."))) return { order: "day-first", isSure: true };
	return { order: times.some((text) => /[ap]\.?\s?m\.?$/i.test(text)) ? "month-first" : "day-first", isSure: false };
}

type OpenDate = { date: string; numbers: [number, number, number] };

/** From the first to the last day, or null where one of them is no day in this order. */
function spanOf(open: OpenDate[], order: DateOrder): number | null {
	let least = Number.POSITIVE_INFINITY;
	let most = Number.NEGATIVE_INFINITY;
	for (const { date } of open) {
		const day = parseDate(date, order);
		if (day === null) return null;
		const at = Date.UTC(day.year, day.month - 1, day.day);
		least = Math.min(least, at);
		most = Math.max(most, at);
	}
	return most - least;
}

/** Of dates that fit no order at all, the one that more of them fit. */
function mostlyMonthFirst(open: OpenDate[]): boolean {
	const fitting = (order: DateOrder) => open.filter(({ date }) => parseDate(date, order) !== null).length;
	return fitting("month-first") > fitting("day-first");
}
