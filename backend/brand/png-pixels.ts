import { binaryText } from "../../shared/base/binary-text";
import { pngSize } from "../../shared/base/png";
import { joined } from "../../shared/base/read-body";
import { inflated } from "../base/inflate";

const chunksBegin = 8;
/** Length, name and checksum of a chunk. */
const aroundChunk = 12;
/** Color types 2 (RGB) and 6 (RGBA), 8 bits each, as browsers write them. */
const channelsOf = new Map([
	[2, 3],
	[6, 4],
]);

/** Reports unpack the PNG, so a file that unpacks into more than its declared pixels is rejected. */
export function holdsItsPixels(bytes: Uint8Array): boolean {
	const size = pngSize(bytes);
	const channels = channelsOf.get(bytes[25] ?? 0);
	const isPlain = bytes[24] === 8 && bytes[26] === 0 && bytes[27] === 0 && bytes[28] === 0;
	const packed = pixelChunks(bytes);
	if (!size || channels === undefined || !isPlain || packed === null) return false;
	const mostBytes = expectedLength(size, channels);
	const pixels = inflated(packed, { format: "zlib", mostBytes });
	return typeof pixels !== "string" && pixels.length === mostBytes;
}

function expectedLength({ width, height }: { width: number; height: number }, channels: number): number {
	return height * (1 + width * channels);
}

/** Null: the last chunk does not end with the file. */
function pixelChunks(bytes: Uint8Array): Uint8Array | null {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const found: Uint8Array[] = [];
	let at = chunksBegin;
	while (at + aroundChunk <= bytes.length) {
		const length = view.getUint32(at);
		const name = binaryText(bytes.subarray(at + 4, at + 8));
		if (name === "IDAT") found.push(bytes.subarray(at + 8, at + 8 + length));
		at += length + aroundChunk;
		if (name === "IEND") return at === bytes.length ? joined(found) : null;
	}
	return null;
}
