import { gunzipSync, inflateSync } from "node:zlib";

const bufferBytes = 65_536;
const unpack = { gzip: gunzipSync, zlib: inflateSync };

/**
 * What a user has packed, where it is at most `mostBytes`: a small body can inflate to a thousand times its size, and a
 * stream inflates whatever it is handed before anybody can count it.
 */
export function inflated(
	packed: Uint8Array,
	{ format, mostBytes }: { format: keyof typeof unpack; mostBytes: number },
): Uint8Array | "too-large" | "unreadable" {
	try {
		// workerd grows its buffer by half, and counts the room rather than the bytes in it.
		const whole = unpack[format](packed, { maxOutputLength: 2 * mostBytes + bufferBytes });
		return whole.length > mostBytes ? "too-large" : whole;
	} catch (error) {
		// All other errors are of bytes that are nothing packed, or are cut off.
		return error instanceof RangeError ? "too-large" : "unreadable";
	}
}
