import { isNull, sql } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { findBy, insertInto, prepared } from "./queries";
import { recoveries } from "./schema";

export type RecoveryRow = typeof recoveries.$inferSelect;

const notReleased = prepared((db: ReadDb) =>
	db.select().from(recoveries).where(isNull(recoveries.releasedAt)).orderBy(sql`rowid desc`).limit(1).prepare(),
);

/** Null: the account may send. Asked at every call. */
export function findHold(db: ReadDb): RecoveryRow | null {
	return notReleased(db).get() ?? null;
}

export const findRecovery = findBy(recoveries, recoveries.id);

export const insertRecovery = insertInto(recoveries);

export function releaseRecoveries(db: AccountDb, releasedAt: number): void {
	db.update(recoveries).set({ releasedAt }).where(isNull(recoveries.releasedAt)).run();
}
