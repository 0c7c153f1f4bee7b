import { and, asc, eq, isNotNull, isNull, min, sql } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { findBy, insertInto } from "./queries";
import { apiKeys, assistantUses } from "./schema";

export type ApiKeyRow = typeof apiKeys.$inferSelect;

const isValid = isNull(apiKeys.revokedAt);

export function listApiKeys(db: ReadDb): ApiKeyRow[] {
	return db.select().from(apiKeys).where(isValid).orderBy(asc(apiKeys.id)).all();
}

export function findApiKey(db: ReadDb, id: string): ApiKeyRow | null {
	return (
		db
			.select()
			.from(apiKeys)
			.where(and(eq(apiKeys.id, id), isValid))
			.get() ?? null
	);
}

export const apiKeyEvenRevoked = findBy(apiKeys, apiKeys.id);

export type EndingApiKey = Pick<ApiKeyRow, "id" | "createdAt" | "expiresAt" | "warnedDays">;

export function listEndingApiKeys(db: ReadDb): EndingApiKey[] {
	const { id, createdAt, expiresAt, warnedDays } = apiKeys;
	return db
		.select({ id, createdAt, expiresAt, warnedDays })
		.from(apiKeys)
		.where(and(isValid, isNotNull(apiKeys.expiresAt)))
		.orderBy(asc(apiKeys.id))
		.all();
}

export const insertApiKey = insertInto(apiKeys);

type Changeable = "keptBy" | "expiresAt" | "lastUsedAt" | "lastUsedFrom" | "revokedAt" | "warnedDays";
type Changes = Partial<Pick<ApiKeyRow, Changeable>>;

export function changeApiKey(db: AccountDb, id: string, changes: Changes): void {
	db.update(apiKeys).set(changes).where(eq(apiKeys.id, id)).run();
}

export type AssistantUse = typeof assistantUses.$inferSelect;

export function addAssistantUse(db: AccountDb, use: AssistantUse): void {
	const { day, keyId, tool, count } = assistantUses;
	const more = sql`${count} + excluded.count`;
	db.insert(assistantUses)
		.values(use)
		.onConflictDoUpdate({ target: [day, keyId, tool], set: { count: more } })
		.run();
}

export function oldestAssistantDay(db: ReadDb): number | null {
	const oldest = db
		.select({ day: min(assistantUses.day) })
		.from(assistantUses)
		.get();
	return oldest?.day ?? null;
}

export function takeAssistantUses(db: AccountDb, day: number): AssistantUse[] {
	return db.delete(assistantUses).where(eq(assistantUses.day, day)).returning().all();
}
