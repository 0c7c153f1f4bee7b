import { knownUnit } from "../../shared/formats/unit-spellings";
import { isTemperature, partsOf, plain } from "./column-name";

/** `column` holds the unit of the values in column `of`. */
export type UnitColumn = { column: number; of: number };

type Headed = {
	names: readonly string[];
	units: readonly (string | null)[];
	timeColumns: readonly number[];
	above: readonly string[];
	rows: readonly string[][];
	unitColumn: UnitColumn | null;
};

/** The unit of each column: in its heading, beside it, in its cells, or above the table. Null: none is given. */
export function unitsOfColumns({ names, units, timeColumns, above, rows, unitColumn }: Headed): (string | null)[] {
	const named = unitsAbove(above);
	const ofTemperatures = temperatureUnitIn(above);
	return names.map((name, column) => {
		if (timeColumns.includes(column)) return null;
		const beside = unitColumn?.of === column ? unitBesideAll(rows, unitColumn.column) : null;
		const { base, whole, unit } = partsOf(name);
		const stated = units[column] ?? beside ?? unit;
		const known = knownUnit(stated ?? "") ?? unitInCells(rows, column);
		const aboveTable = named.get(whole) ?? named.get(base) ?? null;
		return known ?? stated ?? aboveTable ?? (isTemperature(name) ? ofTemperatures : null);
	});
}

const unitLine = /^(.*?)[\s:=([-]*\bunits?\b\)?\s*[:=]+\s*(\S.{0,39})$/i;
const named = /^[\w\s]*\b(?:identification|channel|parameter|name)\b[\w\s]*[:=]+\s*(.+)$/i;

/** `Level unit: cm`, or `UNIT: cm` below a line that names the column. */
function unitsAbove(lines: readonly string[]): Map<string, string> {
	const units = new Map<string, string>();
	let heading = "";
	for (const line of lines) {
		const text = line.replace(/[",;\t|]+/g, " ").trim();
		const [, before = "", unit] = unitLine.exec(text) ?? [];
		if (unit !== undefined) units.set(plain(before === "" ? heading : before), knownUnit(unit) ?? unit.trim());
		else if (text !== "" && !/^[^:=]*[:=]/.test(text)) heading = text;
		else heading = named.exec(text)?.[1] ?? heading;
	}
	return units;
}

function temperatureUnitIn(lines: readonly string[]): string | null {
	const said = lines.flatMap((line) => /(?:units?|einheit|unité|unidad|unità)\b[^\n]*/i.exec(line)?.[0] ?? []);
	const texts = said.flatMap(
		(text) => text.match(/[°º℃℉]\s?[CF]?|deg\.?\s?[CF]\b|fahrenheit|celsius|\b[CF]\b/gi) ?? [],
	);
	const units = new Set(texts.flatMap((text) => knownUnit(text) ?? []));
	return units.size === 1 ? ([...units][0] ?? null) : null;
}

function unitInCells(rows: readonly string[][], column: number): string | null {
	for (const cells of rows) {
		const behind = /^[+\-−]?[\d.,]+\s?([^\d\s.,].*)$/.exec(cells[column] ?? "")?.[1] ?? "";
		if (knownUnit(behind) !== null) return knownUnit(behind);
	}
	return null;
}

export function findUnitColumn(
	rows: readonly string[][],
	names: readonly string[],
	timeColumns: readonly number[],
): UnitColumn | null {
	const column = names.findIndex((name, index) => {
		if (
			timeColumns.includes(index) ||
			!/\b(?:units?|einheit|uom|unité|unidad|unità|jednostka)\b|_unit\b|unit_/i.test(name)
		)
			return false;
		return rows.some((cells) => knownUnit(cells[index] ?? "") !== null);
	});
	if (column < 0) return null;
	const isNumber = (index: number) => rows.some((cells) => /^[+\-−]?[\d.,]+$/.test(cells[index] ?? ""));
	const of = [column - 1, column + 1].find((each) => each >= 0 && !timeColumns.includes(each) && isNumber(each));
	return of === undefined ? null : { column, of };
}

function unitBesideAll(rows: readonly string[][], column: number): string | null {
	return (
		rows
			.map((cells) => cells[column] ?? "")
			.find((text) => text !== "")
			?.slice(0, 40) ?? null
	);
}
