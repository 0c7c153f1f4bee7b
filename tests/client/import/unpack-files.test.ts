import { randomBytes } from "node:crypto";
import { type Zippable, zipSync } from "fflate";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, it } from "vitest";
import { type ChosenFile, mostFiles, unpackFiles } from "../../../client/features/import/unpack-files";
import { limits } from "../../../shared/base/limits";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const csv = "Time,Air\n2026-11-05T10:00:00Z,4.5\n";
const plain = (name: string, text = `${csv}${name}`) => new File([text], name);
const zip = (entries: Zippable, name = "all.zip") => new File([new Uint8Array(zipSync(entries))], name);
const brief = ({ name, within, problem }: ChosenFile) => [name, within, problem];

async function unpacked(...files: File[]) {
	return (await unpackFiles(files)).files.map(brief);
}

const problemOf = async (...files: File[]) => (await unpackFiles(files)).files.map(({ problem }) => problem);

describe("chosen files", () => {
	it("lists plain files in order, and a bad one never stops the others", async () => {
		expect(
			await unpacked(
				plain("a.csv"),
				new File([], "none.csv"),
				new File(["%PDF-1.7 …"], "b.csv"),
				plain("Grüße 温度.csv"),
			),
		).toEqual([
			["a.csv", null, null],
			["none.csv", null, "This file is empty."],
			["b.csv", null, "This is a PDF, not a table. Export the readings as CSV."],
			["Grüße 温度.csv", null, null],
		]);
	});

	it("lists a file that vanished meanwhile as one that cannot be read", async () => {
		const gone = plain("gone.csv");
		gone.slice = () => {
			throw new DOMException("The file was not found.", "NotFoundError");
		};
		expect(await problemOf(gone, plain("a.csv"))).toEqual([
			"This file cannot be read. It may have been moved or deleted.",
			null,
		]);
	});

	it("skips the same file again by its bytes, not by its name", async () => {
		expect(await unpacked(plain("a.csv", csv), plain("b.csv", csv), plain("a.csv", csv.replace("4.5", "5.5")))).toEqual(
			[
				["a.csv", null, null],
				["b.csv", null, "This is the same file as a.csv."],
				["a.csv", null, null],
			],
		);
	});

	it("lists the first hundred of two hundred files, and counts the others", async () => {
		const files = Array.from({ length: 200 }, (_, index) => plain(`${index}.csv`));
		const { files: listed, omitted } = await unpackFiles(files);
		expect([listed.length, omitted]).toEqual([mostFiles, 200 - mostFiles]);
		const archive = zip(
			Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`${index}.csv`, bytesOf(`${index}`)])),
		);
		expect((await unpackFiles([archive, plain("last.csv")])).omitted).toBe(51);
	});

	it.each([
		["64 MB of text", new Blob(Array.from({ length: 64 }, () => "x".repeat(1_000_000))), /larger than 20 MB/],
		["an old workbook", new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])]), /old workbook/],
		["gzip", new Blob([new Uint8Array([0x1f, 0x8b, 8])]), /gzip/],
		["7z", new Blob(["7z\xbc\xaf"]), null],
	])("states what is wrong with %s", async (_, bytes, expected) => {
		const [problem] = await problemOf(new File([bytes], "x.csv"));
		if (expected === null) expect(problem).toBeNull();
		else expect(problem).toMatch(expected);
	});
});

