import type { ReportCell } from "../figures/report-channel";
import type { Verdict } from "./verdict";

/** Independent of file formats. Read once, in order: rows are read while they are written. */
export type ReportDocument = {
	title: string;
	/** On the first page, in CSV comments and on the workbook's last sheet. */
	facts: [label: string, value: string][];
	/** At the top: stopped devices, missing things, empty periods. */
	notes: string[];
	clockText: string;
	sections: AsyncIterable<ReportSection>;
	verdict?: () => Verdict;
};

export type ReportSection = {
	title: string;
	startsPage: boolean;
	parts: ReportPart[];
};

export type ReportPart = ReportTable | ReportChart | ReportPlan | ReportPictures | ReportText | SignatureBlock;

export type ReportColumn = {
	title: string;
	/** `number`: right-aligned, numeric in a workbook. `time`: wall clock and offset, two columns in CSV and XLSX. */
	kind: "text" | "number" | "time" | "duration";
	/** Decimals; null: unrounded. */
	digits: number | null;
	width: number;
};

/** Tables of one `name` share a workbook sheet and a CSV part; a PDF shows each in its section. */
export type ReportTable = {
	kind: "table";
	name: string;
	columns: ReportColumn[];
	/** A batch has a few thousand rows at most. */
	rows: AsyncIterable<ReportCell[][]>;
	/** Shown instead of an empty table. */
	emptyText: string;
};

/** PDF only. Columns of equal length, ascending by time, about 720 points a line; NaN breaks a line. */
export type ReportChart = {
	kind: "chart";
	title: string;
	unit: string;
	/** Epoch ms, half-open. */
	from: number;
	to: number;
	lines: { name: string; at: Float64Array; min: Float64Array; max: Float64Array }[];
	limits: { min: number | null; max: number | null };
	excursions: { from: number; to: number }[];
	/** Minutes ahead of UTC. */
	offsetAt: (at: number) => number;
	bars?: { low: number; high: number; share: number }[];
};

/** PDF only. `x` and `y`: from the upper left corner, as shares of the picture's sides. */
export type ReportPlan = {
	kind: "plan";
	title: string;
	altText: string;
	objectKey: string;
	width: number;
	height: number;
	dots: PlanMark[];
	/** The meaning of a mark. Empty: no dot is marked. */
	legend: string;
	shapes?: { shape: PlanShape; text: string }[];
};

/** Shapes differ in gray, too. */
export type PlanShape = "square" | "diamond" | "hollow";

export type PlanMark = {
	number: number;
	name: string;
	x: number;
	y: number;
	shape: PlanShape;
	isFramed?: boolean;
	note?: string;
};

/** PDF only. `name`: of the file, if it cannot be printed. */
export type ReportPictures = {
	kind: "pictures";
	title: string;
	pictures: { objectKey: string; name: string; caption: string }[];
};

export type ReportText = { kind: "text"; title: string; lines: string[] };

export type SignatureBlock = { kind: "signatures"; roles: string[] };
