import { dayMs } from "../../shared/base/durations";
import { hexOf } from "../../shared/base/hex";
import type { AccountDb, EvidenceArchive } from "../base/context";
import { domainError } from "../base/errors";
import type { EvidencePart } from "../db/evidence-rows";
import type { EvidenceKind } from "../db/evidence-schema";
import { putGarbage } from "../db/report-run-rows";
import { assertArchiveReadable, ownArchiveForm } from "../store/archive/archive-form";

type Parts = { db: AccountDb; archive: EvidenceArchive };
type Written = Pick<EvidencePart, "objectKey" | "bytes" | "checksum">;

/** After this time no run uses an abandoned object. */
const abandonedMs = dayMs;

type Lines = { kind: EvidenceKind; monthEndsAt: number; firstId: string; text: string; now: number };

/** Writes an object that no row names yet; without a row it is swept. Throws LOG_ARCHIVE_UNAVAILABLE. */
export async function writeObject({ db, archive }: Parts, { text, now, ...part }: Lines): Promise<Written> {
	const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
	const bytes = await new Response(packed).arrayBuffer();
	const checksum = await sha256(bytes);
	const month = new Date(part.monthEndsAt - 1).toISOString().slice(0, 7);
	// Never another run's key, which may be about to be swept.
	const own = crypto.randomUUID().slice(0, 8);
	const objectKey = `${archive.prefix}/${part.kind}/${month}/${part.firstId}-${own}.ndjson.gz`;
	putGarbage(db, { objectKey, uploadId: null, dueAt: now + abandonedMs });
	await archive.bucket.put(objectKey, bytes, { sha256: checksum, customMetadata: ownArchiveForm });
	const held = await archive.bucket.get(objectKey);
	if (held === null || (await sha256(await held.arrayBuffer())) !== checksum) {
		throw domainError("LOG_ARCHIVE_UNAVAILABLE", { objectKey, bytes: bytes.byteLength });
	}
	return { objectKey, bytes: bytes.byteLength, checksum };
}

/** Null: no such object. Throws UPDATE_UNDER_WAY, LOG_ARCHIVE_UNAVAILABLE. */
export async function readObject({ bucket }: EvidenceArchive, part: Written): Promise<string[] | null> {
	const object = await bucket.get(part.objectKey);
	if (object === null) return null;
	assertArchiveReadable(object);
	const bytes = await object.arrayBuffer();
	if ((await sha256(bytes)) !== part.checksum) {
		throw domainError("LOG_ARCHIVE_UNAVAILABLE", { objectKey: part.objectKey, heldBytes: bytes.byteLength });
	}
	const lines = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
	return (await new Response(lines).text()).split("\n");
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
	return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
