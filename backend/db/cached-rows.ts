import { getTableName } from "drizzle-orm";
import { drizzle } from "drizzle-orm/durable-sqlite";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { createBoundedCache } from "../../shared/base/bounded-cache";
import type { AccountDb, ReadDb } from "../base/context";

type WrittenTables = {
	logQuery(query: string): void;
	everyTable(): void;
	count(names: readonly string[]): number;
};

const writtenIn = new WeakMap<ReadDb, WrittenTables>();
const opened = new WeakMap<object, AccountDb>();

const mostStored = 100;

/** Returns the object's only database, so that every write is counted. */
export function openAccountDb(storage: DurableObjectStorage): AccountDb {
	const db = opened.get(storage) ?? watchedDb(storage);
	opened.set(storage, db);
	return db;
}

function watchedDb(storage: DurableObjectStorage): AccountDb {
	const written = createWrittenTables();
	const client = {
		sql: storage.sql,
		transactionSync<Result>(act: () => Result): Result {
			try {
				return storage.transactionSync(act);
			} catch (error) {
				// The rollback undid writes that cached results may include.
				written.everyTable();
				throw error;
			}
		},
	} as DurableObjectStorage; // the members that drizzle uses
	const db = drizzle(client, { logger: written });
	writtenIn.set(db, written);
	return db;
}

function createWrittenTables(): WrittenTables {
	const byTable = new Map<string, number>();
	let every = 0;
	return {
		logQuery(query) {
			if (query.startsWith("select")) return;
			const table = /^(?:insert into|update|delete from) "(\w+)"/.exec(query)?.[1];
			// Other statements may write any table.
			if (table === undefined) every += 1;
			else byTable.set(table, (byTable.get(table) ?? 0) + 1);
		},
		everyTable() {
			every += 1;
		},
		count: (names) => names.reduce((sum, name) => sum + (byTable.get(name) ?? 0), every),
	};
}

type Cached<Reply> = ReturnType<typeof createBoundedCache<string, { response: Reply; count: number }>>;

/** Returns a frozen result until one of `tables` is written. `read` must depend on nothing else, not even a clock. */
export function cached<Reply, Db extends ReadDb = AccountDb>(
	tables: readonly SQLiteTable[],
	read: (db: Db, requested: string) => Reply,
): (db: Db, requested?: string) => Reply {
	const names = tables.map(getTableName);
	const responses = new WeakMap<Db, Cached<Reply>>();
	return (db, requested = "") => {
		const written = writtenIn.get(db);
		if (!written) return read(db, requested);
		const count = written.count(names);
		const ofAccount: Cached<Reply> = responses.get(db) ?? createBoundedCache(mostStored);
		responses.set(db, ofAccount);
		const known = ofAccount.get(requested);
		if (known?.count === count) return known.response;
		const response = frozen(read(db, requested));
		ofAccount.set(requested, { response, count });
		return response;
	};
}

/** A caller that changes a shared result fails. */
function frozen<Reply>(response: Reply): Reply {
	if (Array.isArray(response)) for (const row of response) Object.freeze(row);
	return Object.freeze(response);
}
