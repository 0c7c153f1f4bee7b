import { knownUnit } from "../../shared/formats/unit-spellings";
import { isTimeWord } from "./time-columns";

const columnNameLength = 100;
const unitLength = 40;
const statistics =
	/^(?:avg|average|mean|min|max|minimum|maximum|smp|sample|std|stdev|std\.? ?dev|tot|total|sum|med|median|wvc|cnt|count|mittel|mittelwert|summe|moy|moyenne|inst|actual)\.?$/i;
const placeholder = /^(?:ts|rn|-|n\/?a|\[.*\]|\(.*\)|<.*>|[ymdhs:./\-\s]{4,})$/i;

type HeaderNames = { names: string[]; units: (string | null)[]; naming: string[] | null };

export function headerNames(rows: readonly string[][], width: number, timeColumn: number): HeaderNames {
	const isUnitCell = (cell: string) => knownUnit(unitText(cell)) !== null;
	const isOfHeading = (cells: string[]) => countSaid(cells) > 1 || cells.slice(1).some(isUnitCell);
	const said = rows.filter((cells) => isOfHeading(cells) && !isRowOfWidths(cells));
	let index = said.length - 1;
	let unitRow: string[] | null = null;
	while (index > 0) {
		const cells = said[index] ?? [];
		const above = said[index - 1] ?? [];
		if (!isStatisticsRow(cells)) {
			if (!isUnitRow(cells, above, timeColumn)) break;
			unitRow ??= cells;
		}
		index -= 1;
	}
	const naming = said[index] ?? null;
	const over = said[index - 1] ?? [];
	if (over.length > 1 && isRowOfUnits(over, timeColumn)) unitRow ??= over;
	const units = Array.from({ length: width }, (_, column) => unitText(unitRow?.[column] ?? ""));
	const names = Array.from({ length: width }, (_, column) => {
		const name = naming?.[column] ?? "";
		const unit = units[column] ?? "";
		const whole = unit === "" || name === "" ? name : `${name} [${unit}]`;
		return whole === "" ? unnamedColumn(column) : whole.slice(0, columnNameLength);
	});
	return { names, units: units.map((unit) => (unit === "" ? null : unit)), naming };
}

export function unnamedColumn(column: number): string {
	return `Column ${column + 1}`;
}

function countSaid(cells: readonly string[]): number {
	return cells.filter((cell) => cell !== "").length;
}

function isRowOfUnits(cells: readonly string[], timeColumn: number): boolean {
	const said = cells.filter((cell) => cell !== "");
	const known = said.filter((cell) => knownUnit(unitText(cell)) !== null).length;
	return known > 0 && known * 2 >= said.length && (cells[timeColumn] ?? "") === "";
}

/** `5s 15s 20d 14n`: the second header line of USGS tables. */
function isRowOfWidths(cells: readonly string[]): boolean {
	return cells.every((cell) => cell === "" || /^\d{1,4}[snd]$/i.test(cell));
}

function unitText(cell: string): string {
	return /^(?:ts|rn)$/i.test(cell)
		? ""
		: cell
				.replace(/^[[(<]|[\])>]$/g, "")
				.trim()
				.slice(0, unitLength);
}

function isStatisticsRow(cells: readonly string[]): boolean {
	return cells.every((cell) => cell === "" || statistics.test(cell));
}

/** Detects rows of unknown units too: they name no time, or repeat a text. */
function isUnitRow(cells: readonly string[], above: readonly string[], timeColumn: number): boolean {
	const said = cells.filter((cell) => cell !== "");
	if (countSaid(above) < said.length) return false;
	const isMarked = /^ts$/i.test(cells[timeColumn] ?? "") && isTimeWord(above[timeColumn] ?? "");
	if (isMarked || said.some(isTimeWord)) return isMarked;
	const isUnitCell = (cell: string) => knownUnit(unitText(cell)) !== null || placeholder.test(cell);
	const time = cells[timeColumn] ?? "";
	const isTimeUnnamed = (time === "" || placeholder.test(time)) && (above[timeColumn] ?? "") !== "";
	const isRepeating = new Set(said).size < said.length && new Set(above).size === above.length;
	return isTimeUnnamed || said.filter(isUnitCell).length * 2 > said.length || isRepeating;
}
