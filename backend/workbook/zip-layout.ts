/** A ZIP archive of what lies in a bucket as it is sent, so that each byte has its position before one is read. */

import { constants, deflateRawSync } from "node:zlib";
import { appendAll } from "../../shared/base/lists";
import { mostPartBytes, partHead, type WrittenPart, zipDirectory } from "./zip-stream";

/** An object of the bucket. */
export type StoredObject = { key: string; bytes: number };

/** What bytes are made of, in order. */
export type Piece = Uint8Array | StoredObject;

/** `objects`, joined, are the whole part as it is sent: slices that `packSlice` made where `isPacked`, else the file itself. */
export type StoredPart = {
	path: string;
	/** Of the file, unpacked, as are `bytes`. */
	crc: number;
	bytes: number;
	objects: readonly StoredObject[];
	isPacked: boolean;
};

/** Deflated, whole bytes and without an end, so that slices can be joined. */
export function packSlice(bytes: Uint8Array): Uint8Array {
	return deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
}

/** What ends slices that were joined: an empty last block. https://www.rfc-editor.org/rfc/rfc1951#section-3.2.6 */
export const packedEnd = Uint8Array.of(3, 0);

export function lengthOf(piece: Piece): number {
	return piece instanceof Uint8Array ? piece.length : piece.bytes;
}

export function zipLayout(parts: readonly StoredPart[]): Piece[] {
	const pieces: Piece[] = [];
	const written: WrittenPart[] = [];
	let offset = 0;
	for (const { path, crc, bytes, objects, isPacked } of parts) {
		const data: Piece[] = isPacked ? [...objects, packedEnd] : [...objects];
		const packedBytes = data.reduce((sum, piece) => sum + lengthOf(piece), 0);
		const part = {
			path: new TextEncoder().encode(path),
			crc,
			packedBytes,
			bytes,
			offset,
			isLarge: Math.max(bytes, packedBytes) > mostPartBytes,
			isDeflated: isPacked,
			areSizesKnown: true,
		};
		const head = partHead(part);
		appendAll(pieces, [head, ...data]);
		written.push(part);
		offset += head.length + packedBytes;
	}
	pieces.push(zipDirectory(written, offset));
	return pieces;
}
