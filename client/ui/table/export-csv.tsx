import { IconDownload } from "@tabler/icons-react";
import { byteOrderMark, csvCell } from "../../../shared/base/csv-cell";
import { idTitle } from "../../../shared/base/id-words";
import { saveFile } from "../../base/save-file";
import { t } from "../../words/made/lists";
import { IconButton } from "../form/icon-button";
import type { CellValue, Column } from "./column";

type ExportButtonProps = { fileName: string; rowCount: number; text: () => string };

export function ExportButton({ fileName, rowCount, text }: ExportButtonProps) {
	return (
		<IconButton
			label={t("export")}
			icon={<IconDownload size={17} stroke={1.7} />}
			disabled={rowCount === 0}
			onClick={() => downloadText(fileName, text())}
		/>
	);
}

/**
 * Raw values under English titles, times as ISO text in UTC, and each row's id at the end. The title holds the unit; if units differ, each
 * value has its own. Omits columns without values.
 */
export function listCsv<Row>(columns: Column<Row>[], rows: Row[], rowKey: (row: Row) => string): string {
	const filled = columns.flatMap((column) => csvColumns(column, rows));
	const body = rows.map((row, index) => [...filled.map(({ cells }) => rawText(cells[index] ?? null)), rowKey(row)]);
	return csvText([[...filled.map(({ title }) => title), "Id"], ...body]);
}

type CsvColumn = { title: string; cells: CellValue[] };

function csvColumns<Row>({ id, csvHeader, csv, value, unit }: Column<Row>, rows: Row[]): CsvColumn[] {
	const read = csv ?? value;
	if (!read) return [];
	const header = csvHeader ?? idTitle(id);
	const cells = rows.map(read);
	if (cells.some(isTime)) return [{ title: `${header} (UTC)`, cells }];
	const units = unit ? rows.map(unit) : [];
	const [known, ...others] = new Set(units.filter((text) => text !== null));
	if (others.length > 0) {
		return [
			{ title: header, cells },
			{ title: `${header} unit`, cells: units },
		];
	}
	return [{ title: known ? `${header} (${known})` : header, cells }];
}

function isTime(value: CellValue): boolean {
	return value instanceof Date;
}

function rawText(value: CellValue): string | number | null {
	return value instanceof Date ? value.toISOString() : value;
}

export function csvText(rows: (string | number | null)[][]): string {
	const lines = rows.map((row) => `${row.map((cell) => csvCell(cell)).join(",")}\r\n`);
	return lines.join("").replace(/[\u2068\u2069]/g, "");
}

export function downloadText(fileName: string, text: string): void {
	saveFile(fileName, new Blob([byteOrderMark, text], { type: "text/csv;charset=utf-8" }));
}
