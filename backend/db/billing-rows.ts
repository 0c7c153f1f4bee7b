import { eq, sql } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { billing } from "./billing-schema";
import { cached } from "./cached-rows";
import { insertInto, prepared } from "./queries";

export type BillingRow = typeof billing.$inferSelect;

export const findBilling = cached([billing], (db: ReadDb): BillingRow | null => theRow(db).get() ?? null);

const theRow = prepared((db: ReadDb) => db.select().from(billing).prepare());

export const insertBilling = insertInto(billing);

export function changeBilling(db: AccountDb, change: Partial<Omit<BillingRow, "id">>): void {
	db.update(billing).set(change).run();
}

/** Reads the provider at `at` (epoch ms) or earlier, if that is due before. */
export function markBilling(db: AccountDb, at: number): void {
	const dueAt = sql`min(coalesce(${billing.dueAt}, ${at}), ${at})`;
	db.update(billing)
		.set({ marks: sql`${billing.marks} + 1`, dueAt })
		.run();
}

export function finishRead(
	db: AccountDb,
	read: Pick<BillingRow, "id" | "marks">,
	next: { dueAt: number; now: number },
) {
	const dueAt = sql`CASE WHEN ${billing.marks} = ${read.marks} THEN ${next.dueAt} ELSE ${next.now} END`;
	db.update(billing).set({ dueAt, readAt: next.now }).where(eq(billing.id, read.id)).run();
}
