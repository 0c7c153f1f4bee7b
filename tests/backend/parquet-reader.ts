import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";

let instance: Promise<DuckDBInstance> | null = null;

/** Rows of a query over one Parquet file, which the query names `lake`, as DuckDB reads it. */
export async function readParquet(bytes: Uint8Array, sql: string): Promise<unknown[][]> {
	instance ??= DuckDBInstance.create(":memory:");
	const connection = await (await instance).connect();
	const folder = mkdtempSync(join(tmpdir(), "lake-"));
	try {
		const file = join(folder, "part.parquet");
		writeFileSync(file, bytes);
		await connection.run("SET TimeZone = 'UTC'");
		const read = await connection.runAndReadAll(sql.replace(" lake", ` read_parquet('${file}')`));
		return read.getRowsJson();
	} finally {
		connection.closeSync();
		rmSync(folder, { recursive: true });
	}
}
