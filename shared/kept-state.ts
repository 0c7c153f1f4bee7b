/** Of a local run: `keep` remembers every row, `restore` brings them back; one that was restored must begin anew. */
export type KeptStateAct = "keep" | "restore";
export type KeptObjectAct = KeptStateAct | "restart";

/** Names the tables whose rows are kept. What begins with an underscore is the runtime's, or says which migrations ran. */
export const keptTablesSql =
	"SELECT name FROM sqlite_master WHERE type = 'table' " +
	"AND name NOT GLOB '_*' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'kept_*'";

/** To be run in one transaction. */
export function keptStateSql(act: KeptStateAct, tables: string[]): string[] {
	return tables.flatMap((table) =>
		act === "keep"
			? [`DROP TABLE IF EXISTS "kept_${table}"`, `CREATE TABLE "kept_${table}" AS SELECT * FROM "${table}"`]
			: [`DELETE FROM "${table}"`, `INSERT INTO "${table}" SELECT * FROM "kept_${table}"`],
	);
}

/** What is needed of a `DurableObjectState`. */
type KeptObject = {
	storage: {
		sql: { exec(query: string): { toArray(): Record<string, unknown>[] } };
		transactionSync(run: () => void): void;
		deleteAll(): Promise<void>;
	};
	abort(reason: string): void;
};

/** Does it for an object's tables. An object that came to be after all was kept is emptied. */
export async function actOnKeptState(object: KeptObject, act: KeptObjectAct): Promise<void> {
	const { storage } = object;
	const names = (query: string) => Array.from(storage.sql.exec(query).toArray(), ({ name }) => String(name));
	// Nothing in memory outlives it: caches, sockets, counters. Whoever asks for it hears of an error.
	if (act === "restart") return object.abort("It begins anew with the state that was restored.");
	const hasKept = names("SELECT name FROM sqlite_master WHERE name GLOB 'kept_*' LIMIT 1").length > 0;
	if (act === "restore" && !hasKept) return storage.deleteAll();
	storage.transactionSync(() => {
		for (const statement of keptStateSql(act, names(keptTablesSql))) storage.sql.exec(statement);
	});
}

/** Restores an object by its stub, which is of no use afterwards. */
export async function restoreObject(stub: { keptState(act: KeptObjectAct): Promise<void> }): Promise<void> {
	await stub.keptState("restore");
	// It ends by an error, as the object it was asked of is gone.
	await stub.keptState("restart").catch(() => {});
}
