import { gunzipSync, inflateSync } from "node:zlib";

const bufferBytes = 65_536;
const unpack = { gzip: gunzipSync, zlib: inflateSync };

/** A small body can inflate to a thousand times its size. */
export function inflated(
	packed: Uint8Array,
	{ format, mostBytes }: { format: keyof typeof unpack; mostBytes: number },
): Uint8Array | "too-large" | "unreadable" {
	try {
		// workerd grows its buffer by half and checks the capacity, not the bytes in it.
		const whole = unpack[format](packed, { maxOutputLength: 2 * mostBytes + bufferBytes });
		return whole.length > mostBytes ? "too-large" : whole;
	} catch (error) {
		// All other errors mean invalid or truncated data.
		return error instanceof RangeError ? "too-large" : "unreadable";
	}
}
