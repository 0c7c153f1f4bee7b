const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
	let crc = byte;
	for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
	return crc;
});

/** `before`: the CRC of the preceding bytes, initially 0. */
export function crc32(bytes: Uint8Array, before: number): number {
	let crc = ~before;
	for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
	return ~crc >>> 0;
}
