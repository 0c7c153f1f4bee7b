export const verifyPagePath = "/verify";

export const verifyPath = "/api/verify";

/** Lower-case hex. */
export function isSha256(text: string): boolean {
	return /^[0-9a-f]{64}$/.test(text);
}

/** The text on the verdict page of a PDF, to compare with a paper copy. */
export type PrintedReport = { reportName: string; periodText: string; sentence: string; runId: string };

/** `sha256`: of the pages behind the verdict page, which prints it. */
export type PrintedPages = { sha256: string; report: PrintedReport };

export function printedUrl(verifyUrl: string, sha256: string): string {
	return `${verifyUrl}#${sha256}`;
}

/** Names at the time of making. Times are epoch ms. `printed`: no file, but the checksum on a verdict page. */
export type VerifiedFile = {
	companyName: string;
	productName: string;
	madeAt: number;
	revisedAt: number | null;
	signedAt: number | null;
} & ({ kind: "report" | "edition" | "certificate" } | { kind: "printed"; printed: PrintedReport });

/** Response of `GET /api/verify?sha256=…`. Null: unknown file. */
export type VerifyResponse = { file: VerifiedFile | null };
