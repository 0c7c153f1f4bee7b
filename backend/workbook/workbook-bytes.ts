import {
	type Sheet,
	type SheetCell,
	sheetFoot,
	sheetHead,
	sheetRow,
	standardTimeFormat,
	titleRow,
	workbookParts,
} from "./sheet-xml";
import { joined, mostPartBytes, type ZipPart, zipStream } from "./zip-stream";

/** Excel's own limit: https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3 */
const sheetRows = 1_048_576;
const gatheredBytes = 64 * 1024;
const sheetXmlBytes = mostPartBytes - 64 * gatheredBytes;
const nameLength = 31;

export type WorkbookSheet = {
	name: string;
	/** Absent: in the order of arrival. */
	position?: number;
	titles: readonly string[];
	widths: readonly number[];
	rows: AsyncIterable<SheetCell[][]>;
	/** Including the head. Further rows continue in another sheet. */
	maxRows?: number;
	maxBytes?: number;
};

/** `timeFormat` is Excel's, for times to the second. */
export function workbookBytes(
	sheets: AsyncIterable<WorkbookSheet>,
	timeFormat = standardTimeFormat,
): ReadableStream<Uint8Array> {
	const demand = createDemand();
	return onDemand(zipStream(workbook(sheets, demand, timeFormat)), demand);
}

async function* workbook(
	sheets: AsyncIterable<WorkbookSheet>,
	demand: Demand,
	timeFormat: string,
): AsyncGenerator<ZipPart, void> {
	const written: (Sheet & { position: number })[] = [];
	for await (const { name, position, titles, widths, rows, maxRows = sheetRows, maxBytes = sheetXmlBytes } of sheets) {
		const reading = rowsOnDemand(rows, demand);
		try {
			let next = await reading.next();
			for (let count = 1; count === 1 || !next.done; count += 1) {
				const sheet = {
					name: freeName(count === 1 ? name : `${name}_${count}`, written),
					part: written.length + 1,
					position: position ?? written.length,
					columnCount: titles.length,
					rowCount: 1,
					bytes: 0,
				};
				written.push(sheet);
				const nextRow = async () => {
					const row = next;
					if (row.done || sheet.rowCount >= maxRows || sheet.bytes >= maxBytes) return null;
					next = await reading.next();
					return row.value;
				};
				yield {
					path: `xl/worksheets/sheet${sheet.part}.xml`,
					data: sheetBytes(sheet, sheetHead(widths) + titleRow(titles), nextRow),
				};
			}
		} finally {
			await reading.return();
		}
	}
	const listed = written.toSorted((one, other) => one.position - other.position);
	for (const { path, text } of workbookParts(listed, timeFormat)) yield { path, data: encoded(text) };
}

async function* rowsOnDemand(rows: AsyncIterable<SheetCell[][]>, demand: Demand): AsyncGenerator<SheetCell[], void> {
	const batches = rows[Symbol.asyncIterator]();
	try {
		while (await demand.isThere()) {
			const batch = await batches.next();
			if (batch.done) return;
			yield* batch.value;
		}
	} finally {
		await batches.return?.();
	}
}

async function* sheetBytes(
	sheet: Sheet & { bytes: number },
	head: string,
	nextRow: () => Promise<SheetCell[] | null>,
): AsyncGenerator<Uint8Array, void> {
	let text = head;
	for (let row = await nextRow(); row; row = await nextRow()) {
		sheet.rowCount += 1;
		text += sheetRow(row, sheet.rowCount);
		if (text.length < gatheredBytes) continue;
		const gathered = new TextEncoder().encode(text);
		sheet.bytes += gathered.length;
		yield gathered;
		text = "";
	}
	yield new TextEncoder().encode(text + sheetFoot(sheet));
}

async function* encoded(text: string): AsyncGenerator<Uint8Array, void> {
	yield new TextEncoder().encode(text);
}

function freeName(wanted: string, others: readonly Sheet[]): string {
	const name = wanted.replace(/[[\]:*?/\\\p{Cc}]/gu, " ").replace(/^[' ]+|[' ]+$/g, "") || "Sheet";
	// Excel reserves `History`.
	const taken = new Set(["history", ...others.map((other) => other.name.toLowerCase())]);
	for (let count = 1; ; count += 1) {
		const end = count === 1 ? "" : ` ${count}`;
		const free = name.slice(0, nameLength - end.length).toWellFormed() + end;
		if (!taken.has(free.toLowerCase())) return free;
	}
}

/** The runtime's compressor buffers without limit, so rows enter only while the reader waits. */
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
