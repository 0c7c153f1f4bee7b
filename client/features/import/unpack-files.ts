import { hexOf } from "../../../shared/base/hex";
import { limits } from "../../../shared/base/limits";
import { groupedBy } from "../../../shared/base/lists";
import { headBytes, headEncoding } from "../../../shared/log/match-device";
import { formatBytes } from "../../ui/format";
import { t } from "../../words/made/import";
import { type Table, workbookTables } from "./workbook-tables";
import { readZipDirectory, unpackEntry, type ZipEntry } from "./zip-archive";

type Named = { key: string; name: string /** The archive it came in. */; within: string | null };
export type ReadableFile = Named & { file: File; problem: null };
export type ChosenFile = ReadableFile | (Named & { file: null; problem: string });

export const mostFiles = 100;
const mostEntries = 1_000;
const archiveBytes = 100_000_000;
const expandedBytes = 300_000_000;

/** First bytes of files that are no table. https://en.wikipedia.org/wiki/List_of_file_signatures */
const kinds: readonly { starts: number[]; problem: string }[] = [
	{ starts: [0x25, 0x50, 0x44, 0x46], problem: t("problem.pdf") },
	{
		starts: [0xd0, 0xcf, 0x11, 0xe0],
		problem: t("problem.xls"),
	},
	{ starts: [0x1f, 0x8b], problem: t("problem.gzip") },
	{ starts: [0x37, 0x7a, 0xbc, 0xaf], problem: t("problem.sevenZip") },
	{ starts: [0x52, 0x61, 0x72, 0x21], problem: t("problem.rar") },
];
const zipStarts = [
	[0x50, 0x4b, 0x03, 0x04],
	[0x50, 0x4b, 0x05, 0x06],
];

const tooLarge = t("problem.tooLarge", { size: formatBytes(limits.importFileBytes) });
const expandsTooFar = t("problem.unpackedTooLarge", { size: formatBytes(expandedBytes) });

/** `omitted`: files beyond `mostFiles`. `bytes`: how many more may be unpacked. */
type Drop = { files: ChosenFile[]; omitted: number; bytes: number };
export type Unpacking = Pick<Drop, "files" | "omitted">;

/** Opens workbooks and archives. A file that cannot be opened never stops the others. */
export async function unpackFiles(chosen: readonly File[], mostBytes = expandedBytes): Promise<Unpacking> {
	const drop: Drop = { files: [], omitted: 0, bytes: mostBytes };
	for (const file of chosen) {
		const place: Place = { name: file.name, within: null };
		try {
			await open(file, place, drop);
		} catch {
			// The browser throws for a file that was moved or changed since it was chosen.
			put(drop, { ...place, problem: t("problem.unreadable") });
		}
	}
	return { files: await withoutRepeats(drop.files), omitted: drop.omitted };
}

type Place = Omit<Named, "key">;
type Placed = Place & ({ file: File } | { problem: string });

let fileCount = 0;

function put(drop: Drop, one: Placed): void {
	if (drop.files.length >= mostFiles) {
		drop.omitted += 1;
		return;
	}
	fileCount += 1;
	const key = String(fileCount);
	drop.files.push("file" in one ? { ...one, key, problem: null } : { ...one, key, file: null });
}

async function open(file: File, place: Place, drop: Drop): Promise<void> {
	const first = new Uint8Array(await file.slice(0, 4).arrayBuffer());
	const startsWith = (starts: readonly number[]) => starts.every((byte, index) => first[index] === byte);
	const isFull = drop.files.length >= mostFiles;
	if (zipStarts.some(startsWith) && !isFull) return openZip(file, place, drop);
	const problem =
		file.size === 0
			? t("problem.empty")
			: (kinds.find(({ starts }) => startsWith(starts))?.problem ??
				(file.size > limits.importFileBytes ? tooLarge : null));
	put(drop, problem === null ? { ...place, file } : { ...place, problem });
}

