import type { ReportDocument } from "../document/report-document";
import { csvReport } from "./csv-report";
import { countedRows } from "./format-caps";
import { jsonReport } from "./json-report";
import type { RenderOptions } from "./render-options";
import { xlsxReport } from "./xlsx-report";

export { ReportTooLargeError } from "./format-caps";
export type { RenderOptions } from "./render-options";

const gatheredCharacters = 64 * 1024;

/** Yields a report's bytes while rows are read. An early end also ends the sources. Throws ReportTooLargeError. */
export async function* renderReport(
	document: ReportDocument,
	options: RenderOptions,
): AsyncGenerator<Uint8Array, void> {
	const counting = { ...options, onRows: countedRows(options.format, options.onRows) };
	if (options.format === "csv") yield* encoded(csvReport(document, counting));
	else if (options.format === "json") yield* encoded(jsonReport(document, counting));
	else if (options.format === "xlsx") yield* xlsxReport(document, counting);
	else {
		// Fonts and their library are large; only a PDF needs them.
		const { pdfReport } = await import("./pdf/pdf-report");
		const { verdict, clockText } = document;
		if (verdict === undefined) return yield* pdfReport(document, counting);
		const { withVerdict } = await import("./pdf/verdict-pages");
		yield* withVerdict(pdfReport(document, counting), () => ({ verdict: verdict(), clockText }), options);
	}
}

async function* encoded(texts: AsyncGenerator<string, void>): AsyncGenerator<Uint8Array, void> {
	const encoder = new TextEncoder();
	let gathered = "";
	for await (const text of texts) {
		gathered += text;
		if (gathered.length < gatheredCharacters) continue;
		yield encoder.encode(gathered);
		gathered = "";
	}
	if (gathered !== "") yield encoder.encode(gathered);
}
