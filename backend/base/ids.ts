import { type IdKind, idPrefixes } from "../../shared/base/ids";

const base32Alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

export type NewId = (kind: IdKind) => string;

/** Ids of one request: 48 bits of `now` (epoch ms), then 80 random bits. */
export function createNewId(now: number): NewId {
	return (kind) => {
		const bytes = crypto.getRandomValues(new Uint8Array(16));
		const time = new DataView(bytes.buffer);
		time.setUint16(0, Math.floor(now / 2 ** 32));
		time.setUint32(2, now % 2 ** 32);
		return `${idPrefixes[kind]}_${encodeBase32(bytes)}`;
	};
}

/** Returns an id that sorts below every id created at `at` (epoch ms) or later. */
export function firstIdAt(kind: IdKind, at: number): string {
	const bytes = new Uint8Array(16);
	const time = new DataView(bytes.buffer);
	time.setUint16(0, Math.floor(at / 2 ** 32));
	time.setUint32(2, at % 2 ** 32);
	return `${idPrefixes[kind]}_${encodeBase32(bytes)}`;
}

/** Epoch ms. */
export function timeOfId(id: string): number {
	const digits = id.slice(id.indexOf("_") + 1);
	// The first ten digits are 50 bits: two of padding, then the time.
	return Array.from(digits.slice(0, 10)).reduce((sum, digit) => sum * 32 + base32Alphabet.indexOf(digit), 0);
}

/** Lower-case Crockford base32, zero-padded on the left: sorts like the bytes. */
export function encodeBase32(bytes: Uint8Array): string {
	const length = Math.ceil((bytes.length * 8) / 5);
	let bits = length * 5 - bytes.length * 8;
	let value = 0;
	let text = "";
	for (const byte of bytes) {
		value = (value << 8) | byte;
		bits += 8;
		while (bits >= 5) {
			bits -= 5;
			text += base32Alphabet[value >> bits];
			value &= (1 << bits) - 1;
		}
	}
	return text;
}
