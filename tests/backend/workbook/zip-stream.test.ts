import { inflateSync, unzipSync } from "fflate";
import { readXlsx } from "hucre";
import { describe, it } from "vitest";
import type { SheetCell } from "../../../backend/workbook/sheet-xml";
import { workbookBytes } from "../../../backend/workbook/workbook-bytes";
import { joined, type ZipPart, zipDirectory, zipStream } from "../../../backend/workbook/zip-stream";

async function* each<Item>(...items: Item[]): AsyncGenerator<Item, void> {
	yield* items;
}

function part(path: string, text: string, isLarge = false): ZipPart {
	return { path, data: each(new TextEncoder().encode(text)), isLarge };
}

async function archive(...parts: ZipPart[]): Promise<Uint8Array> {
	const pieces: Uint8Array[] = [];
	for await (const piece of zipStream(each(...parts))) pieces.push(piece);
	return joined(pieces);
}

const form = { isDeflated: true, areSizesKnown: false };

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

function firstHead(bytes: Uint8Array): { version: number; fieldBytes: number } {
	const view = new DataView(bytes.buffer, bytes.byteOffset);
	return { version: view.getUint16(4, true), fieldBytes: view.getUint16(28, true) };
}

/** True if the last record comes without the two zip64 records before it. */
function hasRecordsIn64(bytes: Uint8Array): boolean {
	return textOf(bytes).includes("PK\u0006\u0006");
}

describe("a ZIP archive", () => {
	it("holds nothing of zip64 if 32 bits suffice, because readers of workbooks reject it", async ({ expect }) => {
		const bytes = await archive(part("a.txt", "one"), part("ä.txt", "two".repeat(10_000)));
		expect([firstHead(bytes), hasRecordsIn64(bytes)]).toEqual([{ version: 20, fieldBytes: 0 }, false]);
		const files = unzipSync(bytes);
		expect([textOf(files["a.txt"]), files["ä.txt"]?.length]).toEqual(["one", 30_000]);
	});

	it("states Unix as its maker, or unzip would misread names and make unreadable files", async ({ expect }) => {
		const bytes = await archive(part("Kühlhaus.csv", "one"));
		const view = new DataView(bytes.buffer, bytes.byteOffset);
		const entry = view.getUint32(bytes.length - 6, true);
		const [madeBy, flags, attributes] = [entry + 5, entry + 8, entry + 38];
		expect([view.getUint8(madeBy), view.getUint16(flags, true) & 0x0800, view.getUint32(attributes, true)]).toEqual([
			...[3, 0x0800, 0o100644 * 2 ** 16],
		]);
	});

	it("writes the sizes of a part that may be large in 64 bits", async ({ expect }) => {
		const bytes = await archive(part("a.txt", "one", true), part("b.txt", "two"));
		expect(firstHead(bytes)).toEqual({ version: 45, fieldBytes: 20 });
		const first = inflateSync(bytes.subarray(30 + "a.txt".length + 20));
		// `unzipSync` ignores zip64 and would reserve 4 GB for the first part.
		const files = unzipSync(bytes, { filter: ({ name }) => name === "b.txt" });
		expect([textOf(first), textOf(files["b.txt"])]).toEqual(["one", "two"]);
	});

	it("names more parts than 16 bits can count", ({ expect }) => {
		const of = { crc: 0, packedBytes: 0, bytes: 0, offset: 0, isLarge: false, ...form };
		const count = 70_000;
		const parts = Array.from({ length: count }, (_, index) => {
			return { ...of, path: new TextEncoder().encode(`${index}.csv`) };
		});
		const names: string[] = [];
		unzipSync(zipDirectory(parts, 0), { filter: ({ name }) => !names.push(name) });
		expect([names.length, names.at(-1)]).toEqual([count, `${count - 1}.csv`]);
	});

	it("states where a part begins behind 4 GB", ({ expect }) => {
		const offset = 5_000_000_000;
		const path = new TextEncoder().encode("b");
		const far = { path, crc: 7, packedBytes: 3, bytes: 5, offset, isLarge: false, ...form };
		const view = new DataView(zipDirectory([far], offset + 100).buffer);
		// The offset field refers to zip64; after the name: zip64's number, its length, the offset.
		expect([view.getUint32(42, true), view.getUint16(47, true), view.getUint16(49, true)]).toEqual([
			...[0xffff_ffff, 1, 8],
		]);
		expect(view.getBigUint64(51, true)).toBe(BigInt(offset));
		expect(hasRecordsIn64(new Uint8Array(view.buffer))).toBe(true);
	});
});

it("A sheet whose XML grows past its bound goes on in another", async ({ expect }) => {
	const rows: SheetCell[][] = Array.from({ length: 3_000 }, (_, index) => [index, "x".repeat(60)]);
	const sheet = { name: "Log", titles: ["Number", "Text"], widths: [10, 60], rows: each(rows), maxBytes: 200_000 };
	const { sheets } = await readXlsx(new Uint8Array(await new Response(workbookBytes(each(sheet))).arrayBuffer()));
	expect(sheets.map(({ name }) => name)).toEqual(["Log", "Log_2"]);
	const numbers = sheets.flatMap((each) => each.rows.slice(1).map(([number]) => number));
	expect(numbers).toEqual(rows.map(([number]) => number));
});
