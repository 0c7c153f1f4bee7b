/** Reads a stream to its end, counting: a Content-Length is only what the sender says. */
export async function readBody(
	body: ReadableStream<Uint8Array> | null,
	mostBytes: number,
): Promise<Uint8Array<ArrayBuffer> | "too-large"> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of body ?? []) {
		length += chunk.byteLength;
		if (length > mostBytes) return "too-large";
		chunks.push(chunk);
	}
	return joined(chunks, length);
}

function joined(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
	const whole = new Uint8Array(length);
	let offset = 0;
	for (const chunk of chunks) {
		whole.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return whole;
}
