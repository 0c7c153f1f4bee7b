import { type Column, type Placeholder, type SQL, sql } from "drizzle-orm";

/** `column IN (…)` for a list of any length: the object's SQLite takes 100 parameters at most. */
export function isOneOf(column: Column, values: readonly string[] | Placeholder): SQL {
	return sql`${column} in (select value from json_each(${Array.isArray(values) ? JSON.stringify(values) : values}))`;
}
