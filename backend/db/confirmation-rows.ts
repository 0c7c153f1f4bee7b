import { and, eq, gt, lte } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { deleteBy, findBy, insertInto, saveInto } from "./queries";
import { identityConfirmations, proofCodes } from "./schema";

type ConfirmationRow = typeof identityConfirmations.$inferSelect;
type Confirmed = Pick<ConfirmationRow, "userId" | "signIn" | "purpose">;

export const insertConfirmation = insertInto(identityConfirmations);

export const findProofCode = findBy(proofCodes, proofCodes.userId);

export const saveProofCode = saveInto(proofCodes, proofCodes.userId);

export const deleteProofCode = deleteBy(proofCodes, proofCodes.userId);

export function deleteConfirmationsUntil(db: AccountDb, confirmedAt: number): void {
	db.delete(identityConfirmations).where(lte(identityConfirmations.confirmedAt, confirmedAt)).run();
}

function matching({ userId, signIn, purpose }: Confirmed, since: number) {
	return and(
		eq(identityConfirmations.userId, userId),
		eq(identityConfirmations.signIn, signIn),
		eq(identityConfirmations.purpose, purpose),
		gt(identityConfirmations.confirmedAt, since),
	);
}

/** Ignores confirmations before `since`, epoch ms. */
export function hasConfirmation(db: AccountDb, confirmed: Confirmed, since: number): boolean {
	const { id } = identityConfirmations;
	return db.select({ id }).from(identityConfirmations).where(matching(confirmed, since)).get() !== undefined;
}

/**
 * Deletes matching confirmations, so that each serves once. Ignores those before `since`, epoch ms. Returns how the user
 * was confirmed; undefined: not at all.
 */
export function takeConfirmations(
	db: AccountDb,
	confirmed: Confirmed,
	since: number,
): ConfirmationRow["proof"] | undefined {
	const { id, proof } = identityConfirmations;
	const taken = db.delete(identityConfirmations).where(matching(confirmed, since)).returning({ id, proof });
	return taken.all().at(-1)?.proof;
}
