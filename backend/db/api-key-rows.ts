import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { insertInto } from "./queries";
import { apiKeys } from "./schema";

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

type Changes = Partial<Pick<ApiKeyRow, "keptBy" | "lastUsedAt" | "lastUsedFrom" | "revokedAt" | "warnedDays">>;

export function changeApiKey(db: AccountDb, id: string, changes: Changes): void {
	db.update(apiKeys).set(changes).where(eq(apiKeys.id, id)).run();
}
