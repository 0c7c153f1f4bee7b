import { ownValue } from "../../../shared/base/own-value";
import { recordOf } from "../../../shared/base/plain-fields";
import { labeled } from "../../ui/labeled";
import { csvText } from "../../ui/table/export-csv";
import { t } from "../../words/made/forms";
import type { FileLine } from "./csv-file";

export type FileColumn = {
	title: string;
	headings: string[];
	samples: [string, string];
};

export type FileTargets<Target extends string> = (Target | null)[];
export type LineErrors<Target extends string> = Partial<Record<Target | "line", string>>;
export type TargetTitles<Target extends string> = Record<Target, string>;

type FileColumns<Target extends string> = Record<Target, FileColumn>;

export type ImportedList<Target extends string> = {
	noun: "device" | "contact";
	columns: FileColumns<Target>;
	assumed: readonly Target[];
	mostLines: number;
	hint: string;
};

function targetsOf<Target extends string>(columns: FileColumns<Target>): Target[] {
	return Object.keys(columns) as Target[]; // keys of a declaration are its keyof
}

export function sampleText<Target extends string>(columns: FileColumns<Target>): string {
	const targets = targetsOf(columns);
	const lines = ([0, 1] as const).map((line) => targets.map((target) => columns[target].samples[line]));
	return csvText([targets.map((target) => columns[target].title), ...lines]);
}

function plain(heading: string): string {
	return heading.toLowerCase().replaceAll(/[^a-z]/g, "");
}

export function titlesOf<Target extends string>(columns: FileColumns<Target>): TargetTitles<Target> {
	return recordOf(targetsOf(columns), (target) => columns[target].title);
}

/** A header is a first line that names at least one known column. */
export function isHeader<Target extends string>(
	{ columns }: ImportedList<Target>,
	first: FileLine | undefined,
): boolean {
	return first !== undefined && matchTargets(columns, first.cells).some((target) => target !== null);
}

export function firstTargets<Target extends string>(
	{ columns, assumed }: ImportedList<Target>,
	lines: readonly FileLine[],
	hasHeader: boolean,
): FileTargets<Target> {
	const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), 0);
	const heading = Array.from({ length: width }, (_, column) => lines[0]?.cells[column] ?? "");
	return hasHeader ? matchTargets(columns, heading) : heading.map((_, column) => assumed[column] ?? null);
}

export function columnsLeftOut(lines: readonly FileLine[], targets: FileTargets<string>, titles: string[]): string[] {
	return titles.filter(
		(_, column) => targets[column] === null && lines.some(({ cells }) => (cells[column] ?? "") !== ""),
	);
}

function lineBreaksIn(cells: readonly string[]): number {
	return cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
}

/** `3 to 5`: a quoted text over several lines, or a stray quotation mark that hides lines. */
export function brokenLines(lines: readonly FileLine[]): string[] {
	return lines.flatMap(({ line, cells }) => {
		const breaks = lineBreaksIn(cells);
		return breaks === 0 ? [] : [t("file.lineRange", { from: line, to: line + breaks })];
	});
}

/** Cells of the header. Infinity if most lines have more, as a column without a heading may be meant. */
export function mostCellsOf(header: readonly string[] | null, lines: readonly FileLine[]): number {
	if (header === null) return Number.POSITIVE_INFINITY;
	const longer = lines.filter(({ cells }) => hasCellBeyond(cells, header.length)).length;
	return longer * 2 > lines.length ? Number.POSITIVE_INFINITY : header.length;
}

export function hasCellBeyond(cells: readonly string[], most: number): boolean {
	return cells.some((cell, column) => column >= most && cell !== "");
}

export function matchTargets<Target extends string>(
	columns: FileColumns<Target>,
	cells: readonly string[],
): FileTargets<Target> {
	const taken = new Set<Target>();
	return cells.map((cell) => {
		const target = targetsOf(columns).find(
			(candidate) => !taken.has(candidate) && columns[candidate].headings.includes(plain(cell)),
		);
		if (target) taken.add(target);
		return target ?? null;
	});
}

export function withTarget<Target extends string>(
	targets: FileTargets<Target>,
	column: number,
	target: Target | null,
): FileTargets<Target> {
	return targets.map((current, index) => {
		if (index === column) return target;
		return current === target ? null : current;
	});
}

export function columnTitles<Target extends string>(
	header: string[] | null,
	targets: FileTargets<Target>,
	titles: TargetTitles<Target>,
): string[] {
	return targets.map((target, column) => {
		const heading = header?.[column] ?? "";
		if (heading !== "") return heading;
		return target ? titles[target] : t("file.column", { value: column + 1 });
	});
}

export function problemText<Target extends string>(errors: LineErrors<Target>, titles: TargetTitles<Target>): string {
	const messages: Record<string, string | undefined> = errors;
	const named = Object.entries<string>(titles).flatMap(([target, title]) => {
		const message = ownValue(messages, target);
		return message ? labeled(title, message) : [];
	});
	return [errors.line ?? [], named].flat().join(" ");
}

type WrongLine<Target extends string> = FileLine & { errors: LineErrors<Target> };

export function problemsCsv<Target extends string>(
	lines: readonly WrongLine<NoInfer<Target>>[],
	header: string[],
	titles: TargetTitles<Target>,
): string {
	const body = lines.map(({ cells, errors }) => [
		...header.map((_, column) => cells[column] ?? ""),
		problemText(errors, titles),
	]);
	return csvText([[...header, "error"], ...body]);
}
