import type { ReportFormat, ReportLayout } from "../../../shared/report";

export type RenderOptions = {
	format: ReportFormat;
	layout: ReportLayout;
	/** Stands in every file, so that its bytes cannot be guessed. */
	runId: string;
	companyName: string;
	productName: string;
	/** Of the page where a file is checked; null: off. */
	verifyUrl: string | null;
	/** Called with how many further rows are written. */
	onRows(count: number): void;
};
