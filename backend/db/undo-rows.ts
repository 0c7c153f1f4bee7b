import { and, asc, eq, lt, sql } from "drizzle-orm";
import { serverLimits } from "../../shared/base/limits";
import type { AccountDb } from "../base/context";
import { deleteBy, insertInto } from "./queries";
import { undos } from "./schema";

type UndoRow = typeof undos.$inferSelect;

export const insertUndo = insertInto(undos);

export function listUndoParts(db: AccountDb, id: string): UndoRow[] {
	return db.select().from(undos).where(eq(undos.id, id)).orderBy(asc(undos.part)).all();
}

export const deleteUndo = deleteBy(undos, undos.id);

export function deleteUndosBefore(db: AccountDb, before: Date): void {
	db.delete(undos).where(lt(undos.createdAt, before)).run();
}

/** Removes the devices from undos, and deletes undos expired at `now`, epoch ms. */
export function forgetInUndos(db: AccountDb, deviceIds: string[], now: number): void {
	deleteUndosBefore(db, new Date(now - serverLimits.undoMs));
	const ids = sql`select 1 from json_each(${JSON.stringify(deviceIds)}) where instr(${undos.payload}, value) > 0`;
	const gone = new Set<unknown>(deviceIds);
	for (const { id, part, payload } of db.select().from(undos).where(sql`exists (${ids})`).all()) {
		const isThis = and(eq(undos.id, id), eq(undos.part, part));
		db.update(undos)
			.set({ payload: without(payload, gone) })
			.where(isThis)
			.run();
	}
}

function without(value: unknown, gone: ReadonlySet<unknown>): unknown {
	if (Array.isArray(value)) return value.filter((item) => !isGone(item, gone)).map((item) => without(item, gone));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, without(held, gone)]));
}

function isGone(item: unknown, gone: ReadonlySet<unknown>): boolean {
	return gone.has(typeof item === "object" && item !== null && "id" in item ? item.id : item);
}
