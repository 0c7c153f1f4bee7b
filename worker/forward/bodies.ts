import { limits } from "../../shared/limits";
import { isUpload } from "./batch-guard";

/** A file or form on its way through. What it weighs is known only when it has passed. */
export type Upload = {
	stream: ReadableStream<Uint8Array>;
	/** Aborted when it is over its limit or its sender breaks off. */
	signal: AbortSignal;
	isTooLarge: () => boolean;
	/** Called at each piece that passes. */
	onPiece: (listener: () => void) => void;
};

/** What a call sends: text that can be sent twice, or a file that passes once. */
export type RequestBody = Uint8Array | Upload | null;

type Wanted = { isWholeNeeded: boolean };

/** The body of a guarded call. JSON is read whole, as it must survive a renewal of the session; files only if they must. */
export async function takeBody(request: Request, { isWholeNeeded }: Wanted): Promise<RequestBody | "too-large"> {
	if (request.method !== "POST") return null;
	if (!isUpload(request.headers)) return readBody(request.body, limits.proxyBodyBytes);
	if (isWholeNeeded || request.body === null) return readBody(request.body, limits.proxyUploadBytes);
	return countedUpload(request.body, limits.proxyUploadBytes);
}

/**
 * Past the limit, or broken off, its signal ends the whole call. Its stream is left open then: workerd sends a
 * stream that errors as one that is through, so the upstream would take a shortened upload for whole.
 */
function countedUpload(body: ReadableStream<Uint8Array>, mostBytes: number): Upload {
	const reader = body.getReader();
	const breaking = new AbortController();
	let bytes = 0;
	let listener = () => {};
	const stream = new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				try {
					const { done, value } = await reader.read();
					if (done) return controller.close();
					bytes += value.byteLength;
					listener();
					if (bytes <= mostBytes) return controller.enqueue(value);
					breaking.abort();
					await reader.cancel();
				} catch {
					breaking.abort(); // who sent this is gone, and hears of nothing
				}
			},
			cancel: (reason) => reader.cancel(reason),
		},
		{ highWaterMark: 0 },
	);
	return {
		stream,
		signal: breaking.signal,
		isTooLarge: () => bytes > mostBytes,
		onPiece: (added) => {
			listener = added;
		},
	};
}

type Piece = ReadableStreamReadResult<Uint8Array>;

type StreamWatch = {
	/** Longest silence, in ms. */
	idleMs: number;
	/** Called with why a stream ended before its own end. */
	onCut: (reason: "idle" | "broken") => void;
};

/**
 * A stream as it comes, ended after a silence. It has no length and no deadline. A reader that goes takes the
 * source along; a source that breaks breaks this stream too, lest what came so far pass for the whole.
 */
export function withIdleLimit(
	source: ReadableStream<Uint8Array>,
	{ idleMs, onCut }: StreamWatch,
): ReadableStream<Uint8Array> {
	const reader = source.getReader();
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				try {
					const piece = await readWithin(reader, idleMs);
					if (piece === "idle") {
						onCut("idle");
						await reader.cancel();
						controller.close();
					} else if (piece.done) controller.close();
					else controller.enqueue(piece.value);
				} catch (error) {
					onCut("broken");
					controller.error(error);
				}
			},
			cancel: (reason) => reader.cancel(reason),
		},
		// Nothing is read ahead: the time a slow reader takes is no silence of the source.
		{ highWaterMark: 0 },
	);
}

async function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>, idleMs: number): Promise<Piece | "idle"> {
	const { promise: silence, resolve } = Promise.withResolvers<"idle">();
	const timer = setTimeout(() => resolve("idle"), idleMs);
	try {
		return await Promise.race([reader.read(), silence]);
	} finally {
		clearTimeout(timer);
	}
}

/** Reads a stream to its end, counting: a Content-Length is only what the sender says. */
export async function readBody(
	body: ReadableStream<Uint8Array> | null,
	mostBytes: number,
): Promise<Uint8Array | "too-large"> {
	if (body === null) return new Uint8Array();
	// A reader costs a third of what an async iterator does in workerd.
	const reader = body.getReader();
	const chunks: Uint8Array[] = [];
	let length = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return joined(chunks, length);
		length += value.byteLength;
		if (length > mostBytes) {
			await reader.cancel();
			return "too-large";
		}
		chunks.push(value);
	}
}

function joined(chunks: Uint8Array[], length: number): Uint8Array {
	const [only] = chunks;
	if (only && chunks.length === 1) return only;
	const whole = new Uint8Array(length);
	let offset = 0;
	for (const chunk of chunks) {
		whole.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return whole;
}
