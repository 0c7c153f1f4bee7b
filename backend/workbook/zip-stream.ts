import { crc32 } from "../../shared/base/crc32";
import { appendAll } from "../../shared/base/lists";

/** Writes a ZIP archive while its parts are read: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */

/** `isLarge`: may exceed `mostPartBytes`. */
export type ZipPart = { path: string; data: AsyncIterable<Uint8Array>; isLarge?: boolean };

/** `areSizesKnown`: the part's header contains its sizes. */
export type WrittenPart = {
	path: Uint8Array;
	crc: number;
	packedBytes: number;
	bytes: number;
	offset: number;
	isLarge: boolean;
	isDeflated: boolean;
	areSizesKnown: boolean;
};

const signatures = {
	part: 0x04034b50,
	afterPart: 0x08074b50,
	directory: 0x02014b50,
	directoryEnd64: 0x06064b50,
	locator64: 0x07064b50,
	directoryEnd: 0x06054b50,
} as const;
const version = 20;
/** zip64. Programs that read workbooks often reject it, so it is written only for large numbers. */
const version64 = 45;
const sizesFollow = 0x0008;
/** Readers assume an old code page for names without this flag. */
const nameIsUtf8 = 0x0800;
const methods = { stored: 0, deflated: 8 } as const;
/** Unix: for MS-DOS `unzip` ignores the UTF-8 flag of names. */
const madeBy = 3 << 8;
/** Mode 644; without a mode `unzip` creates files without any permission. */
const attributes = 0o100644 * 2 ** 16;
/** 1 January 1980, the earliest date. */
const date = 0x21;
const zip64Field = 1;
const isIn64 = { uint16: 0xffff, uint32: 0xffff_ffff } as const;
/** The limit of a part with 32-bit sizes, less a reserve: compression may add a little. */
export const mostPartBytes = 4_000_000_000;

