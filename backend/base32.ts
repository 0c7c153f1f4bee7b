const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** Lower-case Crockford base32, most significant bit first, padded with zero bits on the left: sorts as the bytes do. */
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
			text += alphabet[value >> bits];
			value &= (1 << bits) - 1;
		}
	}
	return text;
}
