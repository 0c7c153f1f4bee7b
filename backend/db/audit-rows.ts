import { and, asc, count, desc, eq, gt, gte, isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import { getTableConfig, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AuditActorKind, AuditEntity, AuditKind, AuditProof } from "../../shared/account/audit";
import { appendAll } from "../../shared/base/lists";
import type { AccountDb } from "../base/context";
import type { AuditStanding } from "./evidence-schema";
import { instant } from "./fleet-schema";
import { isOneOf } from "./queries";
import { rewrites } from "./schema";

/** One table a month, so that a month is dropped as a whole. Created at its first write, not by a migration. */
function monthTable(month: string) {
	return sqliteTable(`audit_${month}`, {
		id: text().primaryKey(),
		at: instant("at").notNull(),
		action: text().notNull(),
		actorKind: text("actor_kind").$type<AuditActorKind>().notNull(),
		actorId: text("actor_id"),
		actorName: text("actor_name").notNull(),
		/** Searched by text: `|device|group|` and `|dev_…|grp_…|`. */
		kinds: text().notNull(),
		entityIds: text("entity_ids").notNull(),
		entityCount: integer("entity_count").notNull(),
		address: text(),
		browser: text(),
		requestId: text("request_id"),
		callerRequestId: text("caller_request_id"),
		provider: text(),
		reason: text(),
		proof: text().$type<AuditProof>(),
		entities: text({ mode: "json" }).$type<AuditEntity[]>().notNull(),
	});
}

type MonthTable = ReturnType<typeof monthTable>;
export type AuditRow = MonthTable["$inferSelect"];

const tables = new Map<string, MonthTable>();

function tableOf(month: string): MonthTable {
	const table = tables.get(month) ?? monthTable(month);
	tables.set(month, table);
	return table;
}

function wholeTable(db: AccountDb, month: string): MonthTable {
	const table = tableOf(month);
	bringTableUpToDate(db, table);
	return table;
}

/** Such as `2026_11`, in UTC. */
function monthOf(at: number): string {
	return new Date(at).toISOString().slice(0, 7).replace("-", "_");
}

function listMonths(db: AccountDb): string[] {
	const named = sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'audit_[0-9]*' ORDER BY name DESC`;
	return db.all<{ name: string }>(named).map(({ name }) => name.slice("audit_".length));
}

export function saveAuditRow(db: AccountDb, row: Omit<AuditRow, "kinds" | "entityIds">): void {
	const table = tableOf(monthOf(row.at.getTime()));
	bringTableUpToDate(db, table);
	const kinds = joined(row.entities.map(({ kind }) => kind));
	const entityIds = joined(row.entities.flatMap(({ id, deviceId }) => (deviceId === undefined ? id : [id, deviceId])));
	const values = { ...row, kinds, entityIds };
	db.insert(table).values(values).onConflictDoUpdate({ target: table.id, set: values }).run();
}

function joined(parts: string[]): string {
	return `|${[...new Set(parts)].join("|")}|`;
}

function creationOf(table: MonthTable): SQL {
	const { name, columns } = getTableConfig(table);
	const parts = columns.map((column) => {
		const rules = `${column.primary ? " PRIMARY KEY" : ""}${column.notNull ? " NOT NULL" : ""}`;
		return `\`${column.name}\` ${column.getSQLType()}${rules}`;
	});
	return sql.raw(`CREATE TABLE IF NOT EXISTS \`${name}\` (${parts.join(", ")})`);
}

/** Creates the table, or adds the columns that an earlier release did not write. Each of them is nullable. */
function bringTableUpToDate(db: AccountDb, table: MonthTable): void {
	const { name, columns } = getTableConfig(table);
	const present = new Set(
		db.all<{ name: string }>(sql`SELECT name FROM pragma_table_info(${name})`).map((row) => row.name),
	);
	if (present.size === 0) return void db.run(creationOf(table));
	for (const column of columns) {
		if (present.has(column.name)) continue;
		db.run(sql.raw(`ALTER TABLE \`${name}\` ADD COLUMN \`${column.name}\` ${column.getSQLType()}`));
	}
}

