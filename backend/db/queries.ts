import { type Column, getTableColumns, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { AccountDb, ReadDb } from "../base/context";

/** Built once per object: building SQL costs three times as much as running it. Values are `sql.placeholder`. */
export function prepared<Query, Db extends ReadDb = AccountDb>(prepare: (db: Db) => Query): (db: Db) => Query {
	const known = new WeakMap<Db, Query>();
	return (db) => {
		const query = known.get(db) ?? prepare(db);
		known.set(db, query);
		return query;
	};
}

/** `column IN (…)` for a list of any length: the object's SQLite takes 100 parameters at most. */
export function isOneOf(column: Column, values: readonly (string | number)[] | Placeholder): SQL {
	return sql`${column} in (select value from json_each(${Array.isArray(values) ? JSON.stringify(values) : values}))`;
}

/** Every column as a placeholder, for a prepared insert that is run with `driverValues`. */
export function placeholdersOf<Table extends SQLiteTable>(table: Table): Table["$inferInsert"] {
	// Untyped: a placeholder of a column would encode null as a value.
	const values = Object.keys(getTableColumns(table)).map((name) => [name, sql`${sql.placeholder(name)}`]);
	return Object.fromEntries(values) as Table["$inferInsert"]; // its keys are the table's columns
}

/** A whole row as SQLite takes it. */
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
