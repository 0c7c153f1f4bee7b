import { getTableName } from "drizzle-orm";
import { DrizzleSqliteDODatabase, SQLiteDOPreparedQuery, SQLiteDOSession } from "drizzle-orm/durable-sqlite";
import { type PreparedQueryConfig, SQLiteSyncDialect, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { createBoundedCache } from "../../shared/base/bounded-cache";
import type { AccountDb, ReadDb } from "../base/context";

const writtenIn = new WeakMap<ReadDb, WrittenTables>();
const opened = new WeakMap<object, AccountDb>();

const mostStored = 100;
const handwrittenRead = /^\s*select\b/i;

/** Returns the object's only database, so that every write is counted. */
export function openAccountDb(storage: DurableObjectStorage): AccountDb {
	const db = opened.get(storage) ?? watchedDb(storage);
	opened.set(storage, db);
	return db;
}

function watchedDb(storage: DurableObjectStorage): AccountDb {
	const written = createWrittenTables();
	const dialect = new SQLiteSyncDialect();
	const db = new DrizzleSqliteDODatabase("sync", dialect, new WatchedSession(storage, dialect, written), undefined);
	writtenIn.set(db, written);
	return db;
}

type NoRelations = Record<string, never>;
type Session = SQLiteDOSession<NoRelations, NoRelations>;
/** Drizzle's builders name the tables of a statement. A handwritten one names none, and writes unless it begins with SELECT. */
type Statement = { type: "select" | "update" | "delete" | "insert"; tables: string[] };

class WatchedSession extends SQLiteDOSession<NoRelations, NoRelations> {
	readonly #storage: DurableObjectStorage;
	readonly #written: WrittenTables;

	constructor(storage: DurableObjectStorage, dialect: SQLiteSyncDialect, written: WrittenTables) {
		super(storage, dialect, undefined);
		this.#storage = storage;
		this.#written = written;
	}

	override prepareQuery<Config extends Omit<PreparedQueryConfig, "statement" | "run">>(
		...[query, fields, method, isArray, mapper, statement]: [...Parameters<Session["prepareQuery"]>, Statement?]
	): SQLiteDOPreparedQuery<Config> {
		const isRead = statement?.type === "select" || (statement === undefined && handwrittenRead.test(query.sql));
		// Called on each run of a prepared statement.
		const logger = { logQuery: () => (isRead ? undefined : this.#written.add(statement)) };
		return new SQLiteDOPreparedQuery(this.#storage, query, logger, fields, method, isArray, mapper);
	}

	override transaction<Result>(...[act]: Parameters<typeof SQLiteDOSession.prototype.transaction<Result>>): Result {
		try {
			return super.transaction(act);
		} catch (error) {
			// The rollback undid writes that cached results may include.
			this.#written.addAll();
			throw error;
		}
	}
}

type WrittenTables = ReturnType<typeof createWrittenTables>;

function createWrittenTables() {
	const byTable = new Map<string, number>();
	let every = 0;

	function addAll(): void {
		every += 1;
	}

	return {
		addAll,
		add(statement: Statement | undefined): void {
			const tables = statement?.tables ?? [];
			if (tables.length === 0) addAll();
			for (const table of tables) byTable.set(table, (byTable.get(table) ?? 0) + 1);
		},
		count: (names: readonly string[]) => names.reduce((sum, name) => sum + (byTable.get(name) ?? 0), every),
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