export type AuditFilter = {
	actorId: string | undefined;
	kind: AuditKind | undefined;
	entityId: string | undefined;
	action: string | undefined;
	from: number | undefined;
	to: number | undefined;
	beforeId: string | undefined;
	limit: number;
	recorded?: Recorded;
};

/** Bounds in the order in which rows were stored. A month that `upTo` lacks has no row. */
type Recorded = { after?: AuditStanding | undefined; upTo?: AuditStanding | undefined };

export function listAuditRows(db: AccountDb, filter: AuditFilter): AuditRow[] {
	const { from = 0, to = Number.POSITIVE_INFINITY, limit } = filter;
	const rows: AuditRow[] = [];
	for (const month of listMonths(db)) {
		if (rows.length >= limit || (from > 0 && month < monthOf(from))) break;
		if (Number.isFinite(to) && month > monthOf(to)) continue;
		const table = wholeTable(db, month);
		const isWanted = and(matches(table, filter), wasRecorded(month, filter.recorded));
		const page = db.select().from(table).where(isWanted).orderBy(desc(table.id));
		appendAll(rows, page.limit(limit - rows.length).all());
	}
	return rows;
}

function wasRecorded(month: string, { after, upTo }: Recorded = {}): SQL | undefined {
	return and(
		after === undefined ? undefined : sql`rowid > ${after[month] ?? 0}`,
		upTo === undefined ? undefined : sql`rowid <= ${upTo[month] ?? 0}`,
	);
}

/** The last stored row of each month. No row of the audit log is deleted alone, so row numbers only rise. */
export function auditStanding(db: AccountDb): AuditStanding {
	const standing: AuditStanding = {};
	for (const month of listMonths(db)) {
		const newest = sql.raw(`SELECT max(rowid) AS newest FROM \`audit_${month}\``);
		standing[month] = db.get<{ newest: number | null }>(newest)?.newest ?? 0;
	}
	return standing;
}

type Counted = { from: number; to: number; recorded?: Recorded };

export function countAuditRows(db: AccountDb, { from, to, recorded }: Counted): number {
	let rows = 0;
	for (const month of listMonths(db)) {
		if (month < monthOf(from) || month > monthOf(to)) continue;
		const table = tableOf(month);
		const isWithin = and(gte(table.at, new Date(from)), lt(table.at, new Date(to)), wasRecorded(month, recorded));
		rows += db.select({ rows: count() }).from(table).where(isWithin).get()?.rows ?? 0;
	}
	return rows;
}

export function isAuditRow(db: AccountDb, id: string, { from, to }: { from: number; to: number }): boolean {
	return listMonths(db).some((month) => {
		if (month < monthOf(from) || month > monthOf(to)) return false;
		const table = tableOf(month);
		const isOne = and(eq(table.id, id), gte(table.at, new Date(from)), lt(table.at, new Date(to)));
		return db.select({ id: table.id }).from(table).where(isOne).get() !== undefined;
	});
}

function matches(table: MonthTable, { actorId, kind, entityId, action, from, to, beforeId }: AuditFilter) {
	return and(
		actorId === undefined
			? undefined
			: actorId === "system"
				? eq(table.actorKind, "system")
				: eq(table.actorId, actorId),
		kind && isNamed(table.kinds, kind),
		entityId === undefined ? undefined : isNamed(table.entityIds, entityId),
		action === undefined ? undefined : eq(table.action, action),
		from === undefined ? undefined : gte(table.at, new Date(from)),
		to === undefined ? undefined : lt(table.at, new Date(to)),
		beforeId === undefined ? undefined : lt(table.id, beforeId),
	);
}

function isNamed(column: MonthTable["kinds"] | MonthTable["entityIds"], part: string): SQL {
	return sql`instr(${column}, ${`|${part}|`}) > 0`;
}

export function rewriteAuditRows(
	db: AccountDb,
	id: string,
	rewrite: (row: AuditRow) => Pick<AuditRow, "actorName" | "entities">,
): void {
	for (const month of listMonths(db)) {
		const table = wholeTable(db, month);
		const isAbout = sql`(${isNamed(table.entityIds, id)} OR ${table.actorId} = ${id})`;
		for (const row of db.select().from(table).where(isAbout).all()) {
			db.update(table).set(rewrite(row)).where(eq(table.id, row.id)).run();
		}
	}
}

