import { type Column, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { AccountDb } from "../base/context";

/** Built once per object: building SQL costs three times as much as running it. Values are `sql.placeholder`. */
export function prepared<Query>(prepare: (db: AccountDb) => Query): (db: AccountDb) => Query {
	const known = new WeakMap<AccountDb, Query>();
	return (db) => {
		const query = known.get(db) ?? prepare(db);
		known.set(db, query);
		return query;
	};
}

/** `column IN (…)` for a list of any length: the object's SQLite takes 100 parameters at most. */
export function isOneOf(column: Column, values: readonly string[] | Placeholder): SQL {
	return sql`${column} in (select value from json_each(${Array.isArray(values) ? JSON.stringify(values) : values}))`;
}
