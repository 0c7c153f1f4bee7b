/** https://www.w3.org/TR/png-3/#5PNG-file-signature */
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const headerBytes = 33;
const end = [0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];

export type PngSize = { width: number; height: number };

/** Size from the header, without decoding. Null: not a PNG. */
export function pngSize(bytes: Uint8Array): PngSize | null {
	if (bytes.length < headerBytes || !signature.every((byte, index) => bytes[index] === byte)) return null;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const isHeader = view.getUint32(8) === 13 && view.getUint32(12) === 0x49484452;
	return isHeader ? { width: view.getUint32(16), height: view.getUint32(20) } : null;
}

export function isWholePng(bytes: Uint8Array): boolean {
	const from = bytes.length - end.length;
	return pngSize(bytes) !== null && from >= headerBytes && end.every((byte, index) => bytes[from + index] === byte);
}