const rowsPerRead = 100;

/** Rewrites entities in every row whose text contains one of `parts`, a few rows at a time. */
export function rewriteAuditEntities(
	db: AccountDb,
	parts: readonly string[],
	rewrite: (entity: AuditEntity) => AuditEntity,
): void {
	for (const month of listMonths(db)) {
		const table = tableOf(month);
		const holdsPart = or(...parts.map((part) => sql`instr(${table.entities}, ${part}) > 0`));
		let lastId = "";
		for (let rows = read(); rows.length > 0; rows = read()) {
			for (const { id, entities } of rows) {
				db.update(table)
					.set({ entities: entities.map(rewrite) })
					.where(eq(table.id, id))
					.run();
				lastId = id;
			}
		}

		function read(): AuditRow[] {
			const isNext = and(holdsPart, gt(table.id, lastId));
			return db.select().from(table).where(isNext).orderBy(table.id).limit(rowsPerRead).all();
		}
	}
}

/** `addressAt`: the oldest row with an address. `monthAt`: start of the oldest month. Epoch ms; null: none. */
export function oldestAudit(db: AccountDb): { addressAt: number | null; monthAt: number | null } {
	const months = listMonths(db).reverse();
	const [oldest] = months;
	let addressAt: number | null = null;
	for (const month of months) {
		const table = wholeTable(db, month);
		const first = db.select({ at: table.at }).from(table).where(isNotNull(table.address)).orderBy(table.id).limit(1);
		addressAt = first.get()?.at.getTime() ?? null;
		if (addressAt !== null) break;
	}
	return { addressAt, monthAt: oldest === undefined ? null : startOf(oldest) };
}

function startOf(month: string): number {
	return Date.parse(`${month.replace("_", "-")}-01T00:00:00Z`);
}

export function dropAuditAddresses(db: AccountDb, before: number): void {
	for (const month of listMonths(db)) {
		const table = wholeTable(db, month);
		const isOld = and(lt(table.at, new Date(before)), isNotNull(table.address));
		db.update(table).set({ address: null }).where(isOld).run();
	}
}

export function listAuditMonth(db: AccountDb, at: number, { afterId, limit }: { afterId: string; limit: number }) {
	if (!listMonths(db).includes(monthOf(at))) return [];
	const table = wholeTable(db, monthOf(at));
	return db.select().from(table).where(gt(table.id, afterId)).orderBy(asc(table.id)).limit(limit).all();
}

/** The month that contains `at`. Drops the table with its last row. */
export function deleteAuditRows(db: AccountDb, at: number, ids: string[]): void {
	const table = tableOf(monthOf(at));
	const last = db.select({ id: table.id }).from(table).orderBy(desc(table.id)).limit(1).get();
	if (last === undefined || ids.includes(last.id)) db.run(sql.raw(`DROP TABLE \`audit_${monthOf(at)}\``));
	else db.delete(table).where(isOneOf(table.id, ids)).run();
}

/** Drops months that ended before `before`, epoch ms. */
export function dropAuditMonths(db: AccountDb, before: number): void {
	for (const month of listMonths(db)) {
		if (month < monthOf(before)) db.run(sql.raw(`DROP TABLE \`audit_${month}\``));
	}
}

/** Rises with each written row of any table. */
export function countChanges(db: AccountDb): number {
	return db.get<{ changes: number }>(sql`SELECT total_changes() AS changes`)?.changes ?? 0;
}

/** Runs `rewrite` once for each account, in the transaction that marks it done. */
export function rewriteOnce(db: AccountDb, { name, now }: { name: string; now: number }, rewrite: () => void): void {
	db.transaction(() => {
		if (db.select().from(rewrites).where(eq(rewrites.name, name)).get()) return;
		rewrite();
		db.insert(rewrites)
			.values({ name, doneAt: new Date(now) })
			.run();
	});
}
