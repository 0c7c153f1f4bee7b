import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { accountStub } from "../backend/fixtures/fleet";

/** Numbers and texts unchanged, bytes as `{ base64 }`. */
type Cell = number | string | null | { base64: string };
type Table = { sql: string; rows: Cell[][] };

/** The tables of a database with their rows, and the SQL of its indexes. */
export type StoredTables = { tables: Record<string, Table>; indexes: string[] };

export type StoredAccount = {
	accountId: string;
	object: StoredTables;
	directory: StoredTables;
	archive: { key: string; base64: string; metadata: Record<string, string> }[];
};

type Select = (query: string) => Promise<Record<string, unknown>[]>;

const ownTables = "name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name <> 'd1_migrations'";

export async function storedAccount(accountId: string): Promise<StoredAccount> {
	const object = await runInDurableObject(accountStub(accountId), (_, { storage }) =>
		storedTables(async (query) => storage.sql.exec(query).toArray()),
	);
	const directory = await storedTables(async (query) => (await env.DIRECTORY.prepare(query).all()).results);
	const { objects } = await env.ARCHIVE.list();
	const archive = objects.map(async ({ key }) => {
		const object = await env.ARCHIVE.get(key);
		const bytes = (await object?.bytes()) ?? new Uint8Array();
		return { key, base64: toBase64(bytes), metadata: object?.customMetadata ?? {} };
	});
	return { accountId, object, directory, archive: await Promise.all(archive) };
}

/** The tables and indexes alone: what a migration changes. */
export function formOf({ object, directory }: Pick<StoredAccount, "object" | "directory">): unknown {
	// The audit log has a table for each month.
	const sqlOf = ({ tables, indexes }: StoredTables) =>
		[...Object.values(tables).map(({ sql }) => sql), ...indexes]
			.map((sql) => sql.replaceAll(/audit_\d{4}_\d{2}/g, "audit_of_a_month"))
			.sort();
	return { object: sqlOf(object), directory: sqlOf(directory) };
}

/** Restores an account as another release left it; today's code begins with the next call. */
export async function storeAccount({ accountId, object, directory, archive }: StoredAccount): Promise<void> {
	const stub = accountStub(accountId);
	// Earlier work must have ended, and its alarm must find nothing half written.
	await runInDurableObject(stub, (_, { storage }) => storage.deleteAlarm());
	await evictDurableObject(stub);
	await runInDurableObject(stub, (_, state) =>
		state.blockConcurrencyWhile(async () => {
			const { storage } = state;
			await storage.deleteAlarm();
			await storage.deleteAll();
			for (const { query, values } of statements(object)) storage.sql.exec(query, ...values.map(toSqlValue));
		}),
	);
	await evictDurableObject(stub);
	const { results } = await env.DIRECTORY.prepare(
		`SELECT name FROM sqlite_master WHERE type = 'table' AND ${ownTables}`,
	).run<{ name: string }>();
	const known = new Set(results.map(({ name }) => name));
	const written = Object.entries(directory.tables).flatMap(([name, { rows }]) => {
		if (!known.has(name)) throw new Error(`The directory no longer has the table ${name}`);
		return rows.map((row) => env.DIRECTORY.prepare(insertSql(name, row)).bind(...row.map(toSqlValue)));
	});
	await env.DIRECTORY.batch([...[...known].map((name) => env.DIRECTORY.prepare(`DELETE FROM "${name}"`)), ...written]);
	for (const { key, base64, metadata } of archive)
		await env.ARCHIVE.put(key, fromBase64(base64), { customMetadata: metadata });
}

async function storedTables(select: Select): Promise<StoredTables> {
	const listed = await select(`SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND ${ownTables}`);
	const tables: Record<string, Table> = {};
	for (const { type, name, sql } of listed) {
		if (type !== "table") continue;
		const rows = await select(`SELECT * FROM "${name}"`);
		tables[String(name)] = { sql: String(sql), rows: rows.map((row) => Object.values(row).map(toCell)) };
	}
	return { tables, indexes: listed.flatMap(({ type, sql }) => (type === "index" ? String(sql) : [])) };
}

function statements({ tables, indexes }: StoredTables): { query: string; values: Cell[] }[] {
	const of = ([name, { sql, rows }]: [string, Table]) => [
		{ query: sql, values: [] },
		...rows.map((row) => ({ query: insertSql(name, row), values: row })),
	];
	return [...Object.entries(tables).flatMap(of), ...indexes.map((query) => ({ query, values: [] }))];
}

function insertSql(table: string, row: Cell[]): string {
	return `INSERT INTO "${table}" VALUES (${row.map(() => "?").join(", ")})`;
}

function toCell(value: unknown): Cell {
	if (value instanceof ArrayBuffer) return { base64: toBase64(new Uint8Array(value)) };
	if (value === null || typeof value === "number" || typeof value === "string") return value;
	throw new Error(`A value of SQLite that is a ${typeof value}`);
}

function toSqlValue(cell: Cell): number | string | null | ArrayBuffer {
	return typeof cell === "object" && cell !== null ? fromBase64(cell.base64).buffer : cell;
}

function toBase64(bytes: Uint8Array): string {
	return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
	return Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
}
