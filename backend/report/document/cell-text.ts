import { minuteMs } from "../../../shared/base/durations";
import { csvLayout, decimalSignProblem, standardCsvForm } from "../../../shared/log/log-export";
import type { ReportLayout } from "../../../shared/report/report";
import type { ReportCell } from "../figures/report-channel";
import { clockDuration, shownTimes } from "../formats/shown-times";
import type { ReportColumn } from "./report-document";

export function cellTexts(
	columns: readonly ReportColumn[],
	layout: ReportLayout,
): (row: readonly ReportCell[]) => string[] {
	const { decimalSign } = csvLayout(decimalSignProblem(layout.csv) === null ? layout.csv : standardCsvForm);
	const times = shownTimes(layout);
	return (row) =>
		columns.map((_, index) => {
			const cell = row[index] ?? null;
			if (cell === null) return "";
			if (typeof cell === "string") return cell;
			if (typeof cell === "number") return Number.isFinite(cell) ? String(cell).replace(".", decimalSign) : "";
			if ("value" in cell) return cell.value.toFixed(cell.decimals).replace(".", decimalSign);
			return "ms" in cell ? clockDuration(cell.ms) : times.time(cell.at + cell.offsetMinutes * minuteMs);
		});
}
