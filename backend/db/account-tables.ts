import { drizzle } from "drizzle-orm/durable-sqlite";
import { migrate } from "drizzle-orm/durable-sqlite/migrator";
import migrations from "../migrations/account/migrations";
import whole from "../migrations/whole-account.sql";
import { hasTable } from "./object-tables";

const table = "__drizzle_migrations";

/** Each `ALTER` reads the whole schema again, which slowed a first sign-in ninefold. */
export async function bringTablesUpToDate(storage: DurableObjectStorage): Promise<void> {
	if (!hasTable(storage.sql, table)) storage.transactionSync(() => makeTables(storage.sql));
	await migrate(drizzle(storage), migrations);
}

function makeTables(sql: SqlStorage): void {
	const { when } = migrations.journal.entries.at(-1) ?? { when: 0 };
	sql.exec(whole);
	sql.exec(`CREATE TABLE ${table} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`);
	sql.exec(`INSERT INTO ${table} (hash, created_at) VALUES ('', ?)`, when);
}
