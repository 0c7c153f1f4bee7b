import type { ReportLayout } from "../../../shared/report";

/** What a page of signatures says of a file and of who signed it. */
export type SignaturePage = {
	companyName: string;
	productName: string;
	fileName: string;
	/** Hex, of the file that was signed. */
	sha256: string;
	runId: string;
	reportName: string;
	periodText: string;
	verifyUrl: string | null;
	paper: ReportLayout["paper"];
	signatures: { name: string; email: string; meaning: string; reason: string; timeText: string }[];
};