/** Throws for a larger part without `isLarge`. */
export async function* zipStream(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array, void> {
	const written: WrittenPart[] = [];
	let offset = 0;
	for await (const { path: name, data, isLarge = false } of parts) {
		const path = new TextEncoder().encode(name);
		const part: WrittenPart = {
			path,
			crc: 0,
			packedBytes: 0,
			bytes: 0,
			offset,
			isLarge,
			isDeflated: true,
			areSizesKnown: false,
		};
		const head = partHead(part);
		offset += head.length;
		yield head;
		for await (const packed of through(counted(data, part), new CompressionStream("deflate-raw"))) {
			part.packedBytes += packed.length;
			offset += packed.length;
			yield packed;
		}
		const width = isLarge ? "uint64" : "uint32";
		const foot = record("uint32", signatures.afterPart, part.crc, width, part.packedBytes, part.bytes);
		offset += foot.length;
		yield foot;
		written.push(part);
	}
	yield zipDirectory(written, offset);
}

async function* counted(data: AsyncIterable<Uint8Array>, part: WrittenPart): AsyncGenerator<Uint8Array, void> {
	for await (const chunk of data) {
		part.bytes += chunk.length;
		if (part.bytes > mostPartBytes && !part.isLarge) throw new Error("A part is too large for an archive");
		part.crc = crc32(chunk, part.crc);
		yield chunk;
	}
}

export async function* through(
	data: AsyncIterable<Uint8Array>,
	{ readable, writable }: CompressionStream | DecompressionStream,
): AsyncGenerator<Uint8Array, void> {
	const writer = writable.getWriter();
	const filling = fill(writer, data);
	filling.catch(() => {});
	try {
		for await (const packed of readable) yield packed;
	} catch (error) {
		// The source's error instead of the compressor's.
		await filling;
		throw error;
	}
	await filling;
}

async function fill(writer: WritableStreamDefaultWriter, data: AsyncIterable<Uint8Array>): Promise<void> {
	try {
		for await (const chunk of data) await writer.write(chunk);
		await writer.close();
	} catch (error) {
		await writer.abort(error).catch(() => {});
		throw error;
	}
}

export function partHead(part: WrittenPart): Uint8Array {
	const { path, isLarge, areSizesKnown } = part;
	const { crc, packedBytes, bytes } = areSizesKnown ? part : { crc: 0, packedBytes: 0, bytes: 0 };
	const field = isLarge ? record("uint16", zip64Field, 16, "uint64", bytes, packedBytes) : new Uint8Array();
	const about = [isLarge ? version64 : version, flagsOf(part), methodOf(part), 0, date];
	const sizes = isLarge && areSizesKnown ? [isIn64.uint32, isIn64.uint32] : [packedBytes, bytes];
	return record(
		...(["uint32", signatures.part, "uint16", ...about, "uint32", crc, ...sizes] as const),
		...(["uint16", path.length, field.length, "bytes", path, field] as const),
	);
}

function flagsOf({ path, areSizesKnown }: WrittenPart): number {
	return (areSizesKnown ? 0 : sizesFollow) | (path.every((byte) => byte < 0x80) ? 0 : nameIsUtf8);
}

function methodOf({ isDeflated }: WrittenPart): number {
	return isDeflated ? methods.deflated : methods.stored;
}

export function zipDirectory(parts: readonly WrittenPart[], offset: number): Uint8Array {
	const entries = parts.map(directoryEntry);
	const size = entries.reduce((bytes, { length }) => bytes + length, 0);
	const count = parts.length;
	const isSmall = count < isIn64.uint16 && offset + size < isIn64.uint32;
	if (isSmall) return joined([...entries, directoryEnd({ count, size, offset })]);
	return joined([
		...entries,
		record("uint32", signatures.directoryEnd64, "uint64", 44, "uint16", version64, version64, "uint32", 0, 0),
		record("uint64", count, count, size, offset),
		record("uint32", signatures.locator64, 0, "uint64", offset + size, "uint32", 1),
		directoryEnd({ count: isIn64.uint16, size: isIn64.uint32, offset: isIn64.uint32 }),
	]);
}

function directoryEntry(part: WrittenPart): Uint8Array {
	const { path, crc, packedBytes, bytes, offset, isLarge } = part;
	const isFar = offset >= isIn64.uint32;
	const elsewhere = [...(isLarge ? [bytes, packedBytes] : []), ...(isFar ? [offset] : [])];
	const width = 8 * elsewhere.length;
	const field = width === 0 ? new Uint8Array() : record("uint16", zip64Field, width, "uint64", ...elsewhere);
	const needed = width === 0 ? version : version64;
	const sizes = isLarge ? [isIn64.uint32, isIn64.uint32] : [packedBytes, bytes];
	return record(
		...([
			"uint32",
			signatures.directory,
			"uint16",
			madeBy + needed,
			needed,
			flagsOf(part),
			methodOf(part),
			0,
			date,
		] as const),
		...(["uint32", crc, ...sizes, "uint16", path.length, field.length, 0, 0, 0] as const),
		...(["uint32", attributes, isFar ? isIn64.uint32 : offset, "bytes", path, field] as const),
	);
}

function directoryEnd({ count, size, offset }: { count: number; size: number; offset: number }): Uint8Array {
	return record("uint32", signatures.directoryEnd, "uint16", 0, 0, count, count, "uint32", size, offset, "uint16", 0);
}

type Field = "uint16" | "uint32" | "uint64" | "bytes" | number | Uint8Array;

function record(...fields: readonly Field[]): Uint8Array {
	const bytes: number[] = [];
	let width = 0;
	for (const field of fields) {
		if (typeof field === "object") appendAll(bytes, field);
		else if (typeof field === "string") width = field === "uint16" ? 2 : field === "uint32" ? 4 : 8;
		else for (let index = 0; index < width; index += 1) bytes.push(Math.floor(field / 256 ** index) % 256);
	}
	return Uint8Array.from(bytes);
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array {
	const whole = new Uint8Array(pieces.reduce((bytes, { byteLength }) => bytes + byteLength, 0));
	let offset = 0;
	for (const piece of pieces) {
		whole.set(piece, offset);
		offset += piece.byteLength;
	}
	return whole;
}
