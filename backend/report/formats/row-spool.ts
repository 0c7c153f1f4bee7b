import { said } from "../../../shared/log/said";
import type { ReportCell } from "../figures/report-channel";
import { ReportTooLargeError } from "./format-caps";

const plainRows = 2_000;
const packedRows = 1_000;
/** An isolate has 128 MB for everything. */
const mostPackedBytes = 24 * 1024 * 1024;

export type RowSpool = {
	readonly rows: number;
	write(rows: ReportCell[][]): Promise<void>;
	read(): AsyncGenerator<ReportCell[][], void>;
};

export function createRowSpool(): RowSpool {
	const packed: Uint8Array[] = [];
	let packedBytes = 0;
	let waiting: ReportCell[][] = [];
	let rows = 0;

	async function pack(batch: ReportCell[][]): Promise<void> {
		const bytes = await throughBytes(new Blob([JSON.stringify(batch)]), new CompressionStream("deflate-raw"));
		packedBytes += bytes.byteLength;
		if (packedBytes > mostPackedBytes) {
			throw new ReportTooLargeError(said("run.tooManyTables"));
		}
		packed.push(bytes);
	}

	return {
		get rows() {
			return rows;
		},
		async write(batch) {
			rows += batch.length;
			waiting = waiting.concat(batch);
			while (waiting.length > plainRows) await pack(waiting.splice(0, packedRows));
		},
		async *read() {
			for (const bytes of packed) {
				const text = await throughBytes(new Blob([bytes]), new DecompressionStream("deflate-raw"));
				yield JSON.parse(new TextDecoder().decode(text)) as ReportCell[][];
			}
			if (waiting.length > 0) yield waiting;
		},
	};
}

async function throughBytes(blob: Blob, transform: CompressionStream | DecompressionStream): Promise<Uint8Array> {
	return new Uint8Array(await new Response(blob.stream().pipeThrough(transform)).arrayBuffer());
}
