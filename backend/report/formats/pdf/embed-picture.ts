import type { PDF, PDFImage } from "@libpdf/core";
import { pngSize } from "../../../../shared/base/png";
import { floorPlanLimits } from "../../../../shared/device/floor-plan";
import { inflated } from "../../../base/inflate";
import { jpegFacts } from "./jpeg-facts";

/** `turn`: degrees counter-clockwise, as its camera was held. `width` and `height` are of the turned picture. */
export type EmbeddedPicture = { image: PDFImage; width: number; height: number; turn: 0 | 90 | 180 | 270 };

/** Bytes that the document holds until it is complete. */
type Room = { bytes: number };

/** Null: missing, damaged, or of a form that no PDF has. `full`: beyond the room of the file, which it takes from. */
export async function embedPicture(
	pdf: PDF,
	bytes: Uint8Array | null,
	room: Room,
): Promise<EmbeddedPicture | "full" | null> {
	if (bytes === null) return null;
	const png = pngFacts(bytes);
	const jpeg = png === null ? jpegFacts(bytes) : null;
	const facts = png ?? jpeg;
	if (facts === null) return null;
	const held = png ? png.pixelBytes : bytes.length;
	if (held > room.bytes || facts.width * facts.height > floorPlanLimits.pixels) return "full";
	if (png && png.width * png.height > floorPlanLimits.pngPixels) return "full";
	// The library unpacks all of a PNG at once, whatever its header claims.
	if (png && !(await inflatesWithin(png))) return null;
	try {
		const image = pdf.embedImage(bytes);
		room.bytes -= held;
		return { image, width: facts.width, height: facts.height, turn: jpeg?.turn ?? 0 };
	} catch {
		return null;
	}
}

const firstChunk = 8;
const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** `pixelBytes`: of all rows, unpacked. `packed`: the compressed parts. */
type PngFacts = { width: number; height: number; pixelBytes: number; packed: Uint8Array[] };

/** Reads headers without decoding. Null: no PNG with rows of pixels. */
function pngFacts(bytes: Uint8Array): PngFacts | null {
	const size = pngSize(bytes);
	if (size === null || size.width === 0 || size.height === 0) return null;
	const bits = (bytes[24] ?? 0) * (channelsOf[bytes[25] ?? -1] ?? 0);
	if (bits === 0) return null;
	const pixelBytes = size.height * (1 + Math.ceil((size.width * bits) / 8));
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const packed: Uint8Array[] = [];
	for (let at = firstChunk; at + 12 <= bytes.length; ) {
		const length = view.getUint32(at);
		if (at + 12 + length > bytes.length) return null;
		if (view.getUint32(at + 4) === 0x49444154) packed.push(bytes.subarray(at + 8, at + 8 + length));
		at += 12 + length;
	}
	return packed.length === 0 ? null : { ...size, pixelBytes, packed };
}

/** Returns whether the compressed parts hold exactly the rows that the header claims. */
async function inflatesWithin({ packed, pixelBytes }: PngFacts): Promise<boolean> {
	const joined = await new Blob(packed.map((part) => Uint8Array.from(part))).bytes();
	const rows = inflated(joined, { format: "zlib", mostBytes: pixelBytes });
	return typeof rows !== "string" && rows.length === pixelBytes;
}
