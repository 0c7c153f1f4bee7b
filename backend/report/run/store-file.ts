import { hexOf } from "../../../shared/base/hex";

/** Larger files are stored in parts of this size; R2 requires equal ones except the last. */
const partBytes = 8 * 1024 * 1024;
/** Most files are small, and a full part is slow to clear. */
const firstBytes = 64 * 1024;

type Bucket = Pick<R2Bucket, "put" | "head" | "createMultipartUpload">;

type ToStore = {
	bucket: Bucket;
	objectKey: string;
	mediaType: string;
	bytes: AsyncIterable<Uint8Array>;
	/** Called before a large object's first part; throws to stop. */
	begun(uploadId: string): Promise<void>;
};

export type StoredBytes = { bytes: number /** Hex. */; sha256: string };

/** Stores a stream whole or not at all, with at most two parts in memory. Rethrows errors of stream and bucket. */
export async function storeFile({ bucket, objectKey, mediaType, bytes, begun }: ToStore): Promise<StoredBytes> {
	const options = { httpMetadata: { contentType: mediaType } };
	const digest = new crypto.DigestStream("SHA-256");
	const hashing = digest.getWriter();
	// No one awaits the digest of a failed file.
	const hashed = digest.digest.catch(() => null);
	let size = 0;
	let upload: R2MultipartUpload | null = null;
	const parts: R2UploadedPart[] = [];
	try {
		for await (const { part, isLast } of partsOf(bytes)) {
			size += part.length;
			await hashing.write(part);
			if (isLast && upload === null) {
				await bucket.put(objectKey, part, options);
				break;
			}
			if (upload === null) {
				upload = await bucket.createMultipartUpload(objectKey, options);
				await begun(upload.uploadId);
			}
			if (part.length > 0) parts.push(await upload.uploadPart(parts.length + 1, part));
		}
		await upload?.complete(parts);
	} catch (error) {
		await hashing.abort(error).catch(() => {});
		await upload?.abort().catch(() => {});
		throw error;
	}
	await hashing.close();
	const [sha256, held] = await Promise.all([hashed, bucket.head(objectKey)]);
	if (sha256 === null || held?.size !== size) {
		throw new Error(`The bucket holds ${held?.size ?? "nothing"} of ${size} bytes`);
	}
	return { bytes: size, sha256: hexOf(new Uint8Array(sha256)) };
}

/** Yields equal parts; the last is shorter, or empty. Parts are not reused. */
async function* partsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<{ part: Uint8Array; isLast: boolean }> {
	let part = new Uint8Array(firstBytes);
	let filled = 0;
	for await (const chunk of bytes) {
		for (let start = 0; start < chunk.length; ) {
			if (filled === partBytes) {
				yield { part, isLast: false };
				part = new Uint8Array(partBytes);
				filled = 0;
			}
			const taken = chunk.subarray(start, start + partBytes - filled);
			if (filled + taken.length > part.length) part = grown(part, filled + taken.length);
			part.set(taken, filled);
			filled += taken.length;
			start += taken.length;
		}
	}
	yield { part: part.subarray(0, filled), isLast: true };
}

function grown(part: Uint8Array, least: number): Uint8Array<ArrayBuffer> {
	const larger = new Uint8Array(Math.min(partBytes, Math.max(least, 2 * part.length)));
	larger.set(part);
	return larger;
}
