export class BodyTooLargeError extends Error {
	constructor(maxBytes: number) {
		super(`The body is longer than ${maxBytes} bytes`);
		this.name = "BodyTooLargeError";
	}
}

/**
 * A body as text, of at most `maxBytes` once inflated. Counted while it is read: a small gzip can
 * inflate to anything. Throws BodyTooLargeError, and a TypeError for a body that is not gzip or not UTF-8.
 */
export async function readBody(request: Request, isGzip: boolean, maxBytes: number): Promise<string> {
	if (!request.body) return "";
	const body: ReadableStream<Uint8Array> = isGzip
		? request.body.pipeThrough(new DecompressionStream("gzip"))
		: request.body;
	const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });
	let text = "";
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.byteLength;
		if (bytes > maxBytes) throw new BodyTooLargeError(maxBytes);
		text += decoder.decode(chunk, { stream: true });
	}
	return text + decoder.decode();
}
