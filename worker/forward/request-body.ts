import { limits } from "../../shared/limits";
import { readBody } from "../read-body";
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
export function countedUpload(body: ReadableStream<Uint8Array>, mostBytes: number): Upload {
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
