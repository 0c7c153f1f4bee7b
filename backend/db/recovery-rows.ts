import { gte, isNull, sql } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { cached } from "./cached-rows";
import { findBy, insertInto } from "./queries";
import { recoveries } from "./schema";

export type RecoveryRow = typeof recoveries.$inferSelect;

export const findHold: (db: ReadDb) => RecoveryRow | null = cached([recoveries], (db: ReadDb) => {
	const isHolding = isNull(recoveries.releasedAt);
	return db.select().from(recoveries).where(isHolding).orderBy(sql`rowid desc`).limit(1).get() ?? null;
});

export const findRecovery = findBy(recoveries, recoveries.id);

export function listRecoveriesSince(db: ReadDb, heldAt: number): RecoveryRow[] {
	return db.select().from(recoveries).where(gte(recoveries.heldAt, heldAt)).all();
}

export const insertRecovery = insertInto(recoveries);

export function releaseRecoveries(db: AccountDb, releasedAt: number): void {
	db.update(recoveries).set({ releasedAt }).where(isNull(recoveries.releasedAt)).run();
}
