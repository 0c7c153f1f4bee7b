import { type CellValue, writeXlsxStream } from "hucre/xlsx";
import type { ExportRow } from "./export-rows";
import type { ExportSettings } from "./export-settings";
import type { Cell, ExportTable } from "./export-table";

/** Excel's own limit: https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3 */
const sheetRows = 1_048_576;
const gatheredBytes = 64 * 1024;
const widths = [26, 28, 12, 24, 18];
const timeFormat = "mmm dd, yyyy, hh:mm:ss AM/PM";

type XlsxOptions = { settings: ExportSettings; maxRowsPerSheet?: number };

export function xlsxBytes(
	rows: AsyncIterable<ExportRow[]>,
	table: ExportTable,
	{ settings, maxRowsPerSheet = sheetRows }: XlsxOptions,
): ReadableStream<Uint8Array> {
	const demand = createDemand();
	const columns = table.titles.map((_, index) => ({
		width: widths[index] ?? 14,
		...(index === 1 && { numFmt: timeFormat }),
	}));
	const sheetOf = sheetedRows(rows, table, { settings, maxRowsPerSheet, demand });
	// A file past 4 GB needs it; a program that cannot read zip64 reads no such table either.
	const written = writeXlsxStream(sheetOf, {
		name: "Log",
		columns,
		maxRowsPerSheet,
		repeatHeaders: false,
		zip64: true,
	});
	return onDemand(written, demand);
}

type SheetOptions = Required<XlsxOptions> & { demand: Demand };

async function* sheetedRows(
	rows: AsyncIterable<ExportRow[]>,
	{ titles, cellsOf }: ExportTable,
	{ settings, maxRowsPerSheet, demand }: SheetOptions,
): AsyncGenerator<CellValue[], void> {
	let written = 0;
	for (const [name, value] of settings) {
		yield [name, value];
		written += 1;
	}
	yield titles;
	written += 1;
	const batches = rows[Symbol.asyncIterator]();
	try {
		while (await demand.isThere()) {
			const batch = await batches.next();
			if (batch.done) return;
			for (const row of batch.value) {
				if (written % maxRowsPerSheet === 0) {
					yield titles;
					written += 1;
				}
				yield cellsOf(row).map(toCellValue);
				written += 1;
			}
		}
	} finally {
		await batches.return?.();
	}
}

function toCellValue(cell: Cell): CellValue {
	if (cell === null || typeof cell === "number") return cell;
	// XML forbids these two characters, and the writer does not remove them.
	if (typeof cell === "string") return cell.replace(/[\uFFFE\uFFFF]/g, "\uFFFD");
	return new Date(cell.wallMs);
}

/**
 * The runtime's compressor buffers without limit and returns tiny chunks. So rows enter only while the reader waits and
 * the compressor is empty, and chunks are gathered.
 */
function onDemand(source: ReadableStream<Uint8Array>, demand: Demand): ReadableStream<Uint8Array> {
	const reader = source.getReader();
	let reading: Promise<ReadableStreamReadResult<Uint8Array>> | null = null;

	async function pieceAtHand() {
		reading ??= reader.read();
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
			cancel: (reason) => {
				demand.stop();
				return reader.cancel(reason);
			},
		},
		{ highWaterMark: 0 },
	);
}

function joined(pieces: Uint8Array[]): Uint8Array {
	const whole = new Uint8Array(pieces.reduce((bytes, { byteLength }) => bytes + byteLength, 0));
	let offset = 0;
	for (const piece of pieces) {
		whole.set(piece, offset);
		offset += piece.byteLength;
	}
	return whole;
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
