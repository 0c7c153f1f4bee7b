/**
 * Text as a stream of bytes that takes the next piece when its reader wants it, and none ahead. A source that fails
 * breaks the stream; a reader that goes ends the source.
 */
export function pulledStream(source: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				const { done, value } = await source.next();
				if (done) controller.close();
				else controller.enqueue(encoder.encode(value));
			},
			cancel: async () => {
				await source.return();
			},
		},
		{ highWaterMark: 0 },
	);
}
