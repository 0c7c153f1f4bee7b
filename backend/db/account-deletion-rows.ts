import type { AccountDb, ReadDb } from "../base/context";
import { accountDeletions } from "./leaving-schema";
import { insertInto, prepared } from "./queries";

export type DeletionRow = typeof accountDeletions.$inferSelect;

const theRow = prepared((db: ReadDb) => db.select().from(accountDeletions).prepare());

/** Null: the account stays. Asked at every call. */
export function findAccountDeletion(db: ReadDb): DeletionRow | null {
	return theRow(db).get() ?? null;
}

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
