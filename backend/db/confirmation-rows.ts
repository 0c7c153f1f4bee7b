import { and, eq, gt, lte } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { insertInto } from "./queries";
import { identityConfirmations } from "./schema";

type ConfirmationRow = typeof identityConfirmations.$inferSelect;
type Confirmed = Pick<ConfirmationRow, "userId" | "signIn" | "purpose">;

export const insertConfirmation = insertInto(identityConfirmations);

export function deleteConfirmationsUntil(db: AccountDb, confirmedAt: number): void {
	db.delete(identityConfirmations).where(lte(identityConfirmations.confirmedAt, confirmedAt)).run();
}

/**
 * Deletes matching confirmations, so that each serves once. Ignores those before `since`, epoch ms. Returns how the user
 * was confirmed; undefined: not at all.
 */
export function takeConfirmations(
	db: AccountDb,
	{ userId, signIn, purpose }: Confirmed,
	since: number,
): ConfirmationRow["proof"] | undefined {
	const { id, confirmedAt } = identityConfirmations;
	const isOfAct = and(
		eq(identityConfirmations.userId, userId),
		eq(identityConfirmations.signIn, signIn),
		eq(identityConfirmations.purpose, purpose),
		gt(confirmedAt, since),
	);
	const { proof } = identityConfirmations;
	return db.delete(identityConfirmations).where(isOfAct).returning({ id, proof }).all().at(-1)?.proof;
}