async function openZip(file: File, place: Place, drop: Drop): Promise<void> {
	const fail = (problem: string) => put(drop, { ...place, problem });
	if (file.size > archiveBytes) return fail(t("problem.archiveTooLarge", { size: formatBytes(archiveBytes) }));
	const entries = await readZipDirectory(file);
	if (entries === null) return fail(t("problem.damaged"));
	if (entries.some(({ path }) => path.startsWith("xl/workbook."))) {
		const tables = await tablesOf(file, entries, drop);
		if (typeof tables === "string") return fail(tables);
		for (const { sheet, csv } of tables) {
			const named = { ...place, name: tables.length === 1 ? place.name : `${place.name}, ${sheet}` };
			await open(new File([csv], named.name, { type: "text/csv" }), named, drop);
		}
		return;
	}
	if (place.within !== null) return fail(t("problem.nested"));
	const wanted = entries.filter(({ path }) => !isHidden(path));
	if (wanted.length === 0) return fail(t("problem.emptyArchive"));
	if (wanted.length > mostEntries) return fail(t("problem.tooManyFiles", { count: mostEntries }));
	for (const entry of wanted) await openEntry(file, entry, { place, drop });
}

type Opening = { place: Place; drop: Drop };

async function openEntry(archive: File, entry: ZipEntry, { place, drop }: Opening): Promise<void> {
	const name = entry.path.split(/[\\/]/).at(-1) ?? entry.path;
	const inside = { name, within: place.name };
	const fail = (problem: string) => put(drop, { ...inside, problem });
	if (entry.isEncrypted) return fail(t("problem.password"));
	if (drop.files.length >= mostFiles) return fail("");
	const bytes = await unpackEntry(archive, entry, Math.min(limits.importFileBytes, drop.bytes));
	if (bytes === "too-large") return fail(drop.bytes < limits.importFileBytes ? expandsTooFar : tooLarge);
	if (bytes === "damaged") return fail(t("problem.damagedInArchive"));
	drop.bytes -= bytes.byteLength;
	return open(new File([bytes], name), inside, drop);
}

async function tablesOf(file: File, entries: ZipEntry[], drop: Drop): Promise<Table[] | string> {
	if (file.size > limits.importFileBytes) return tooLarge;
	// The library would unpack as much as there is.
	for (const entry of entries) {
		const bytes = await unpackEntry(file, entry, drop.bytes);
		if (bytes === "too-large") return expandsTooFar;
		if (bytes === "damaged") return t("problem.workbookDamaged");
		drop.bytes -= bytes.byteLength;
	}
	const tables = await workbookTables(new Uint8Array(await file.arrayBuffer()));
	if (tables === null) return t("problem.workbook");
	return tables.length === 0 ? t("problem.workbookEmpty") : tables;
}

function isHidden(path: string): boolean {
	const parts = path.split(/[\\/]/);
	const name = parts.at(-1) ?? "";
	if (name === "" || /^(?:thumbs\.db|desktop\.ini)$/i.test(name)) return true;
	return parts.some((part) => part === "__MACOSX" || (part.startsWith(".") && !/^\.+$/.test(part)));
}

async function withoutRepeats(files: readonly ChosenFile[]): Promise<ChosenFile[]> {
	const sizes = groupedBy(files, ({ file }) => file?.size ?? 0);
	const firstOf = new Map<string, string>();
	const listed: ChosenFile[] = [];
	for (const one of files) {
		const isAlone = one.file === null || sizes.get(one.file.size)?.length === 1;
		const digest = isAlone || one.file === null ? one.key : await digestOf(one.file);
		const before = firstOf.get(digest);
		if (before === undefined) firstOf.set(digest, one.name);
		listed.push(before === undefined ? one : { ...one, file: null, problem: t("problem.sameFile", { file: before }) });
	}
	return listed;
}

async function digestOf(file: File): Promise<string> {
	return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer())));
}

export async function readFileHead(file: Blob): Promise<string> {
	const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
	return new TextDecoder(headEncoding(bytes)).decode(bytes);
}
