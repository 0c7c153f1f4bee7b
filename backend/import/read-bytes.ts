/** A body of at most `maxBytes`, counted while it comes in: past that the rest of it is not taken. */
export async function readBytes(
	body: ReadableStream<Uint8Array> | null,
	maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | "too-large"> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of body ?? []) {
		length += chunk.byteLength;
		if (length > maxBytes) return "too-large";
		chunks.push(chunk);
	}
	const bytes = new Uint8Array(length);
	let offset = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return bytes;
}
