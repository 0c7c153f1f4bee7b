import { csvText } from "../../ui/table/export-csv";
import type { FileLine } from "./csv-file";

export type FileColumn = {
	title: string;
	/** Compared without spaces, dashes and case. */
	headings: string[];
	samples: [string, string];
};

/** Null: the column is left out. No two columns hold the same. */
export type FileTargets<Target extends string> = (Target | null)[];
export type TargetTitles<Target extends string> = Record<Target, string>;

type FileColumns<Target extends string> = Record<Target, FileColumn>;

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

/** The column that held the target before is left out. */
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
		return target ? titles[target] : `Column ${column + 1}`;
	});
}

type RefusedLine<Target extends string> = FileLine & { errors: Partial<Record<Target | "line", string>> };

export function refusedCsv<Target extends string>(
	lines: readonly RefusedLine<NoInfer<Target>>[],
	header: string[],
	titles: TargetTitles<Target>,
): string {
	const named = Object.entries<string>(titles);
	const body = lines.map(({ cells, errors }) => {
		const messages: Record<string, string | undefined> = errors;
		const words = named.flatMap(([target, title]) => (messages[target] ? `${title}: ${messages[target]}` : []));
		return [...header.map((_, column) => cells[column] ?? ""), [errors.line ?? [], ...words].flat().join(" ")];
	});
	return csvText([[...header, "error"], ...body]);
}

export function columnCountOf(lines: readonly FileLine[]): number {
	return lines.reduce((most, { cells }) => Math.max(most, cells.length), 0);
}
