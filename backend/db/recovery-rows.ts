import { isNull, sql } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { findBy, prepared } from "./queries";
import { recoveries } from "./schema";

export type RecoveryRow = typeof recoveries.$inferSelect;

const notReleased = prepared((db: ReadDb) =>
	db.select().from(recoveries).where(isNull(recoveries.releasedAt)).orderBy(sql`rowid desc`).limit(1).prepare(),
);

/** Asked of every work at every write, so it is read once and again after a change. */
const known = new WeakMap<ReadDb, RecoveryRow | null>();

/** Null: the account may send. */
export function findHold(db: ReadDb): RecoveryRow | null {
	const found = known.get(db);
	if (found !== undefined) return found;
	const read = notReleased(db).get() ?? null;
	known.set(db, read);
	return read;
}

export const findRecovery = findBy(recoveries, recoveries.id);

export function insertRecovery(db: AccountDb, recovery: RecoveryRow): void {
	db.insert(recoveries).values(recovery).run();
	known.delete(db);
}

export function releaseRecoveries(db: AccountDb, releasedAt: number): void {
	db.update(recoveries).set({ releasedAt }).where(isNull(recoveries.releasedAt)).run();
	known.delete(db);
}
