import { t } from "../../words/made/forms";
import type { FileLine } from "./csv-file";
import { type FileTargets, hasCellBeyond, type LineErrors } from "./file-columns";

export type CheckedLine<Target extends string, Input> = FileLine & {
	errors: LineErrors<Target>;
	input: Input | null;
};

export type LineRules<Target extends string, Input> = {
	targets: FileTargets<Target>;
	read: (cell: (target: Target) => string) => { input: Input; errors: LineErrors<Target> };
	/** Values of `keyOf` must be unique; any number of lines may share "". */
	unique: {
		target: Target;
		what: "serialNumber" | "email";
		keyOf: (cell: string) => string;
		taken: ReadonlySet<string>;
	};
	targetOf: (path: string) => Target | "line";
};

type CheckLines<Target extends string, Input> = (
	lines: readonly FileLine[],
	added?: ReadonlySet<number>,
) => CheckedLine<Target, Input>[];

/** Caches each line while the rules stay the same, so that a correction in a long file is checked at once. */
export function lineChecker<Target extends string, Input>(
	rules: LineRules<Target, Input>,
	mostCells = Number.POSITIVE_INFINITY,
): CheckLines<Target, Input> {
	const { targets, read, unique } = rules;
	const uniqueColumn = targets.indexOf(unique.target);
	const keyOf = ({ cells }: FileLine) => unique.keyOf(cells[uniqueColumn] ?? "");
	const known = new WeakMap<FileLine, CheckedLine<Target, Input>>();

	const readLine = (line: FileLine) => {
		const earlier = known.get(line);
		if (earlier) return earlier;
		const { input, errors } = read((target) => line.cells[targets.indexOf(target)] ?? "");
		if (hasCellBeyond(line.cells, mostCells)) errors.line = t("file.moreCells");
		const checked = { ...line, errors, input: hasProblem({ errors }) ? null : input };
		known.set(line, checked);
		return checked;
	};

	return (lines, added = new Set()) => {
		// An added line keeps its key for good, even if an earlier line has the same one since.
		const lineByKey = new Map(lines.filter(({ line }) => added.has(line)).map((line) => [keyOf(line), line.line]));
		return lines.map((line) => {
			const checked = readLine(line);
			const key = keyOf(line);
			if (key === "" || checked.errors[unique.target] !== undefined || added.has(line.line)) return checked;
			const earlier = lineByKey.get(key);
			if (!unique.taken.has(key) && earlier === undefined) {
				lineByKey.set(key, line.line);
				return checked;
			}
			const message = unique.taken.has(key)
				? t(`rules.taken.${unique.what}`)
				: t(`rules.same.${unique.what}`, { line: earlier ?? 0 });
			return { ...checked, errors: { ...checked.errors, [unique.target]: message }, input: null };
		});
	};
}

export function errorsByTarget<Target extends string>(
	fields: Record<string, string>,
	targetOf: (path: string) => Target | "line",
): LineErrors<Target> {
	const errors: LineErrors<Target> = {};
	for (const [path, message] of Object.entries(fields)) errors[targetOf(path)] ??= message;
	return errors;
}

export function hasProblem({ errors }: { errors: LineErrors<string> }): boolean {
	return Object.keys(errors).length > 0;
}

/** `kept`: lines that had a problem keep their position while they are corrected. */
export function problemsFirst<Line extends FileLine & { errors: LineErrors<string> }>(
	lines: readonly Line[],
	kept: ReadonlySet<number>,
): { first: Line[]; others: Line[] } {
	const parts: { first: Line[]; others: Line[] } = { first: [], others: [] };
	for (const line of lines) (hasProblem(line) || kept.has(line.line) ? parts.first : parts.others).push(line);
	return parts;
}

export type Place = { line: number; column: number };

type WrongCells<Target extends string> = {
	lines: readonly (FileLine & { errors: LineErrors<Target> })[];
	targets: FileTargets<Target>;
};

function wrongCells<Target extends string>({ lines, targets }: WrongCells<Target>): Place[] {
	return lines.flatMap(({ line, errors }) =>
		targets.flatMap((target, column) => (target && errors[target] !== undefined ? { line, column } : [])),
	);
}

/** The nearest wrong cell in a direction; null: none. */
export function wrongCellFrom<Target extends string>(
	table: WrongCells<Target>,
	from: Place,
	step: "after" | "before",
): Place | null {
	const rank = new Map(table.lines.map(({ line }, index) => [line, index]));
	const isPast = ({ line, column }: Place) => {
		const rows = (rank.get(line) ?? 0) - (rank.get(from.line) ?? 0);
		return step === "after"
			? rows > 0 || (rows === 0 && column > from.column)
			: rows < 0 || (rows === 0 && column < from.column);
	};
	const wrong = wrongCells(table).filter(isPast);
	return (step === "after" ? wrong[0] : wrong.at(-1)) ?? null;
}

/** The same cell if it is still wrong, else the next wrong one, else the first skipped one. */
export function nextToCorrect<Target extends string>(table: WrongCells<Target>, accepted: Place): Place | null {
	const wrong = wrongCells(table);
	const same = wrong.find(({ line, column }) => line === accepted.line && column === accepted.column);
	return same ?? wrongCellFrom(table, accepted, "after") ?? wrong[0] ?? null;
}
