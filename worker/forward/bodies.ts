import { limits, serverLimits } from "../../shared/base/limits";
import { readBody } from "../../shared/base/read-body";
import { isUpload } from "./batch-guard";

export type Upload = {
	stream: ReadableStream<Uint8Array>;
	signal: AbortSignal;
	isTooLarge: () => boolean;
	onPiece: (listener: () => void) => void;
};

export type RequestBody = Uint8Array | Upload | null;

type Wanted = { isWholeNeeded: boolean };

/** Buffers JSON, because it may be resent after a renewal of the session; buffers files only if `isWholeNeeded`. */
export async function takeBody(request: Request, { isWholeNeeded }: Wanted): Promise<RequestBody | "too-large"> {
	if (request.method !== "POST") return null;
	if (!isUpload(request.headers)) return readBody(request.body, limits.proxyBodyBytes);
	if (isWholeNeeded || request.body === null) return readBody(request.body, serverLimits.proxyUploadBytes);
	return countedUpload(request.body, serverLimits.proxyUploadBytes);
}

/**
 * Counts the bytes of an upload. Over the limit or on disconnect, `signal` aborts the call and the stream stays open:
 * workerd sends an errored stream as complete, so the upstream would accept a truncated upload.
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
					breaking.abort(); // the sender is gone and receives no response
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
	idleMs: number;
	onCut: (reason: "idle" | "broken") => void;
};

/**
 * Ends a stream after `idleMs` of silence. A broken source breaks it, so that a partial body does not look complete.
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
		// Reads nothing ahead, so that a slow reader does not count as a silent source.
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
