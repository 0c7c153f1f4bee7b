import type { AccountDb } from "../context";
import { account } from "../schema";

export type AccountRow = typeof account.$inferSelect;

/** Null in an object whose account was never made. */
export function findAccount(db: AccountDb): AccountRow | null {
	return db.select().from(account).get() ?? null;
}

/** Throws where the account was never made: no member could have asked. */
export function accountOrThrow(db: AccountDb): AccountRow {
	const row = findAccount(db);
	if (!row) throw new Error("This object holds no account");
	return row;
}

export function insertAccount(db: AccountDb, row: AccountRow): void {
	db.insert(account).values(row).run();
}
