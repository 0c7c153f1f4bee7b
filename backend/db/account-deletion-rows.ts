import type { AccountDb, ReadDb } from "../base/context";
import { cached } from "./cached-rows";
import { accountDeletions } from "./leaving-schema";
import { insertInto } from "./queries";

export type DeletionRow = typeof accountDeletions.$inferSelect;

export const findAccountDeletion: (db: ReadDb) => DeletionRow | null = cached([accountDeletions], (db: ReadDb) => {
	return db.select().from(accountDeletions).get() ?? null;
});

export const insertAccountDeletion = insertInto(accountDeletions);

export function changeAccountDeletion(
	db: AccountDb,
	change: Partial<Pick<DeletionRow, "remindedAt" | "closedAt">>,
): void {
	db.update(accountDeletions).set(change).run();
}

export function removeAccountDeletion(db: AccountDb): void {
	db.delete(accountDeletions).run();
}
