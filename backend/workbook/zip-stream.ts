/** Writes a ZIP archive while its parts are read: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */

export type ZipPart = { path: string; data: AsyncIterable<Uint8Array> };

type WrittenPart = { path: Uint8Array; crc: number; packedBytes: number; bytes: number; offset: number };

const signatures = {
	part: 0x04034b50,
	afterPart: 0x08074b50,
	directory: 0x02014b50,
	directoryEnd64: 0x06064b50,
	locator64: 0x07064b50,
	directoryEnd: 0x06054b50,
} as const;
/** Of zip64, which a part or archive past 4 GB needs; sizes follow a part, as they are not known before. */
const version = 45;
const sizesFollow = 0x0008;
/** Without it a reader takes names for those of an old code page. */
const nameIsUtf8 = 0x0800;
const deflate = 8;
/** 1 January 1980, the first date there is. */
const date = 0x21;
const zip64Field = 1;
const isIn64 = 0xffff_ffff;

export async function* zipStream(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array, void> {
	const written: WrittenPart[] = [];
	let offset = 0;
	for await (const { path: name, data } of parts) {
		const path = new TextEncoder().encode(name);
		const part: WrittenPart = { path, crc: 0, packedBytes: 0, bytes: 0, offset };
		const head = partHead(path);
		offset += head.length;
		yield head;
		for await (const packed of deflated(counted(data, part))) {
			part.packedBytes += packed.length;
			offset += packed.length;
			yield packed;
		}
		const foot = record("uint32", signatures.afterPart, "uint32", part.crc, "uint64", part.packedBytes, part.bytes);
		offset += foot.length;
		yield foot;
		written.push(part);
	}
	yield directory(written, offset);
}

async function* counted(data: AsyncIterable<Uint8Array>, part: WrittenPart): AsyncGenerator<Uint8Array, void> {
	for await (const chunk of data) {
		part.bytes += chunk.length;
		part.crc = crc32(chunk, part.crc);
		yield chunk;
	}
}

async function* deflated(data: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
	const { readable, writable } = new CompressionStream("deflate-raw");
	const writer = writable.getWriter();
	const filling = fill(writer, data);
	// Awaited below; where the reader has gone nobody does.
	filling.catch(() => {});
	try {
		for await (const packed of readable) yield packed;
	} catch (error) {
		// The source's error, not that of the compressor it ended.
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

function partHead(path: Uint8Array): Uint8Array {
	const about = [version, flagsOf(path), deflate, 0, date];
	const sizes = ["uint32", 0, 0, 0, "uint16", path.length, 20, "bytes", path] as const;
	return record("uint32", signatures.part, "uint16", ...about, ...sizes, "uint16", zip64Field, 16, "uint64", 0, 0);
}

function flagsOf(path: Uint8Array): number {
	return path.every((byte) => byte < 0x80) ? sizesFollow : sizesFollow | nameIsUtf8;
}

function directory(parts: readonly WrittenPart[], offset: number): Uint8Array {
	const entries = parts.map(({ path, crc, packedBytes, bytes, offset: start }) => {
		const about = [version, version, flagsOf(path), deflate, 0, date];
		const sizes = ["uint32", crc, isIn64, isIn64, "uint16", path.length, 28, 0, 0, 0, "uint32", 0, isIn64] as const;
		const field = ["uint16", zip64Field, 24, "uint64", bytes, packedBytes, start] as const;
		return record("uint32", signatures.directory, "uint16", ...about, ...sizes, "bytes", path, ...field);
	});
	const size = entries.reduce((bytes, { length }) => bytes + length, 0);
	return joined([
		...entries,
		record("uint32", signatures.directoryEnd64, "uint64", 44, "uint16", version, version, "uint32", 0, 0),
		record("uint64", parts.length, parts.length, size, offset),
		record("uint32", signatures.locator64, 0, "uint64", offset + size, "uint32", 1),
		record("uint32", signatures.directoryEnd, "uint16", 0, 0, 0xffff, 0xffff, "uint32", isIn64, isIn64, "uint16", 0),
	]);
}

type Field = "uint16" | "uint32" | "uint64" | "bytes" | number | Uint8Array;

/** Little-endian numbers, each of the type named last before it. */
function record(...fields: readonly Field[]): Uint8Array {
	const bytes: number[] = [];
	let width = 0;
	for (const field of fields) {
		if (typeof field === "object") bytes.push(...field);
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

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
	let crc = byte;
	for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
	return crc;
});

/** Of what follows `before`, from 0 on. */
export function crc32(bytes: Uint8Array, before: number): number {
	let crc = ~before;
	for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
	return ~crc >>> 0;
}
