import { drizzle } from "drizzle-orm/durable-sqlite";
import { migrate } from "drizzle-orm/durable-sqlite/migrator";
import migrations from "../migrations/account/migrations";
import whole from "../migrations/whole-account.sql";
import { hasTable } from "./object-tables";

const table = "__drizzle_migrations";

/**
 * Brings an account's tables to this release's form. A new account gets them as they are today: each `ALTER` of their
 * history reads the whole schema anew, which took a first sign-in nine times as long.
 */
export async function bringTablesUpToDate(storage: DurableObjectStorage): Promise<void> {
	if (!hasTable(storage.sql, table)) storage.transactionSync(() => makeTables(storage.sql));
	await migrate(drizzle(storage), migrations);
}

/** With the row by which the migrator knows how far it is. */
function makeTables(sql: SqlStorage): void {
	const { when } = migrations.journal.entries.at(-1) ?? { when: 0 };
	sql.exec(whole);
	sql.exec(`CREATE TABLE ${table} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`);
	sql.exec(`INSERT INTO ${table} (hash, created_at) VALUES ('', ?)`, when);
}
