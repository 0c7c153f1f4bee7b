import { minuteMs } from "../../shared/base/durations";
import { limits } from "../../shared/base/limits";
import { headingParts, type Part, type SharedTimes } from "./dividers";
import type { FileHeading } from "./file-heading";
import { type DateOrder, dayInOrder } from "./parse-date";
import type { Cell, OpenItems } from "./parsed-file";
import { cellText, type ReadRows, type RowsPlan } from "./read-rows";
import { timeText } from "./time-columns";
import { zoneSaidIn } from "./zone-names";

const mostCandidates = 20;
const mostConflicts = 1_000;

type Found = { rows: ReadRows; plan: RowsPlan; orders: DateOrder[]; candidates: number[][] };

export function findOpenItems({ rows, plan, orders, candidates }: Found): Omit<OpenItems, "encoding"> {
	const { heading } = plan;
	const { times } = rows;
	const hasOwnZones = rows.offsetMinutes.every(
		(offset, row) => offset !== null || typeof rows.wallAt[row] === "string",
	);
	const names = [...times.zoneNames];
	return {
		timeColumn:
			candidates.length > 1
				? { candidates: candidates.slice(0, mostCandidates).map((columns) => timeCandidate(columns, heading)) }
				: null,
		dateOrder: dateOrderOf(rows, orders),
		clock: times.clockless && {
			...times.clockless,
			text: cellText(times.clockless.text),
			proposedMinutes: times.clockless.rows < times.rows ? 0 : null,
		},
		zone:
			names.length > 0 && heading.openZone === null
				? { text: names.join("/").slice(0, 200), place: "cell", zones: zoneSaidIn(names.join("/"))?.zones ?? [] }
				: hasOwnZones && heading.openZone?.place !== "column"
					? null
					: heading.openZone,
		decimals: rows.decimals.decide().open,
		parts: proposedParts(rows, heading),
		noValues: rows.noValues.numbers(heading.units.map((unit, column) => unit ?? rows.units.get(column) ?? null)),
		words: rows.noValues.words(),
	};
}

function timeCandidate(
	timeColumns: number[],
	{ names, sample }: FileHeading,
): NonNullable<OpenItems["timeColumn"]>["candidates"][number] {
	const name = timeColumns.map((column) => names[column] ?? "").join(" + ");
	const times = sample.map((cells) => timeText(cells, timeColumns));
	return { timeColumns, name: name.slice(0, 200), sample: cellText(times.find((text) => text !== "") ?? "") };
}

function dateOrderOf({ times: { firstOpen } }: ReadRows, orders: readonly DateOrder[]): OpenItems["dateOrder"] {
	if (orders.length < 2 || firstOpen === null) return null;
	const { line, text, date, clockMs } = firstOpen;
	const possible = orders.flatMap((dateOrder) => {
		const day = dayInOrder(date, dateOrder);
		return day === null ? [] : [{ dateOrder, firstWallAt: day + clockMs }];
	});
	return { line, text: cellText(text), orders: possible };
}

/** Named columns, and columns that separate rows with one time and different values. */
export function proposedParts(rows: ReadRows, { names }: FileHeading): OpenItems["parts"] {
	const isNamed = (columns: readonly number[]) => columns.every((column) => rows.dividers.isNamed(column));
	const byText = rows.dividers.candidates(sharedTimes(rows)).map(({ columns, name, parts }) => ({
		divideBy: { by: "columns" as const, columns },
		name: name.slice(0, 400),
		parts,
		isNamed: isNamed(columns),
	}));
	return [...byBlock(rows), ...byText, ...byHeading(rows, names)];
}

function byBlock({ blockOf, wallAt }: ReadRows): OpenItems["parts"] {
	const counts = new Map<string, number>();
	for (const [row, text] of blockOf.entries())
		if (typeof wallAt[row] === "number") counts.set(text, (counts.get(text) ?? 0) + 1);
	if (counts.size < 2 || counts.size > limits.importParts) return [];
	const parts: Part[] = [...counts].map(([text, rows]) => ({ text, rows }));
	return [{ divideBy: { by: "block" }, name: "Tables of the file", parts, isNamed: true }];
}

function byHeading({ line, values }: ReadRows, names: readonly string[]): OpenItems["parts"] {
	const taken = new Set(values.map(({ column }) => column));
	const byPart = headingParts(names.map((name, column) => (taken.has(column) ? name : "")));
	if (byPart === null) return [];
	const parts: Part[] = [...byPart.keys()].map((text) => ({ text, rows: line.length }));
	return [{ divideBy: { by: "heading" }, name: "Headings", parts, isNamed: true }];
}

function sharedTimes({ wallAt, offsetMinutes, values }: ReadRows): SharedTimes {
	const shared: SharedTimes = { conflicts: [], isTimeRepeated: false };
	if (isAscending(wallAt)) return shared;
	const first = new Map<number, number>();
	for (const [row, wall] of wallAt.entries()) {
		if (typeof wall !== "number") continue;
		const key = wall - (offsetMinutes[row] ?? 0) * minuteMs;
		const before = first.get(key);
		if (before === undefined) first.set(key, row);
		else {
			shared.isTimeRepeated = true;
			if (values.some(({ cells }) => isOther(cells[before], cells[row]))) shared.conflicts.push([before, row]);
		}
		if (shared.conflicts.length >= mostConflicts) break;
	}
	return shared;
}

function isAscending(wallAt: ReadRows["wallAt"]): boolean {
	let last = Number.NEGATIVE_INFINITY;
	for (const wall of wallAt) {
		if (typeof wall !== "number") continue;
		if (wall <= last) return false;
		last = wall;
	}
	return true;
}

function isOther(a: Cell | undefined, b: Cell | undefined): boolean {
	return typeof a === "number" && typeof b === "number" && a !== b;
}
