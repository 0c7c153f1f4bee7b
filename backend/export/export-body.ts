import type { LogPage } from "../../shared/log/log";
import {
	csvLayout,
	type LogExport,
	type LogExportHead,
	logFilterOf,
	standardCsvForm,
} from "../../shared/log/log-export";
import { withPassing } from "../../shared/log/reading-filter";
import { type AccountCall, logPages } from "./account-call";
import { type ExportRow, exportRows } from "./export-rows";
import { exportSettings } from "./export-settings";
import { exportTable } from "./export-table";
import { csvText, jsonText } from "./text-formats";
import { xlsxBytes } from "./xlsx-bytes";

type ExportBody = {
	call: AccountCall;
	query: LogExport;
	head: LogExportHead;
	/** Epoch ms. */
	now: number;
	/** The reader cannot receive the error that ended an export. */
	onFailure: (error: unknown) => void;
};

/** Reads at most one page ahead of the reader. */
export function exportBody({ call, query, head, now, onFailure }: ExportBody): ReadableStream<Uint8Array> {
	const { format, form } = query;
	// Fixed bounds: a range that ends now would move between two pages.
	const { from, to, zone } = head;
	const pages = logPages(call, { ...logFilterOf(query), from, to, zone });
	const rows = watched(exportRows(form === "long" ? passingReadings(pages, query) : pages, head, form), onFailure);
	const settings = exportSettings({ query, head, now });
	if (format === "json") return pulledBytes(encoded(jsonText(rows, { query, head, settings })));
	const table = exportTable(query, head);
	return format === "csv"
		? pulledBytes(encoded(csvText(rows, { table, settings, layout: csvLayout(query.csv ?? standardCsvForm) })))
		: xlsxBytes(rows, table, { settings });
}

async function* passingReadings(pages: AsyncIterable<LogPage>, query: LogExport) {
	for await (const page of pages) yield withPassing(page, query);
}

async function* watched(rows: AsyncIterable<ExportRow[]>, onFailure: (error: unknown) => void) {
	try {
		yield* rows;
	} catch (error) {
		onFailure(error);
		throw error;
	}
}

/** A failed source breaks the stream. A cancelled reader ends the source. */
export function pulledBytes(source: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const { done, value } = await source.next();
				if (done) controller.close();
				else controller.enqueue(value);
			},
			cancel: async () => {
				await source.return();
			},
		},
		{ highWaterMark: 0 },
	);
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array, void> {
	const encoder = new TextEncoder();
	for await (const text of texts) yield encoder.encode(text);
}
