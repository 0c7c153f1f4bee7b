import type { PDF, PDFImage } from "@libpdf/core";
import { floorPlanLimits } from "../../../../shared/device/floor-plan";
import { jpegFacts } from "./jpeg-facts";
import { inflatesWithin, pngFacts } from "./png-facts";

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
