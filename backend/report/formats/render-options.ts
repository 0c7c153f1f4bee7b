import type { ReportFormat, ReportLayout } from "../../../shared/report/report";
import type { PrintedPages } from "../../../shared/report/verify-file";

/** Look of the company's paper; absent: the product's. */
export type ReportLook = {
	logo: Uint8Array | null;
	/** `#` and six digits, or empty. */
	accent: string;
	footer: string;
	letter: readonly string[];
};

/** Reads a font that is an asset of the backend, by its file name. Null: not there. */
export type ReadFont = (file: string) => Promise<Uint8Array | null>;

export function createFontReader(assets: Pick<Fetcher, "fetch">): ReadFont {
	return async (file) => {
		const response = await assets.fetch(`https://fonts.invalid/${file}`);
		return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
	};
}

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
	/** Absent: letters of other scripts are not drawn. */
	readFont?: ReadFont | undefined;
	/** Reads a floor plan's picture. Absent or null: the plan is left out. */
	readPicture?: ((objectKey: string) => Promise<Uint8Array | null>) | undefined;
	onRows(count: number): void;
	/** Called once if verdict pages print the checksum of the pages that follow them. */
	onPrinted?(printed: PrintedPages): void;
};
