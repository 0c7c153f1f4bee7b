import { useMemo, useState } from "react";
import { largestOf } from "../../../shared/base/lists";
import { csvText } from "../../ui/table/export-csv";
import type { CsvFile, FileLine } from "./csv-file";
import {
	columnTitles,
	type FileTargets,
	firstTargets,
	type ImportedList,
	isHeader,
	mostCellsOf,
	titlesOf,
	withTarget,
} from "./file-columns";

type Edits = ReadonlyMap<number, ReadonlyMap<number, string>>;

export function useFileLines<Target extends string>(list: ImportedList<Target>, file: CsvFile) {
	const [hasHeader, setHasHeader] = useState(() => isHeader(list, file.lines[0]));
	const [targets, setTargets] = useState<FileTargets<Target>>(() => firstTargets(list, file.lines, hasHeader));
	const [edits, setEdits] = useState<Edits>(new Map());
	const [savedEdits, setSavedEdits] = useState(edits);
	const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());

	const all = useMemo(() => {
		const lines = hasHeader ? file.lines.slice(1) : file.lines;
		return edits.size === 0 ? lines : lines.map((line) => edited(line, edits.get(line.line)));
	}, [file, hasHeader, edits]);
	const taken = useMemo(() => all.filter(({ line }) => !leftOut.has(line)), [all, leftOut]);
	const header = hasHeader ? (file.lines[0]?.cells ?? []) : null;

	const changeHeader = (isThere: boolean) => {
		setHasHeader(isThere);
		setTargets(firstTargets(list, file.lines, isThere));
	};
	return {
		name: file.name,
		hasHeader,
		changeHeader,
		targets,
		setTarget: (column: number, target: Target | null) => setTargets(withTarget(targets, column, target)),
		titles: columnTitles(header, targets, titlesOf(list.columns)),
		mostCells: useMemo(
			() => mostCellsOf(hasHeader ? (file.lines[0]?.cells ?? []) : null, file.lines.slice(1)),
			[file, hasHeader],
		),
		all,
		taken,
		leftOut,
		leaveOut: (line: number, isLeft: boolean) =>
			setLeftOut((before) => new Set(isLeft ? [...before, line] : [...before].filter((each) => each !== line))),
		edits,
		edit: (line: number, column: number, text: string) =>
			setEdits((before) => new Map(before).set(line, new Map(before.get(line)).set(column, text))),
		areEditsSaved: edits === savedEdits,
		saveText: () => {
			setSavedEdits(edits);
			return csvText([...(header ? [header] : []), ...taken.map(({ cells }) => cells)]);
		},
	};
}

export type FileLines<Target extends string> = ReturnType<typeof useFileLines<Target>>;

function edited(line: FileLine, changes: ReadonlyMap<number, string> | undefined): FileLine {
	if (!changes) return line;
	const width = Math.max(line.cells.length, largestOf([...changes.keys()].map((column) => column + 1)));
	return {
		line: line.line,
		cells: Array.from({ length: width }, (_, column) => changes.get(column) ?? line.cells[column] ?? ""),
	};
}
