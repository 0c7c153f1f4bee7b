/** One character per byte, as `btoa` needs. */
export function binaryText(bytes: Iterable<number>): string {
	let text = "";
	for (const byte of bytes) text += String.fromCharCode(byte);
	return text;
}
