/** One character for each byte, as `btoa` takes it. */
export function binaryText(bytes: Iterable<number>): string {
	let text = "";
	for (const byte of bytes) text += String.fromCharCode(byte);
	return text;
}
