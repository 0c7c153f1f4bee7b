import type { ImportPreview } from "../../../shared/log/reading-import";
import { t } from "../../words/made/import";

type Columns = ImportPreview["columns"];

/** Undefined without a heading: the preview then has an English name, which stored formats find again. */
export function headingOf(columns: Columns, column: number): string | undefined {
	const name = columns.find((each) => each.column === column)?.name;
	return name === `Column ${column + 1}` ? undefined : name;
}

export function columnTitle(columns: Columns, column: number): string {
	return headingOf(columns, column) ?? t("column.numbered", { number: column + 1 });
}
