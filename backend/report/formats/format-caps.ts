import { countDigits } from "../../../shared/formats/display-formats";
import type { ReportFormat } from "../../../shared/report/report";

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

export class ReportTooLargeError extends Error {
	override readonly name = "ReportTooLargeError";
	readonly code = "REPORT_TOO_LARGE";
}

const formNames = { csv: "a CSV file", json: "a JSON file", xlsx: "a workbook", pdf: "a PDF" } as const;

/** Counts rows and throws ReportTooLargeError beyond the format's limit. */
export function countedRows(format: ReportFormat, onRows: (count: number) => void): (count: number) => void {
	// PDF rows vary in height, so pages are counted instead.
	const most = format === "pdf" ? null : formatCaps.rows[format];
	let rows = 0;
	return (count) => {
		rows += count;
		if (most !== null && rows > most) {
			throw new ReportTooLargeError(
				`The report has more than ${countDigits(most)} rows, the most that ${formNames[format]} holds. Split it by group or week.`,
			);
		}
		onRows(count);
	};
}

export function tooManyPages(): ReportTooLargeError {
	return new ReportTooLargeError(
		`The report has more than ${formatCaps.pages} pages, the most that a PDF holds. Split it by group or week.`,
	);
}
