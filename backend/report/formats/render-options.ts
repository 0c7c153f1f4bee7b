import type { ReportFormat, ReportLayout } from "../../../shared/report/report";

/** How the company's paper looks; absent: as the product's own. */
export type ReportLook = {
	/** A PNG; null: none. */
	logo: Uint8Array | null;
	/** `#` and six digits, or empty. */
	accent: string;
	/** On every page, or empty. */
	footer: string;
	/** Who the company is and where, as on its letters. */
	letter: readonly string[];
};

export type RenderOptions = {
	format: ReportFormat;
	layout: ReportLayout;
	/** Stands in every file, so that its bytes cannot be guessed. */
	runId: string;
	companyName: string;
	productName: string;
	look?: ReportLook;
	/** Of the page where a file is checked; null: off. */
	verifyUrl: string | null;
	/** Called with how many further rows are written. */
	onRows(count: number): void;
};
