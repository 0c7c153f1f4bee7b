import { encode } from "uqr";

/** Light modules around the code that a reader needs to find it (ISO/IEC 18004). */
const quietModules = 4;

/** A QR code as one SVG path, a unit per module; `size` is its edge with the quiet zone. */
export function qrPath(text: string): { path: string; size: number } {
	const { data, size } = encode(text, { ecc: "M", border: quietModules });
	const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
	return { path: squares.join(""), size };
}
