import { crc32 } from "../../../shared/base/crc32";
/* The ZIP format: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT. Only the parts wanted are read. */

export type ZipEntry = {
	path: string;
	isEncrypted: boolean;
	/** The size that the directory states. `unpackEntry` counts for itself. */
	bytes: number;
	packedBytes: number;
	method: number;
	crc: number;
	offset: number;
};

export type Unpacked = Uint8Array<ArrayBuffer> | "too-large" | "damaged";

const endLength = 22;
const longestComment = 65_535;
const entryLength = 46;
const headLength = 30;
const signatures = { end: 0x06054b50, entry: 0x02014b50, head: 0x04034b50 } as const;
const flags = { encrypted: 1, utf8: 0x800 } as const;
const methods = { stored: 0, deflated: 8 } as const;

/** Null: the file is cut off, or no archive. */
export async function readZipDirectory(archive: Blob): Promise<ZipEntry[] | null> {
	const tail = await bytesOf(archive, Math.max(archive.size - endLength - longestComment, 0), archive.size);
	const end = findEnd(tail);
	if (end === null) return null;
	const size = tail.getUint32(end + 12, true);
	const start = tail.getUint32(end + 16, true);
	if (start + size > archive.size) return null;
	const directory = await bytesOf(archive, start, start + size);
	const entries: ZipEntry[] = [];
	for (let at = 0; at + entryLength <= directory.byteLength; ) {
		if (directory.getUint32(at, true) !== signatures.entry) return null;
		const nameLength = directory.getUint16(at + 28, true);
		const flag = directory.getUint16(at + 8, true);
		const name = new Uint8Array(directory.buffer, directory.byteOffset + at + entryLength, nameLength);
		entries.push({
			path: nameOf(name, (flag & flags.utf8) !== 0),
			isEncrypted: (flag & flags.encrypted) !== 0,
			bytes: directory.getUint32(at + 24, true),
			packedBytes: directory.getUint32(at + 20, true),
			method: directory.getUint16(at + 10, true),
			crc: directory.getUint32(at + 16, true),
			offset: directory.getUint32(at + 42, true),
		});
		at += entryLength + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
	}
	return entries.length === tail.getUint16(end + 10, true) ? entries : null;
}

/** Stops at `mostBytes`, whatever the directory states. */
export async function unpackEntry(archive: Blob, entry: ZipEntry, mostBytes: number): Promise<Unpacked> {
	const head = await bytesOf(archive, entry.offset, entry.offset + headLength);
	if (head.byteLength < headLength || head.getUint32(0, true) !== signatures.head) return "damaged";
	const start = entry.offset + headLength + head.getUint16(26, true) + head.getUint16(28, true);
	const packed = archive.slice(start, start + entry.packedBytes);
	if (packed.size < entry.packedBytes) return "damaged";
	const stream = streamOf(packed, entry.method);
	const bytes = stream === null ? "damaged" : await collected(stream, mostBytes);
	return typeof bytes === "string" || crc32(bytes, 0) === entry.crc ? bytes : "damaged";
}

function streamOf(packed: Blob, method: number): ReadableStream<Uint8Array<ArrayBuffer>> | null {
	if (method === methods.stored) return packed.stream();
	return method === methods.deflated ? packed.stream().pipeThrough(new DecompressionStream("deflate-raw")) : null;
}

async function collected(stream: ReadableStream<Uint8Array<ArrayBuffer>>, mostBytes: number): Promise<Unpacked> {
	const reader = stream.getReader();
	const chunks: Uint8Array<ArrayBuffer>[] = [];
	let total = 0;
	try {
		for (let next = await reader.read(); !next.done; next = await reader.read()) {
			total += next.value.byteLength;
			if (total > mostBytes) {
				await reader.cancel();
				return "too-large";
			}
			chunks.push(next.value);
		}
	} catch {
		// The stream throws for bytes that are not deflated.
		return "damaged";
	}
	return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

async function bytesOf(archive: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> {
	return new DataView(await archive.slice(from, to).arrayBuffer());
}

function findEnd(tail: DataView): number | null {
	for (let at = tail.byteLength - endLength; at >= 0; at -= 1)
		if (tail.getUint32(at, true) === signatures.end) return at;
	return null;
}

/** Most tools write UTF-8 without saying so; older ones the code page of MS-DOS. */
function nameOf(bytes: Uint8Array, isUtf8: boolean): string {
	try {
		return new TextDecoder("utf-8", { fatal: !isUtf8 }).decode(bytes).normalize("NFC");
	} catch {
		return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : upper437[byte - 0x80])).join("");
	}
}

const upper437 = [
	..."ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀",
	..."αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
];
