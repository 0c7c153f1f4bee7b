import { largestOf } from "../../shared/base/lists";

const timeWords = new Set(
	(
		"time times date dates datetime timestamp timestamps tmstamp tmstmp datestamp utc gmt epoch unixtime zeit datum uhrzeit " +
		"zeitpunkt zeitstempel messzeit messzeitpunkt heure heures horodatage temps fecha hora fechahora data datas ora tijd " +
		"tijdstip tijdstempel dato tid tidspunkt tidpunkt aika pvm päivä päiväys päivämäärä czas godzina cas čas дата время час 日付 日時 時刻 时间 日期 時間 시간 날짜 일시 " +
		"tarih saat dátum idő időpont ημερομηνία ώρα vreme ura laikas kuupäev aeg laiks datums datatid waktu tanggal when ngày giờ recorded logged ts zaman"
	).split(" "),
);

/** Words for a time other than the reading's. */
const otherTime =
	/\b(?:(?:min|max)(?:imum|imums|ima|imal\w*)?|peak|start|begin|beginn|end|ende|fin|first|last|letzte|created|received|receive|upload|uploaded|modified|updated|changed|sent|server|arrival|calibrat\w*|kalibrier\w*|next|due|expir\w*|install\w*|duration|dauer|elapsed)\b/i;

/** The pattern takes quadratic time on many open brackets. */
const nameLength = 200;

function wordsOf(name: string): string[] {
	return name
		.slice(0, nameLength)
		.toLowerCase()
		.replace(/[[({].*?[\])}]/g, " ")
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.filter((word) => word !== "");
}

export function isTimeWord(name: string): boolean {
	return wordsOf(name).some((word) => timeWords.has(word)) || /(?:date|time|zeit|datum|stamp)$/i.test(name);
}

/** Whether a column's name is the time of its row, not of a minimum or an upload. */
function namesItsTime(name: string): boolean {
	return isTimeWord(name) && !otherTime.test(name.replace(/[[({].*?[\])}]/g, " ").replaceAll("_", " "));
}

export type CellKind = "whole" | "date" | "clock" | "numbered";

type Kinds = readonly (CellKind | null)[][];

/** One column each, or a date and a clock. Written times come before numbers, which may be counters. */
export function possibleTimeColumns(kinds: Kinds, rows: readonly string[][]): number[][] {
	const counts = { whole: [], date: [], clock: [], numbered: [] } as Record<CellKind, number[]>; // typed empty lists
	for (const row of kinds) {
		for (const [column, kind] of row.entries()) if (kind) counts[kind][column] = (counts[kind][column] ?? 0) + 1;
	}
	const dated = (column: number) => (counts.whole[column] ?? 0) + (counts.date[column] ?? 0);
	const width = kinds.reduce((most, { length }) => Math.max(most, length), 0);
	const columns = Array.from({ length: width }, (_, column) => column);
	const most = Math.max(0, largestOf(columns.map(dated)));
	const written = columns.filter((column) => dated(column) > 0 && dated(column) * 2 >= most);
	const varying = written.filter((column) => isVarying(column, kinds, rows));
	const candidates = (varying.length === 0 ? written : varying).map((column) => {
		const isDate = (counts.date[column] ?? 0) > (counts.whole[column] ?? 0) || isMidnights(column, rows);
		const clock = isDate ? nearestClock(column, counts) : null;
		return clock === null ? [column] : [column, clock];
	});
	if (candidates.length > 0) return candidates;
	const numbers = columns.toSorted((a, b) => (counts.numbered[b] ?? 0) - (counts.numbered[a] ?? 0));
	const fullest = numbers[0] ?? 0;
	return (counts.numbered[fullest] ?? 0) > 0 ? [[fullest]] : [];
}

function isMidnights(column: number, rows: readonly string[][]): boolean {
	const clocks = rows.flatMap((cells) => /\s\d{1,2}:\d\d.*$/.exec(cells[column] ?? "")?.[0] ?? []);
	return clocks.length > 0 && clocks.every((clock) => midnight.test(clock));
}

const midnight = /\s0?0:00(?::00(?:[.,]0+)?)?$/;

function nearestClock(date: number, counts: Record<CellKind, number[]>): number | null {
	const needed = ((counts.date[date] ?? 0) + (counts.whole[date] ?? 0)) / 2;
	const clocks = [...counts.clock.keys()].filter((column) => (counts.clock[column] ?? 0) >= needed);
	const distance = (column: number) => (column > date ? column - date - 0.5 : date - column);
	return clocks.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** Excludes a constant date, such as a calibration. */
function isVarying(column: number, kinds: Kinds, rows: readonly string[][]): boolean {
	const texts = rows.flatMap((cells, row) => (kinds[row]?.[column] ? [cells[column] ?? ""] : []));
	return texts.length < 3 || new Set(texts).size > 1;
}

type Heading = { candidates: number[][]; nameOf: (column: number) => string };

export function openTimeColumns(
	{ candidates, nameOf }: Heading,
	hasOffsets: (columns: number[]) => boolean,
): number[][] {
	const named = candidates.filter(([column = 0]) => namesItsTime(nameOf(column)));
	if (named.length === 1 || candidates.length === 1) return named.length === 1 ? named : candidates;
	const pool = named.length === 0 ? candidates : named;
	// A time with an offset is certain.
	const certain = named.filter(hasOffsets);
	return certain.length === 1 ? certain : pool;
}

export function timeText(cells: readonly string[], timeColumns: readonly number[]): string {
	const [first = 0, second] = timeColumns;
	if (second === undefined) return cells[first] ?? "";
	return `${(cells[first] ?? "").replace(midnight, "")} ${cells[second] ?? ""}`.trim();
}