describe("an archive", () => {
	it("gives its files without their folders, and none that an operating system added", async () => {
		const archive = zip({
			"data/": new Uint8Array(),
			"data/a.csv": bytesOf("a"),
			"..\\..\\etc\\b.csv": bytesOf("b"),
			"../../c.csv": bytesOf("c"),
			"__MACOSX/data/._a.csv": bytesOf("x"),
			"data/.DS_Store": bytesOf("x"),
			"Thumbs.db": bytesOf("x"),
		});
		expect(await unpacked(archive)).toEqual(["a.csv", "b.csv", "c.csv"].map((name) => [name, "all.zip", null]));
	});

	it("gives the bytes that were packed, stored or deflated", async () => {
		const noise = new Uint8Array(randomBytes(300_000));
		const archive = zip({ "noise.csv": noise, "stored.csv": [noise.slice(1), { level: 0 }] });
		const { files } = await unpackFiles([archive]);
		const contents = await Promise.all(
			files.map(async ({ file }) => new Uint8Array((await file?.arrayBuffer()) ?? [])),
		);
		expect(contents.map((content) => Buffer.from(content).equals(noise))).toEqual([true, false]);
		expect(contents[1]).toEqual(noise.slice(1));
	});

	it("does not open an archive in an archive, but a workbook", async () => {
		const inner = zipSync({ "a.csv": bytesOf("a") });
		const book = await writeXlsx({ sheets: [{ name: "Log", rows: [["Time"], [1]] }] });
		expect(await unpacked(zip({ "inner.zip": inner, "book.xlsx": book, "a.csv": bytesOf("a") }))).toEqual([
			["inner.zip", "all.zip", "An archive in an archive is not opened. Unpack it first."],
			["book.xlsx", "all.zip", null],
			["a.csv", "all.zip", null],
		]);
	});

	it("names the files that have a password", async () => {
		const bytes = zipSync({ "secret.csv": bytesOf("a"), "open.csv": bytesOf("b") });
		const view = new DataView(bytes.buffer);
		const first = [...bytes.keys()].findIndex(
			(at) => at + 4 <= bytes.length && view.getUint32(at, true) === 0x02014b50,
		);
		view.setUint16(first + 8, view.getUint16(first + 8, true) | 1, true);
		expect(await unpacked(new File([new Uint8Array(bytes)], "all.zip"))).toEqual([
			["secret.csv", "all.zip", "This file has a password. Unpack it first."],
			["open.csv", "all.zip", null],
		]);
	});

	it("reads names in UTF-8 without a mark, in the code page of MS-DOS, and composed", async () => {
		const named = (name: number[]) => {
			const bytes = zipSync({ ["x".repeat(name.length)]: bytesOf("a") });
			const text = Buffer.from(bytes).toString("latin1");
			const replaced = text.replaceAll("x".repeat(name.length), Buffer.from(name).toString("latin1"));
			return new File([new Uint8Array(Buffer.from(replaced, "latin1"))], "all.zip");
		};
		const names = await Promise.all(
			[[...bytesOf("Kühl.csv")], [0x4b, 0x81, 0x68, 0x6c], [...bytesOf("Kühl".normalize("NFD"))]].map(async (name) =>
				(await unpackFiles([named(name)])).files.map((file) => file.name),
			),
		);
		expect(names.flat()).toEqual(["Kühl.csv", "Kühl", "Kühl"]);
	});

	it("stops unpacking at the limit, even if the directory states less", async () => {
		const bomb = zipSync({ "bomb.csv": new Uint8Array(limits.importFileBytes + 1), "a.csv": bytesOf("a") });
		const view = new DataView(bomb.buffer);
		for (let at = 0; at + 28 <= bomb.length; at += 1)
			if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) > 1)
				view.setUint32(at + 24, 10, true);
		expect(await unpacked(new File([new Uint8Array(bomb)], "all.zip"))).toEqual([
			["bomb.csv", "all.zip", "This file is larger than 20 MB. Split it and import the parts."],
			["a.csv", "all.zip", null],
		]);
	});

	it("stops once all files together are too large", async () => {
		const archive = () =>
			zip(Object.fromEntries(["a", "b", "c"].map((name) => [name, new Uint8Array(1_000).fill(name.charCodeAt(0))])));
		const { files } = await unpackFiles([archive(), plain("d.csv")], 2_500);
		expect(files.map(({ problem }) => problem)).toEqual([
			null,
			null,
			"Unpacked, these files have more than 300 MB. Import them in parts.",
			null,
		]);
	});

	it.each([
		["cut off", (bytes: Uint8Array) => bytes.slice(0, -30), "This file is damaged: it cannot be unpacked."],
		[
			"changed by one bit",
			(bytes: Uint8Array) => bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
			"This file is damaged in its archive.",
		],
		["without files", () => zipSync({}), "This archive is empty."],
	])("states that it is %s", async (_, change, problem) => {
		const bytes = change(zipSync({ "a.csv": [bytesOf("some text"), { level: 0 }] }));
		expect(await problemOf(new File([new Uint8Array(bytes)], "a.zip"))).toEqual([problem]);
	});

	it("rejects an archive of more than a thousand files", async () => {
		const entries = Array.from({ length: 1_001 }, (_, index): [string, Uint8Array] => [`${index}.csv`, bytesOf("a")]);
		expect(await problemOf(zip(Object.fromEntries(entries)))).toEqual([
			"This archive has more than 1000 files. Import it in parts.",
		]);
	});
});

describe("a workbook", () => {
	const utc = (...parts: [number, number, number, number?, number?, number?]) => new Date(Date.UTC(...parts));
	const book = async (
		...sheets: { name: string; rows: (string | number | boolean | Date | null)[][]; hidden?: boolean }[]
	) => new File([new Uint8Array(await writeXlsx({ sheets }))], "book.xlsx");
	const tables = async (file: File) =>
		Promise.all((await unpackFiles([file])).files.map(async (one) => [one.name, await one.file?.text()]));

	it("becomes a table for each visible sheet that has rows", async () => {
		const rows = [
			["Time", "Air, °C"],
			[utc(2026, 10, 5, 14, 7, 9), 4.5],
			[utc(2026, 10, 5, 0, 0, 0), null],
		];
		const sheets = [
			{ name: "One", rows },
			{ name: "Two", rows: [['say "x"'], [true]] },
			{ name: "Empty", rows: [] },
			{ name: "Lists", rows: [["a"]], hidden: true },
		];
		expect(await tables(await book(...sheets))).toEqual([
			["book.xlsx, One", 'Time,"Air, °C"\r\n2026-11-05 14:07:09,4.5\r\n2026-11-05 00:00:00,\r\n'],
			["book.xlsx, Two", '"say ""x"""\r\ntrue\r\n'],
		]);
	});

	it("keeps dates without a time of day, and times without a date", async () => {
		const rows = [
			["Date", "Clock"],
			[utc(2026, 10, 5), new Date(Date.UTC(1899, 11, 31, 10, 4))],
		];
		expect(await tables(await book({ name: "One", rows }))).toEqual([
			["book.xlsx", "Date,Clock\r\n2026-11-05,10:04:00\r\n"],
		]);
	});

	it("states that it cannot be opened, or has no rows", async () => {
		const broken = zipSync({ "xl/workbook.xml": bytesOf("<workbook"), "[Content_Types].xml": bytesOf("x") });
		expect(
			await problemOf(new File([new Uint8Array(broken)], "b.xlsx"), await book({ name: "One", rows: [] })),
		).toEqual(["This workbook cannot be opened. Save its sheet as CSV and import that.", "This workbook has no rows."]);
	});

	it("stays closed if it expands too far", async () => {
		const bytes = zipSync({ "xl/workbook.xml": bytesOf("x"), "xl/sheet.xml": new Uint8Array(100_000) });
		const { files } = await unpackFiles([new File([new Uint8Array(bytes)], "b.xlsx")], 100_000);
		expect(files.map(({ problem }) => problem)).toEqual([
			"Unpacked, these files have more than 300 MB. Import them in parts.",
		]);
	});
});
