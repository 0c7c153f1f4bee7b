/** A ZIP archive of stored objects: the position of each byte is known before any is read. */

import { constants, deflateRawSync } from "node:zlib";
import { appendAll } from "../../shared/base/lists";
import { mostPartBytes, partHead, type WrittenPart, zipDirectory } from "./zip-stream";

export type StoredObject = { key: string; bytes: number };

export type Piece = Uint8Array | StoredObject;

/** `objects` are slices from `packSlice` if `isPacked`, else the file itself. */
export type StoredPart = {
	path: string;
	crc: number;
	bytes: number;
	objects: readonly StoredObject[];
	isPacked: boolean;
};

/** Deflates without a final block, so that slices can be joined. */
export function packSlice(bytes: Uint8Array): Uint8Array {
	return deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
}

/** An empty last block ends joined slices. https://www.rfc-editor.org/rfc/rfc1951#section-3.2.6 */
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
