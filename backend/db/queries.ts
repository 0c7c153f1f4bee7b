import { type Column, eq, getTableColumns, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { AccountDb, ReadDb } from "../base/context";

/** Building SQL costs three times as much as running it. Values are `sql.placeholder`. */
export function prepared<Query, Db extends ReadDb = AccountDb>(prepare: (db: Db) => Query): (db: Db) => Query {
	const known = new WeakMap<Db, Query>();
	return (db) => {
		const query = known.get(db) ?? prepare(db);
		known.set(db, query);
		return query;
	};
}

/** `column IN (…)` for a list of any length: the object's SQLite takes at most 100 parameters. */
export function isOneOf(column: Column, values: readonly (string | number)[] | Placeholder): SQL {
	return sql`${column} in (select value from json_each(${Array.isArray(values) ? JSON.stringify(values) : values}))`;
}

/** Returns all ids in one row: thousands of rows cost more than their ids. `ids`: the listed expression. */
export function idsAsOne(id: Column, ids: SQL = sql`${id}`) {
	return { ids: sql<string>`json_group_array(${ids} order by ${id})` };
}

export function idsIn(row: { ids: string } | undefined): string[] {
	return row === undefined ? [] : JSON.parse(row.ids);
}

/** Placeholders of a prepared insert that runs with `driverValues`. */
export function placeholdersOf<Table extends SQLiteTable>(table: Table): Table["$inferInsert"] {
	// Untyped: a placeholder of a column would encode null as a value.
	const values = Object.keys(getTableColumns(table)).map((name) => [name, sql`${sql.placeholder(name)}`]);
	return Object.fromEntries(values) as Table["$inferInsert"]; // its keys are the table's columns
}

export function driverValues<Table extends SQLiteTable>(
	table: Table,
	row: Table["$inferSelect"],
): Record<string, unknown> {
	const columns = Object.entries<Column>(getTableColumns(table));
	const driverValue = (name: string, column: Column) => {
		const value: unknown = Reflect.get(row, name);
		return value === null || value === undefined ? null : column.mapToDriverValue(value);
	};
	return Object.fromEntries(columns.map(([name, column]) => [name, driverValue(name, column)]));
}

type Row<Table extends SQLiteTable> = Table["$inferSelect"];
type Change<Table extends SQLiteTable> = Parameters<ReturnType<typeof changesOf<Table>>["set"]>[0];
type Keyed = SQLiteTable & { id: SQLiteColumn };
type Versioned = Keyed & { version: SQLiteColumn };

function changesOf<Table extends SQLiteTable>(db: AccountDb, table: Table) {
	return db.update(table);
}

export function findBy<Table extends SQLiteTable>(table: Table, column: SQLiteColumn) {
	const rowBy = prepared((db: ReadDb) => {
		const rows = db.select().from<SQLiteTable>(table);
		return rows.where(eq(column, sql.placeholder("value"))).prepare();
	});
	return (db: ReadDb, value: string): Row<Table> | null => rowBy(db).get({ value }) ?? null;
}

export function insertInto<Table extends SQLiteTable>(table: Table) {
	return (db: AccountDb, row: Table["$inferInsert"]): void => void db.insert(table).values(row).run();
}

export function saveInto<Table extends SQLiteTable>(table: Table, ...key: [SQLiteColumn, ...SQLiteColumn[]]) {
	const columns = Object.entries<Column>(getTableColumns(table));
	const keyNames = new Set(columns.flatMap(([name, column]) => (key.some((part) => part === column) ? name : [])));
	return (db: AccountDb, row: Table["$inferInsert"]): void => {
		const facts = Object.entries(row).filter(([name]) => !keyNames.has(name));
		const set = Object.fromEntries(facts) as Change<Table>; // the facts are columns of the table
		db.insert(table).values(row).onConflictDoUpdate({ target: key, set }).run();
	};
}

export function updateIn<Table extends Keyed>(table: Table) {
	return (db: AccountDb, id: string, change: Change<Table>): void => {
		changesOf(db, table).set(change).where(eq(table.id, id)).run();
	};
}

/** Raises the version, so that an open form does not restore old values. */
export function changeIn<Table extends Versioned>(table: Table) {
	return (db: AccountDb, id: string, change: Partial<Row<Table>>): void => {
		const raised = { ...change, version: sql`${table.version} + 1` } as Change<Table>; // the keys are columns of the table
		changesOf(db, table).set(raised).where(eq(table.id, id)).run();
	};
}

export function raiseVersionsIn<Table extends Versioned>(table: Table) {
	return (db: AccountDb, ids: string[]): void => {
		const raised = { version: sql`${table.version} + 1` } as Change<Table>; // it has the column
		if (ids.length > 0) changesOf(db, table).set(raised).where(isOneOf(table.id, ids)).run();
	};
}

export function deleteBy(table: SQLiteTable, column: SQLiteColumn) {
	return (db: AccountDb, value: string): void => void db.delete(table).where(eq(column, value)).run();
}

export function deleteAllBy(table: SQLiteTable, column: SQLiteColumn) {
	return (db: AccountDb, values: string[]): void => void db.delete(table).where(isOneOf(column, values)).run();
}
