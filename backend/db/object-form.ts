import { firstForm, isReadable, raisedForm, type StoredForm } from "../base/stored-form";
import { hasTable } from "./object-tables";

/** Not kept and brought back with the rows of a local run, as it describes the tables: its name begins with `_`. */
const table = "_stored_form";

/**
 * The form of an account's object, raised to this release's where it is older. To be called at its start, before
 * anything else is read or written; writes nothing where this code may not read on.
 */
export function takeObjectForm(storage: Pick<DurableObjectStorage, "sql" | "transactionSync">): StoredForm {
	const { sql } = storage;
	const found = findForm(sql);
	const raised = isReadable(found ?? firstForm) ? raisedForm(found ?? firstForm) : null;
	if (raised === null) return found ?? firstForm;
	storage.transactionSync(() => {
		sql.exec(`CREATE TABLE IF NOT EXISTS ${table} (version INTEGER NOT NULL, least_reader INTEGER NOT NULL)`);
		sql.exec(`DELETE FROM ${table}`);
		sql.exec(`INSERT INTO ${table} VALUES (?, ?)`, raised.version, raised.leastReader);
	});
	return raised;
}

/** Of an object that may hold no account, and then stays without any row. */
export function objectForm({ sql }: Pick<DurableObjectStorage, "sql">): StoredForm {
	return findForm(sql) ?? firstForm;
}

/** Null: a new object, or one that no release with forms has opened yet. */
function findForm(sql: SqlStorage): StoredForm | null {
	if (!hasTable(sql, table)) return null;
	return sql.exec<StoredForm>(`SELECT version, least_reader AS leastReader FROM ${table}`).toArray()[0] ?? null;
}
