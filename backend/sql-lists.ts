import { type Column, type SQL, sql } from "drizzle-orm";

/** `column IN (…)` for a list of any length: the object's SQLite takes 100 parameters at most. */
export function isOneOf(column: Column, values: readonly string[]): SQL {
	return sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}
