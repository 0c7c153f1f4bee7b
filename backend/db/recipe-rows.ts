import { and, asc, desc, eq, lte } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { deleteAllBy, deleteBy, insertInto, saveInto } from "./queries";
import { payloadRecipes, pinnedMessages, recipeSenders } from "./schema";

export type PayloadRecipeRow = typeof payloadRecipes.$inferSelect;
export type PinnedMessageRow = typeof pinnedMessages.$inferSelect;
export type RecipeSenderRow = typeof recipeSenders.$inferSelect;

/** Newest first; the first is in force. */
export function listRecipes(db: AccountDb, keyId: string): PayloadRecipeRow[] {
	return newestRecipes(db, keyId).all();
}

/** Without the older versions, which no message needs in memory. */
export const recipeInForce = cached([payloadRecipes], (db, keyId): PayloadRecipeRow | null => {
	return newestRecipes(db, keyId).limit(1).get() ?? null;
});

function newestRecipes(db: AccountDb, ofKey: string) {
	const { keyId, version } = payloadRecipes;
	return db.select().from(payloadRecipes).where(eq(keyId, ofKey)).orderBy(desc(version));
}

export const insertRecipe = insertInto(payloadRecipes);

export function deleteRecipesUpTo(db: AccountDb, keyId: string, version: number): void {
	db.delete(payloadRecipes)
		.where(and(eq(payloadRecipes.keyId, keyId), lte(payloadRecipes.version, version)))
		.run();
}

export function listPinnedMessages(db: AccountDb, keyId: string): PinnedMessageRow[] {
	const { keyId: ofKey, receivedAt, id } = pinnedMessages;
	return db.select().from(pinnedMessages).where(eq(ofKey, keyId)).orderBy(desc(receivedAt), desc(id)).all();
}

export const insertPinnedMessage = insertInto(pinnedMessages);
export const deletePinnedMessage = deleteBy(pinnedMessages, pinnedMessages.id);

/** The devices whose last message lacked a path, at most `most`. */
export function listIncompleteSenders(db: AccountDb, keyId: string, most: number): RecipeSenderRow[] {
	const { keyId: ofKey, hasMissing, deviceId } = recipeSenders;
	const isIncomplete = and(eq(ofKey, keyId), eq(hasMissing, true));
	return db.select().from(recipeSenders).where(isIncomplete).orderBy(asc(deviceId)).limit(most).all();
}

export function findRecipeSender(db: AccountDb, keyId: string, deviceId: string): RecipeSenderRow | null {
	const isIt = and(eq(recipeSenders.keyId, keyId), eq(recipeSenders.deviceId, deviceId));
	return db.select().from(recipeSenders).where(isIt).get() ?? null;
}

export const saveRecipeSender = saveInto(recipeSenders, recipeSenders.keyId, recipeSenders.deviceId);

export const deleteRecipeSendersOfDevices = deleteAllBy(recipeSenders, recipeSenders.deviceId);
const deleteRecipes = deleteBy(payloadRecipes, payloadRecipes.keyId);
const deletePinned = deleteBy(pinnedMessages, pinnedMessages.keyId);

export const deleteRecipeSenders = deleteBy(recipeSenders, recipeSenders.keyId);

export function deleteRecipesOfIntegration(db: AccountDb, keyId: string): void {
	deleteRecipes(db, keyId);
	deletePinned(db, keyId);
	deleteRecipeSenders(db, keyId);
}
