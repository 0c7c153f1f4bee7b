import { said } from "../../../shared/log/said";
import type { ReportFormat } from "../../../shared/report/report";
import { ReportDenial } from "../document/report-denial";

/** The PDF library holds a document in memory. A sheet ends at 1,048,576 rows. */
export const formatCaps = {
	rows: { csv: 5_000_000, json: 5_000_000, xlsx: 1_000_000, pdf: 30_000 },
	pages: 300,
	/** A landscape page counts rows of two charts. */
	rowsPerPage: { portrait: 42, landscape: 27 },
	chartsPerPage: { portrait: 3.6, landscape: 2.4 },
	/** Verdict pages list at most so many rows, and so many devices without readings. */
	verdictRows: { all: 600, silent: 20 },
} as const satisfies { rows: Record<ReportFormat, number>; pages: number } & Record<
	"rowsPerPage" | "chartsPerPage",
	{ portrait: number; landscape: number }
> & { verdictRows: { all: number; silent: number } };

export class ReportTooLargeError extends ReportDenial {
	override readonly name = "ReportTooLargeError";
	readonly code = "REPORT_TOO_LARGE";
}

/** Counts rows and throws ReportTooLargeError beyond the format's limit. */
export function countedRows(format: ReportFormat, onRows: (count: number) => void): (count: number) => void {
	// PDF rows vary in height, so pages are counted instead.
	const most = format === "pdf" ? null : formatCaps.rows[format];
	let rows = 0;
	return (count) => {
		rows += count;
		if (most !== null && rows > most) {
			throw new ReportTooLargeError(said("run.tooManyRows", { most, form: format }));
		}
		onRows(count);
	};
}

export function tooManyPages(): ReportTooLargeError {
	return new ReportTooLargeError(said("run.tooManyPages", { most: formatCaps.pages }));
}
