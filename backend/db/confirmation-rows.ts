import { and, eq, gt, lte } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { findBy, insertInto, saveInto } from "./queries";
import { identityConfirmations, proofCodes } from "./schema";

type ConfirmationRow = typeof identityConfirmations.$inferSelect;
type Confirmed = Pick<ConfirmationRow, "userId" | "signIn" | "purpose">;

export const insertConfirmation = insertInto(identityConfirmations);

export const findProofCode = findBy(proofCodes, proofCodes.userId);

export const saveProofCode = saveInto(proofCodes, proofCodes.userId);

export function deleteProofCode(db: AccountDb, userId: string): void {
	db.delete(proofCodes).where(eq(proofCodes.userId, userId)).run();
}

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
