import type { ReportFormat, ReportLayout } from "../../../shared/report/report";

/** Look of the company's paper; absent: the product's. */
export type ReportLook = {
	logo: Uint8Array | null;
	/** `#` and six digits, or empty. */
	accent: string;
	footer: string;
	/** The company's name and address lines. */
	letter: readonly string[];
};

export type RenderOptions = {
	format: ReportFormat;
	layout: ReportLayout;
	/** Written to each file, so that its bytes cannot be guessed. */
	runId: string;
	companyName: string;
	productName: string;
	look?: ReportLook;
	/** URL of the page that checks files; null: off. */
	verifyUrl: string | null;
	onRows(count: number): void;
};
