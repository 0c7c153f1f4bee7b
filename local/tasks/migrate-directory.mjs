import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const migrations = new URL("../../backend/migrations/directory/", import.meta.url);

/** Wrangler makes the same table. https://developers.cloudflare.com/d1/reference/migrations/ */
const table = `CREATE TABLE IF NOT EXISTS d1_migrations (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT UNIQUE,
	applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

function statementsOf(name) {
	const statements = readFileSync(new URL(name, migrations), "utf8")
		.replace(/^\s*--.*$/gm, "")
		.split(";");
	return statements.map((text) => text.trim()).filter(Boolean);
}

export async function migrateDirectory(directory) {
	await directory.prepare(table).run();
	const { results } = await directory.prepare("SELECT name FROM d1_migrations").all();
	const applied = new Set(results.map(({ name }) => name));
	const missing = readdirSync(fileURLToPath(migrations)).filter((name) => !applied.has(name));
	for (const name of missing.sort()) {
		const note = directory.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
		await directory.batch([...statementsOf(name).map((statement) => directory.prepare(statement)), note]);
	}
	return missing;
}
