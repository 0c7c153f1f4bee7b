import type { ExportRow } from "./export-rows";
import type { ExportSettings } from "./export-settings";
import type { Cell, ExportTable } from "./export-table";
import { type Sheet, type SheetCell, sheetFoot, sheetHead, sheetRow, titleRow, workbookParts } from "./sheet-xml";
import { joined, type ZipPart, zipStream } from "./zip-stream";

/** Excel's own limit: https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3 */
const sheetRows = 1_048_576;
/** Notes are held until the log is written; further ones stay among its rows. */
const mostNotes = 20_000;
const gatheredBytes = 64 * 1024;
const placeWidths = [24, 28, 12, 24, 18];
const noteWidths = [...placeWidths, 60, 24];
const settingWidths = [18, 80];
const otherWidth = 14;

type XlsxOptions = { settings: ExportSettings; maxRowsPerSheet?: number };

/** Sheets of the log, then its notes, then what was exported. */
export function xlsxBytes(
	rows: AsyncIterable<ExportRow[]>,
	table: ExportTable,
	{ settings, maxRowsPerSheet = sheetRows }: XlsxOptions,
): ReadableStream<Uint8Array> {
	const demand = createDemand();
	const parts = workbook(batchesOnDemand(rows, demand), table, { settings, maxRowsPerSheet });
	return onDemand(zipStream(parts), demand);
}

async function* batchesOnDemand(rows: AsyncIterable<ExportRow[]>, demand: Demand): AsyncGenerator<ExportRow[], void> {
	const batches = rows[Symbol.asyncIterator]();
	try {
		while (await demand.isThere()) {
			const batch = await batches.next();
			if (batch.done) return;
			yield batch.value;
		}
	} finally {
		await batches.return?.();
	}
}

async function* workbook(
	batches: AsyncGenerator<ExportRow[], void>,
	table: ExportTable,
	{ settings, maxRowsPerSheet }: Required<XlsxOptions>,
): AsyncGenerator<ZipPart, void> {
	const sheets: Sheet[] = [];
	const notes: ExportRow[] = [];
	const readingStore = rowTexts(batches, notes);
	const addSheet = (name: string, columnCount: number) => {
		const sheet: Sheet = { name, columnCount, rowCount: 1 };
		sheets.push(sheet);
		return { sheet, path: `xl/worksheets/sheet${sheets.length}.xml` };
	};
	const widths = table.titles.map((_, index) => placeWidths[index] ?? otherWidth);
	let next: IteratorResult<ExportRow, void> = { done: true, value: undefined };
	try {
		next = await readingStore.next();
		do {
			const { sheet, path } = addSheet(sheets.length === 0 ? "Log" : `Log_${sheets.length + 1}`, table.titles.length);
			yield { path, data: logSheet(sheet) };
		} while (!next.done);
		if (notes.length > 0) {
			const { titles, cellsOf } = table.notes;
			const { sheet, path } = addSheet("Notes", titles.length);
			yield { path, data: smallSheet(sheet, { titles, widths: noteWidths, rows: notes.map(cellsOf) }) };
		}
		const about = addSheet("About", 2);
		yield {
			path: about.path,
			data: smallSheet(about.sheet, { titles: ["Setting", "Value"], widths: settingWidths, rows: settings }),
		};
		for (const { path, text } of workbookParts(sheets)) yield { path, data: encoded([text]) };
	} finally {
		await readingStore.return();
	}

	async function* logSheet(sheet: Sheet): AsyncGenerator<Uint8Array, void> {
		let text = sheetHead(widths) + titleRow(table.titles);
		while (!next.done && sheet.rowCount < maxRowsPerSheet) {
			const row = next.value;
			sheet.rowCount += 1;
			text += sheetRow(table.cellsOf(row).map(toSheetCell), sheet.rowCount);
			if (text.length >= gatheredBytes) {
				yield new TextEncoder().encode(text);
				text = "";
			}
			next = await readingStore.next();
		}
		yield new TextEncoder().encode(text + sheetFoot(sheet));
	}
}

/** The log's rows; notes go to `notes`. */
async function* rowTexts(
	batches: AsyncGenerator<ExportRow[], void>,
	notes: ExportRow[],
): AsyncGenerator<ExportRow, void> {
	for await (const batch of batches) {
		for (const row of batch) {
			const isNote = row.kind === "event" && row.event.kind === "note";
			if (isNote && notes.length < mostNotes) notes.push(row);
			else yield row;
		}
	}
}

type SmallSheet = { titles: string[]; widths: number[]; rows: Cell[][] };

function smallSheet(sheet: Sheet, { titles, widths, rows }: SmallSheet): AsyncGenerator<Uint8Array, void> {
	sheet.rowCount += rows.length;
	const texts = rows.map((cells, index) => sheetRow(cells.map(toSheetCell), index + 2));
	return encoded([sheetHead(widths), titleRow(titles), ...texts, sheetFoot(sheet)]);
}

async function* encoded(texts: string[]): AsyncGenerator<Uint8Array, void> {
	yield new TextEncoder().encode(texts.join(""));
}

function toSheetCell(cell: Cell): SheetCell {
	return typeof cell === "object" && cell !== null && "word" in cell && cell.word !== null ? cell.word : cell;
}

/**
 * The runtime's compressor buffers without limit and returns tiny chunks. So rows enter only while the reader waits and
 * the compressor is empty, and chunks are gathered.
 */
function onDemand(source: AsyncGenerator<Uint8Array, void>, demand: Demand): ReadableStream<Uint8Array> {
	let reading: Promise<IteratorResult<Uint8Array, void>> | null = null;

	async function pieceAtHand() {
		reading ??= source.next();
		const piece = await Promise.race([reading, nextTurn()]);
		if (piece !== null) reading = null;
		return piece;
	}

	async function awaitedPiece() {
		const atHand = await pieceAtHand();
		if (atHand !== null || reading === null) return atHand;
		demand.begin();
		const piece = await reading;
		demand.end();
		reading = null;
		return piece;
	}

	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				let piece = await awaitedPiece();
				const gathered: Uint8Array[] = [];
				for (let bytes = 0; piece?.value; piece = bytes < gatheredBytes ? await pieceAtHand() : null) {
					gathered.push(piece.value);
					bytes += piece.value.byteLength;
				}
				if (gathered.length > 0) controller.enqueue(joined(gathered));
				if (piece?.done) controller.close();
			},
			cancel: async () => {
				demand.stop();
				await source.return();
			},
		},
		{ highWaterMark: 0 },
	);
}

function nextTurn(): Promise<null> {
	return new Promise((resolve) => setTimeout(() => resolve(null), 0));
}

type Demand = {
	begin: () => void;
	end: () => void;
	stop: () => void;
	isThere: () => Promise<boolean>;
};

function createDemand(): Demand {
	let wanted = Promise.withResolvers<boolean>();
	let isWanted = false;
	return {
		begin() {
			isWanted = true;
			wanted.resolve(true);
		},
		end() {
			if (!isWanted) return;
			isWanted = false;
			wanted = Promise.withResolvers();
		},
		stop() {
			wanted.resolve(false);
			wanted = Promise.withResolvers();
			wanted.resolve(false);
		},
		isThere: () => wanted.promise,
	};
}
