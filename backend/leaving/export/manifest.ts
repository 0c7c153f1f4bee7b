import type { AccountDb } from "../../base/context";
import { accountOrThrow } from "../../db/account-rows";
import { type DataExportRow, listExportFiles } from "../../db/data-export-rows";
import { type Begun, type Slice, textSlice } from "./json-slices";

const filesPerSlice = 2_000;

export function manifestSlice(db: AccountDb, exported: DataExportRow, begun: Begun): Slice {
	const after = Number(begun.cursor ?? -1);
	const files = listExportFiles(db, { exportId: exported.id, after, limit: filesPerSlice });
	const lines = files.map(({ path, archive, rows, bytes, crc, sha256 }) =>
		JSON.stringify({ path, archive, rows, bytes, crc32: crc.toString(16).padStart(8, "0"), sha256 }),
	);
	const last = files.at(-1);
	const isLast = last === undefined || files.length < filesPerSlice;
	const separator = begun.rows > 0 && lines.length > 0 ? ",\n" : "";
	const head = begun.cursor === null ? headOf(db, exported) : "";
	const text = `${head}${separator}${lines.join(",\n")}${isLast ? "\n]}\n" : ""}`;
	return textSlice(text, files.length, isLast ? null : String(last.number));
}

function headOf(db: AccountDb, { id, createdAt, devices, archives }: DataExportRow): string {
	const { id: account, companyName } = accountOrThrow(db);
	const counts = { devices, files: sumOf(archives, "files"), bytes: sumOf(archives, "bytes") };
	const facts = { account, companyName, export: id, begunAt: new Date(createdAt).toISOString(), ...counts };
	return `${JSON.stringify(facts).slice(0, -1)},"fileList":[\n`;
}

export function sumOf(archives: DataExportRow["archives"], name: "files" | "bytes"): number {
	return archives.reduce((sum, archive) => sum + archive[name], 0);
}
