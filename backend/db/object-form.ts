import { firstForm, isReadable, raisedForm, type StoredForm } from "../base/stored-form";
import { hasTable } from "./object-tables";

/** The name begins with `_`, so that local runs do not save and restore it with the rows. */
const table = "_stored_form";

/** Call before any other read or write. Writes nothing if this code cannot read the data. */
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

export function objectForm({ sql }: Pick<DurableObjectStorage, "sql">): StoredForm {
	return findForm(sql) ?? firstForm;
}

function findForm(sql: SqlStorage): StoredForm | null {
	if (!hasTable(sql, table)) return null;
	return sql.exec<StoredForm>(`SELECT version, least_reader AS leastReader FROM ${table}`).toArray()[0] ?? null;
}
