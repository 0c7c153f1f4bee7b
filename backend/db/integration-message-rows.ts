import { and, asc, desc, eq, gte, lt } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { deleteBy, prepared } from "./queries";
import { integrationMessages } from "./schema";

export type IntegrationMessageRow = typeof integrationMessages.$inferSelect;

export function listIntegrationMessages(db: AccountDb, keyId: string, since: number): IntegrationMessageRow[] {
	const { keyId: ofKey, receivedAt, id } = integrationMessages;
	return db
		.select()
		.from(integrationMessages)
		.where(and(eq(ofKey, keyId), gte(receivedAt, since)))
		.orderBy(desc(receivedAt), desc(id))
		.all();
}

export function newestJsonMessage(db: AccountDb, key: string, since: number) {
	const { keyId, receivedAt, endpoint, outcome } = integrationMessages;
	return db
		.select({ receivedAt, outcome })
		.from(integrationMessages)
		.where(and(eq(keyId, key), eq(endpoint, "json"), gte(receivedAt, since)))
		.orderBy(desc(receivedAt))
		.limit(1)
		.get();
}

/** Replaces the key's oldest message if it has `most`. */
export function keepIntegrationMessage(db: AccountDb, row: Omit<IntegrationMessageRow, "place">, most: number): void {
	const { keyId, place, receivedAt, id } = integrationMessages;
	const used = db
		.select({ place })
		.from(integrationMessages)
		.where(eq(keyId, row.keyId))
		.orderBy(asc(receivedAt), asc(id))
		.all();
	const places = new Set(used.map((each) => each.place));
	const free = Array.from({ length: most }, (_, each) => each).find((each) => !places.has(each));
	const kept = { ...row, place: free ?? used[0]?.place ?? 0 };
	db.insert(integrationMessages)
		.values(kept)
		.onConflictDoUpdate({ target: [keyId, place], set: kept })
		.run();
}

type ReadAgain = Pick<IntegrationMessageRow, "keyId" | "place" | "id" | "outcome" | "deviceId" | "readAgainAt">;

/** Ignored if a later message has taken the position. */
export function updateIntegrationMessage(db: AccountDb, { keyId, place: position, id, ...facts }: ReadAgain): void {
	const isIt = and(
		eq(integrationMessages.keyId, keyId),
		eq(integrationMessages.place, position),
		eq(integrationMessages.id, id),
	);
	db.update(integrationMessages).set(facts).where(isIt).run();
}

export function oldestIntegrationMessageAt(db: AccountDb): number | null {
	return oldestMessage(db).get()?.receivedAt ?? null;
}

const oldestMessage = prepared((db) => {
	const { receivedAt } = integrationMessages;
	return db.select({ receivedAt }).from(integrationMessages).orderBy(asc(receivedAt)).limit(1).prepare();
});

export function deleteIntegrationMessagesBefore(db: AccountDb, before: number): void {
	db.delete(integrationMessages).where(lt(integrationMessages.receivedAt, before)).run();
}

export const deleteMessagesOfIntegration = deleteBy(integrationMessages, integrationMessages.keyId);
