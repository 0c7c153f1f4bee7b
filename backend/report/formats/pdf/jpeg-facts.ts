/** `turn`: degrees counter-clockwise until it stands upright, as EXIF says. `width` and `height` are then. */
type JpegFacts = { width: number; height: number; turn: 0 | 90 | 180 | 270 };

/** Baseline, extended and progressive: the forms that a PDF can hold. */
const frames = [0xc0, 0xc1, 0xc2];
const otherFrames = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
const exifMarker = 0xe1;
const turns: Record<number, JpegFacts["turn"]> = { 3: 180, 6: 270, 8: 90 };

/** Reads headers without decoding. Null: no JPEG that a PDF can hold. */
export function jpegFacts(bytes: Uint8Array): JpegFacts | null {
	if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let turn: JpegFacts["turn"] = 0;
	for (let at = 2; at + 10 <= bytes.length; ) {
		if (bytes[at] !== 0xff) return null;
		const marker = bytes[at + 1] ?? 0;
		if (marker === 0xff) {
			at += 1;
			continue;
		}
		const length = view.getUint16(at + 2);
		if (otherFrames.includes(marker) || length < 2) return null;
		if (frames.includes(marker)) return frameFacts(view, at, turn);
		if (marker === exifMarker) turn = exifTurn(bytes.subarray(at + 4, at + 2 + length)) ?? turn;
		at += 2 + length;
	}
	return null;
}

function frameFacts(view: DataView, at: number, turn: JpegFacts["turn"]): JpegFacts | null {
	const [bits, height, width, components] = [
		view.getUint8(at + 4),
		view.getUint16(at + 5),
		view.getUint16(at + 7),
		view.getUint8(at + 9),
	];
	if (bits !== 8 || width === 0 || height === 0 || ![1, 3].includes(components)) return null;
	return turn % 180 === 0 ? { width, height, turn } : { width: height, height: width, turn };
}

/** Null: no orientation, a mirrored one, or damaged. CIPA DC-008, tag 0x0112 of the first directory. */
function exifTurn(segment: Uint8Array): JpegFacts["turn"] | null {
	const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength);
	const tiff = 6;
	if (segment.length < tiff + 14 || view.getUint32(0) !== 0x45786966) return null;
	const isLittle = view.getUint16(tiff) === 0x4949;
	const directory = tiff + view.getUint32(tiff + 4, isLittle);
	if (directory + 2 > segment.length) return null;
	const count = view.getUint16(directory, isLittle);
	for (let entry = 0; entry < count; entry += 1) {
		const at = directory + 2 + entry * 12;
		if (at + 12 > segment.length) return null;
		if (view.getUint16(at, isLittle) === 0x0112) return turns[view.getUint16(at + 8, isLittle)] ?? null;
	}
	return null;
}
