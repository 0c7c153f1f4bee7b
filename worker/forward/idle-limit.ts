type Piece = ReadableStreamReadResult<Uint8Array>;

type StreamWatch = {
	/** Longest silence, in ms. */
	idleMs: number;
	/** Told why a stream ended before its own end. */
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
