import type { AccountDb } from "./context";

/**
 * A query whose SQL is made once for each object: making it costs three times what running it does,
 * at every call of a batch. What changes from call to call is a `sql.placeholder`.
 */
export function prepared<Query>(prepare: (db: AccountDb) => Query): (db: AccountDb) => Query {
	const known = new WeakMap<AccountDb, Query>();
	return (db) => {
		const query = known.get(db) ?? prepare(db);
		known.set(db, query);
		return query;
	};
}
