import { runInDurableObject } from "cloudflare:test";
import { eq, inArray, sql } from "drizzle-orm";
import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { listAuditRows, saveAuditRow } from "../../../backend/db/audit-rows";
import { cached, openAccountDb } from "../../../backend/db/cached-rows";
import { findCaller } from "../../../backend/db/session-rows";
import * as fc from "../../properties";
import { accountStub, createOwner } from "../fixtures/fleet";
import { groupInput } from "../fixtures/group-input";

const ones = sqliteTable("kept_one", { id: integer().primaryKey(), value: integer().notNull() });
const others = sqliteTable("kept_other", { id: integer().primaryKey(), value: integer().notNull() });

class Abandoned extends Error {}

type Db = ReturnType<typeof openAccountDb>;
type Step = { write: keyof typeof writes; table: "ones" | "others"; id: number; within: "none" | "kept" | "lost" };

const tables = { ones, others };

/** One write for each way in which the code writes, and one raw statement. */
const writes = {
	insert: (db, table, id) => db.insert(table).values({ id, value: 1 }).onConflictDoNothing().run(),
	upsert: (db, table, id) =>
		db
			.insert(table)
			.values({ id, value: 1 })
			.onConflictDoUpdate({ target: table.id, set: { value: sql`${table.value} + 1` } })
			.run(),
	update: (db, table, id) =>
		db
			.update(table)
			.set({ value: sql`${table.value} + 1` })
			.where(eq(table.id, id))
			.run(),
	remove: (db, table, id) => db.delete(table).where(eq(table.id, id)).run(),
	returning: (db, table, id) => db.delete(table).where(eq(table.id, id)).returning({ id: table.id }).all(),
	fromSelect: (db, table, id) => db.insert(table).select(sql`select ${id}, 1 where true`).onConflictDoNothing().run(),
	withNamed: (db, table, id) => {
		const named = db.$with("named").as(db.select({ id: ones.id }).from(ones).where(eq(ones.id, id)));
		return db
			.with(named)
			.delete(table)
			.where(inArray(table.id, db.select().from(named)))
			.run();
	},
	byHand: (db, table, id) => db.run(sql`UPDATE ${table} SET value = value + 10 WHERE id = ${id}`),
	withPart: (db, table, id) =>
		db.run(sql`WITH named AS (SELECT ${id} AS id) DELETE FROM ${table} WHERE id IN (SELECT id FROM named)`),
} satisfies Record<string, (db: Db, table: typeof ones | typeof others, id: number) => unknown>;

const readOnes = (db: Db) => db.select().from(ones).all();
const readBoth = (db: Db) => ({ ones: readOnes(db), others: db.select().from(others).all() });
const cachedOnes = cached([ones], (db: Db) => readOnes(db));
const cachedBoth = cached([ones, others], (db: Db) => readBoth(db));

function expectSame(db: Db): void {
	expect(cachedOnes(db)).toEqual(readOnes(db));
	expect(cachedBoth(db)).toEqual(readBoth(db));
}

function take(db: Db, { write, table, id, within }: Step): void {
	const act = () => writes[write](db, tables[table], id);
	if (within === "none") return void act();
	const acted = () =>
		db.transaction(() => {
			act();
			expectSame(db);
			if (within === "lost") throw new Abandoned();
		});
	if (within === "lost") expect(acted).toThrow(Abandoned);
	else acted();
}

const steps = fc.array(
	fc.record({
		write: fc.constantFrom(...(Object.keys(writes) as (keyof typeof writes)[])),
		table: fc.constantFrom("ones", "others"),
		id: fc.nat({ max: 2 }),
		within: fc.constantFrom("none", "kept", "lost"),
	}),
);

const prepared = `CREATE TABLE IF NOT EXISTS kept_one (id INTEGER PRIMARY KEY, value INTEGER NOT NULL);
	CREATE TABLE IF NOT EXISTS kept_other (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)`;

describe("the cached rows", () => {
	it("equal the stored rows after any writes, also after a rollback", async () => {
		const { id } = await createOwner();
		await runInDurableObject(accountStub(id), (_, { storage }) => {
			storage.sql.exec(prepared);
			const db = openAccountDb(storage);
			fc.assert(
				fc.property(steps, (taken) => {
					for (const step of taken) {
						take(db, step);
						expectSame(db);
					}
				}),
			);
		});
	});

	it("load once until one of their tables is written", async () => {
		const { id } = await createOwner();
		await runInDurableObject(accountStub(id), (_, { storage }) => {
			storage.sql.exec(prepared);
			const db = openAccountDb(storage);
			let reads = 0;
			const count = cached([ones], (own: Db, requested) => {
				reads += 1;
				return { asked: requested, rows: readOnes(own) };
			});
			const readsAfter = (act: () => unknown) => {
				act();
				count(db, "one");
				count(db, "two");
				return reads;
			};
			expect(readsAfter(() => {})).toBe(2);
			for (const write of ["insert", "update", "fromSelect", "withNamed", "returning"] as const)
				expect(
					readsAfter(() => writes[write](db, others, 1)),
					write,
				).toBe(2);
			expect(readsAfter(() => writes.insert(db, ones, 1))).toBe(4);
			expect(readsAfter(() => db.select().from(others).all())).toBe(4);
			expect(readsAfter(() => db.all(sql`SELECT id FROM ${ones}`))).toBe(4);
			expect(readsAfter(() => db.get(sql`select count(*) from ${ones}`))).toBe(4);
			expect(count(db, "two").asked).toBe("two");
			const insertion = db
				.insert(ones)
				.values({ id: sql.placeholder("id"), value: 1 })
				.prepare();
			expect(readsAfter(() => insertion.run({ id: 7 }))).toBe(6);
			expect(readsAfter(() => insertion.run({ id: 8 }))).toBe(8);
			expect(readsAfter(() => writes.byHand(db, others, 1))).toBe(10);
		});
	});

	it("outlive a row of the audit log, whose month has a table", async () => {
		const { id, owner } = await createOwner();
		await owner.mutate("group.createGroup", groupInput());
		await runInDurableObject(accountStub(id), (_, { storage }) => {
			storage.sql.exec(prepared);
			const db = openAccountDb(storage);
			const every = { actorId: undefined, kind: undefined, entityId: undefined, action: undefined };
			const [row] = listAuditRows(db, { ...every, from: undefined, to: undefined, beforeId: undefined, limit: 1 });
			const before = cachedOnes(db);
			expect(row).toBeDefined();
			if (row) saveAuditRow(db, row);
			expect(cachedOnes(db)).toBe(before);
		});
	});

	it("stay unchanged if a caller changes them", async () => {
		const { id, owner } = await createOwner();
		await runInDurableObject(accountStub(id), (_, { storage }) => {
			storage.sql.exec(prepared);
			const db = openAccountDb(storage);
			writes.insert(db, ones, 1);
			expect(() => cachedOnes(db).push({ id: 9, value: 9 })).toThrow(TypeError);
			expect(() => Object.assign(cachedOnes(db)[0] ?? {}, { value: 9 })).toThrow(TypeError);
			expect(Object.isFrozen(findCaller(db, owner.sub, null))).toBe(true);
		});
	});
});
