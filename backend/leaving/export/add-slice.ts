import { mostArchiveBytes } from "../../../shared/account/leaving";
import { crc32 } from "../../../shared/base/crc32";
import { hexOf } from "../../../shared/base/hex";
import { recordFault } from "../../base/event-log";
import {
	changeDataExport,
	changeExportFile,
	type DataExportRow,
	deleteExportFile,
	type ExportFileRow,
	findDataExport,
} from "../../db/data-export-rows";
import type { ArchiveSums, ExportObject } from "../../db/leaving-schema";
import { packedEnd, packSlice } from "../../workbook/zip-layout";
import { through } from "../../workbook/zip-stream";
import type { Slice } from "./json-slices";
import type { SliceParts } from "./make-slice";

/** A download reads each from the bucket. A Worker may read about ten thousand. */
const mostArchiveObjects = 8_000;

type Sums = Pick<ExportFileRow, "objects" | "rows" | "bytes" | "crc">;
type Parts = Pick<SliceParts, "db" | "bucket">;

/** The last slice completes the file: it is read back for its checksum and gets its place in an archive. */
export async function addSlice(parts: Parts & { prefix: string }, file: ExportFileRow, slice: Slice): Promise<void> {
	const { bytes, cursor } = slice;
	const isEmpty = file.source.kind === "readings" && cursor === null && file.rows + slice.rows === 0;
	if (isEmpty) return deleteExportFile(parts.db, file);
	const key = `${parts.prefix}/${file.exportId}/${file.number}-${file.objects.length}-${crypto.randomUUID().slice(0, 8)}`;
	// A file that an earlier release began stays uncompressed.
	const isPacked = file.objects.every(({ packedBytes }) => packedBytes !== undefined);
	const stored = isPacked ? packSlice(bytes) : bytes;
	await parts.bucket.put(key, stored, { sha256: await sha256(stored) });
	const object = { key, bytes: bytes.length, ...(isPacked && { packedBytes: stored.length }) };
	const sums = {
		objects: [...file.objects, object],
		rows: file.rows + slice.rows,
		bytes: file.bytes + bytes.length,
		crc: crc32(bytes, file.crc),
	};
	const whole = cursor === null ? await readBack(parts, sums.objects) : null;
	if (whole !== null && whole.crc !== sums.crc) throw new Error("The bucket holds other bytes than were made");
	parts.db.transaction(() => {
		if (whole !== null) finishFile(parts, file, { ...sums, sha256: whole.sha256 });
		else changeExportFile(parts.db, file, { ...sums, cursor });
	});
}

/** Leaves the file in its place. Removes it from the export if its run was deleted. Bytes that are not those stored go out as they are. */
export async function addReportFile(parts: Parts, file: ExportFileRow): Promise<void> {
	const { source, reportKey } = file;
	if (source.kind !== "reportFile" || reportKey === null) return;
	const held = await parts.bucket.head(reportKey);
	if (held === null) return deleteExportFile(parts.db, file);
	const objects = [{ key: reportKey, bytes: held.size }];
	const { sha256: found, crc } = await readBack(parts, objects);
	if (found !== source.sha256)
		recordFault(new Error("A file is not as it was stored"), "backend", {
			event: "file-not-as-stored",
			subject: reportKey,
		});
	const whole = { objects, rows: 0, bytes: held.size, crc, sha256: found };
	parts.db.transaction(() => finishFile(parts, file, whole));
}

/** Throws if the bucket holds other bytes than were stored. */
async function readBack({ bucket }: Parts, objects: readonly ExportObject[]) {
	const digest = new crypto.DigestStream("SHA-256");
	const writer = digest.getWriter();
	let crc = 0;
	for await (const chunk of unpacked(bucket, objects)) {
		crc = crc32(chunk, crc);
		await writer.write(chunk);
	}
	await writer.close();
	return { sha256: hexOf(new Uint8Array(await digest.digest)), crc };
}

function unpacked(bucket: R2Bucket, objects: readonly ExportObject[]): AsyncGenerator<Uint8Array, void> {
	const isPacked = objects.every(({ packedBytes }) => packedBytes !== undefined);
	if (!isPacked) return storedBytes(bucket, objects);
	return through(storedBytes(bucket, objects, packedEnd), new DecompressionStream("deflate-raw"));
}

async function* storedBytes(
	bucket: R2Bucket,
	objects: readonly ExportObject[],
	end = new Uint8Array(),
): AsyncGenerator<Uint8Array, void> {
	for (const { key, bytes, packedBytes = bytes } of objects) {
		const object = await bucket.get(key);
		if (object?.size !== packedBytes) {
			await object?.body.cancel();
			throw new Error(`The bucket holds ${object?.size ?? "nothing"} of ${packedBytes} bytes`);
		}
		yield* object.body;
	}
	yield end;
}

function finishFile({ db }: Parts, file: ExportFileRow, sums: Sums & { sha256: string }): void {
	const exported = findDataExport(db, file.exportId);
	if (exported?.state !== "running") return;
	const archives = placed(exported.archives, { files: 1, bytes: sums.bytes, objects: sums.objects.length });
	changeDataExport(db, exported.id, { archives });
	changeExportFile(db, file, { ...sums, archive: archives.length, cursor: null });
}

export function placed(archives: DataExportRow["archives"], file: ArchiveSums): ArchiveSums[] {
	const last = archives.at(-1);
	const sum = last && {
		files: last.files + file.files,
		bytes: last.bytes + file.bytes,
		objects: last.objects + file.objects,
	};
	const hasRoom = sum && sum.bytes <= mostArchiveBytes && sum.objects <= mostArchiveObjects;
	return hasRoom ? [...archives.slice(0, -1), sum] : [...archives, file];
}

async function sha256(bytes: Uint8Array): Promise<string> {
	return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
