/**
 * What a report says, apart from any file format. Types of reports make it, formats write it, each without knowing the
 * other. Read once and in order: rows are read while they are written, so that no report is held whole.
 */
export type ReportDocument = {
	title: string;
	/** Stands on the first page, in the CSV's comments and on the workbook's last sheet. */
	facts: [label: string, value: string][];
	/** What stands at the top: devices that stopped reporting, what is gone, that a period is empty. */
	notes: string[];
	/** The zone and whose clock, for every page. */
	clockText: string;
	sections: AsyncIterable<ReportSection>;
};

/** A device, a group, or what belongs to neither: begins on a page of its own where `startsPage`. */
export type ReportSection = {
	/** Empty: its parts have titles of their own. */
	title: string;
	startsPage: boolean;
	parts: ReportPart[];
};

export type ReportPart = ReportTable | ReportChart | ReportText | SignatureBlock;

export type ReportColumn = {
	title: string;
	/** `number`: right-aligned, a number in a workbook. `time`: a wall clock and its offset, two columns in CSV and XLSX. */
	kind: "text" | "number" | "time" | "duration";
	/** Of numbers, after the point; null: as they are. */
	digits: number | null;
	/** A share of the page's width, relative to the others. */
	width: number;
};

/** `at` is epoch ms, `offsetMinutes` ahead of UTC; `ms` a length of time. Null: empty. */
export type ReportCell = string | number | null | { at: number; offsetMinutes: number } | { ms: number };

/**
 * Tables with the same `name` are one sheet of a workbook and one part of a CSV, under one head; in a PDF each stands
 * where its section does.
 */
export type ReportTable = {
	kind: "table";
	/** At most 31 characters. */
	name: string;
	columns: ReportColumn[];
	/** In batches of at most some thousand. */
	rows: AsyncIterable<ReportCell[][]>;
	/** Said instead of an empty table. */
	emptyText: string;
};

/** Only in a PDF. Equally long columns, ascending by time, at most some 720 points a line; NaN breaks a line. */
export type ReportChart = {
	kind: "chart";
	title: string;
	unit: string;
	/** Epoch ms, half-open. */
	from: number;
	to: number;
	lines: { name: string; at: Float64Array; min: Float64Array; max: Float64Array }[];
	limits: { min: number | null; max: number | null };
	/** Epoch ms. */
	excursions: { from: number; to: number }[];
	/** Minutes ahead of UTC at a time, for the axis. */
	offsetAt: (at: number) => number;
};

export type ReportText = { kind: "text"; title: string; lines: string[] };

/** Empty lines to sign on paper. */
export type SignatureBlock = { kind: "signatures"; roles: string[] };
