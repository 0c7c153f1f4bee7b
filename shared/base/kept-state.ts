/** Local runs only: `keep` copies every row, `restore` writes them back, `restart` follows a restore. */
export type KeptStateAct = "keep" | "restore";
export type KeptObjectAct = KeptStateAct | "restart";

/** Tables whose names start with an underscore belong to the runtime or to migrations. */
export const keptTablesSql =
	"SELECT name FROM sqlite_master WHERE type = 'table' " +
	"AND name NOT GLOB '_*' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'kept_*'";

/** Must run in one transaction. */
export function keptStateSql(act: KeptStateAct, tables: string[]): string[] {
	return tables.flatMap((table) =>
		act === "keep"
			? [`DROP TABLE IF EXISTS "kept_${table}"`, `CREATE TABLE "kept_${table}" AS SELECT * FROM "${table}"`]
			: [`DELETE FROM "${table}"`, `INSERT INTO "${table}" SELECT * FROM "kept_${table}"`],
	);
}

type KeptObject = {
	storage: {
		sql: { exec(query: string): { toArray(): Record<string, unknown>[] } };
		transactionSync(run: () => void): void;
		deleteAll(): Promise<void>;
	};
	abort(reason: string): void;
};

/** `restore` empties an object that was created after `keep`. `restart` aborts the object. */
export async function actOnKeptState(object: KeptObject, act: KeptObjectAct): Promise<void> {
	const { storage } = object;
	const names = (query: string) => Array.from(storage.sql.exec(query).toArray(), ({ name }) => String(name));
	// Abort discards everything in memory: caches, sockets, counters. The caller gets an error.
	if (act === "restart") return object.abort("It begins anew with the state that was restored.");
	const hasKept = names("SELECT name FROM sqlite_master WHERE name GLOB 'kept_*' LIMIT 1").length > 0;
	if (act === "restore" && !hasKept) return storage.deleteAll();
	storage.transactionSync(() => {
		const tables = names(keptTablesSql);
		const kept = new Set(names("SELECT name FROM sqlite_master WHERE name GLOB 'kept_*'"));
		const isNew = (table: string) => act === "restore" && !kept.has(`kept_${table}`);
		for (const table of tables.filter(isNew)) storage.sql.exec(`DROP TABLE "${table}"`);
		const stayed = tables.filter((table) => !isNew(table));
		for (const statement of keptStateSql(act, stayed)) storage.sql.exec(statement);
	});
}

export async function restoreObject(stub: { keptState(act: KeptObjectAct): Promise<void> }): Promise<void> {
	await stub.keptState("restore");
	// The restart always rejects, because the object was aborted.
	await stub.keptState("restart").catch(() => {});
}
