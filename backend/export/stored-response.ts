import { hexOf } from "../../shared/base/hex";
import { lengthOf, type Piece } from "../workbook/zip-layout";
import { pulledBytes } from "./export-body";
import { denyExport } from "./export-denial";

type Bucket = Pick<R2Bucket, "get">;

/** Both ends inclusive. */
type Span = { first: number; last: number };

type Stored = {
	pieces: readonly Piece[];
	bucket: Bucket;
	asked: Headers;
	headers: Record<string, string>;
	requestId: string;
	/** The reader cannot receive the error that broke a download. */
	onFailure: (error: unknown) => void;
};

/**
 * Responds with 200, 206 for one range, or 412 or 416. Throws if the first bytes cannot be read.
 * https://www.rfc-editor.org/rfc/rfc9110#section-14
 */
export async function storedResponse(stored: Stored): Promise<Response> {
	const { pieces, asked: requested, requestId } = stored;
	const total = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
	const etag = await etagOf(pieces);
	const wanted = requested.get("if-match");
	const isWanted = wanted === null || wanted === "*" || wanted.split(",").some((tag) => tag.trim() === etag);
	if (!isWanted) return denyExport("FileChanged", { requestId });
	const isSame = [null, etag].includes(requested.get("if-range"));
	const span = isSame ? spanOf(requested.get("range") ?? "", total) : null;
	if (span === "outside") {
		const denial = denyExport("RangeOutside", { requestId });
		denial.headers.set("content-range", `bytes */${total}`);
		return denial;
	}
	const { first, last } = span ?? { first: 0, last: total - 1 };
	const length = last - first + 1;
	const bytes = bytesOf(stored, { first, last });
	const begun = begunBytes(await bytes.next(), bytes);
	return new Response(pulledBytes(watched(begun, stored.onFailure)).pipeThrough(new FixedLengthStream(length)), {
		status: span === null ? 200 : 206,
		headers: {
			...stored.headers,
			...(span !== null && { "content-range": `bytes ${first}-${last}/${total}` }),
			"content-length": String(length),
			"accept-ranges": "bytes",
			etag,
			"cache-control": "private, no-store",
		},
	});
}

/** Null: no range, or one to ignore, such as several at once. */
export function spanOf(range: string, total: number): Span | "outside" | null {
	const [, from = "", to = ""] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(range) ?? [];
	if (from === "" && to === "") return null;
	if (from === "") return Number(to) === 0 ? "outside" : { first: Math.max(0, total - Number(to)), last: total - 1 };
	if (to !== "" && Number(to) < Number(from)) return null;
	if (Number(from) >= total) return "outside";
	return { first: Number(from), last: Math.min(to === "" ? total : Number(to), total - 1) };
}

/** A key of the bucket always has the same content. */
async function etagOf(pieces: readonly Piece[]): Promise<string> {
	const digest = new crypto.DigestStream("SHA-256");
	const writer = digest.getWriter();
	const encoder = new TextEncoder();
	for (const piece of pieces) {
		await writer.write(piece instanceof Uint8Array ? piece : encoder.encode(`${piece.key}\n${piece.bytes}\n`));
	}
	await writer.close();
	return `"${hexOf(new Uint8Array(await digest.digest)).slice(0, 32)}"`;
}

async function* bytesOf({ pieces, bucket }: Stored, { first, last }: Span): AsyncGenerator<Uint8Array, void> {
	let begin = 0;
	for (const piece of pieces) {
		const length = lengthOf(piece);
		const [from, to] = [Math.max(0, first - begin), Math.min(length, last + 1 - begin)];
		begin += length;
		if (from >= to) continue;
		if (piece instanceof Uint8Array) yield piece.subarray(from, to);
		else yield* await objectBytes(bucket, piece, { from, to });
	}
}

async function* begunBytes(
	first: IteratorResult<Uint8Array, void>,
	rest: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
	try {
		if (!first.done) yield first.value;
		yield* rest;
	} finally {
		await rest.return();
	}
}

export async function* watched(
	bytes: AsyncIterable<Uint8Array>,
	fail: (error: unknown) => void,
): AsyncGenerator<Uint8Array, void> {
	try {
		yield* bytes;
	} catch (error) {
		fail(error);
		throw error;
	}
}

async function objectBytes(
	bucket: Bucket,
	{ key, bytes }: Exclude<Piece, Uint8Array>,
	{ from, to }: { from: number; to: number },
): Promise<ReadableStream<Uint8Array>> {
	const isWhole = from === 0 && to === bytes;
	const object = await bucket.get(key, isWhole ? {} : { range: { offset: from, length: to - from } });
	if (object?.size !== bytes) {
		await object?.body.cancel();
		throw new Error(`The bucket holds ${object?.size ?? "nothing"} of ${bytes} bytes`);
	}
	return object.body;
}
