import { and, asc, eq, isNull } from "drizzle-orm";
import type { LineFilter } from "../../shared/device/line-series";
import type { AccountDb } from "../base/context";
import { insertInto } from "./queries";
import { integrationKeys } from "./schema";

export type IntegrationKeyRow = typeof integrationKeys.$inferSelect;

const isValid = isNull(integrationKeys.revokedAt);

export function listIntegrationKeys(db: AccountDb): IntegrationKeyRow[] {
	return db.select().from(integrationKeys).where(isValid).orderBy(asc(integrationKeys.id)).all();
}

export function findIntegrationKey(db: AccountDb, id: string): IntegrationKeyRow | null {
	return (
		db
			.select()
			.from(integrationKeys)
			.where(and(eq(integrationKeys.id, id), isValid))
			.get() ?? null
	);
}

export const insertIntegrationKey = insertInto(integrationKeys);

type NewKey = { key: IntegrationKeyRow; digest: string; previousKeyUntil: Date | null };

export function replaceIntegrationKey(db: AccountDb, { key, digest, previousKeyUntil }: NewKey): IntegrationKeyRow {
	const change = { keyDigest: digest, previousKeyDigest: previousKeyUntil && key.keyDigest, previousKeyUntil };
	db.update(integrationKeys).set(change).where(eq(integrationKeys.id, key.id)).run();
	return { ...key, ...change };
}

export function revokeIntegration(db: AccountDb, id: string, now: number): void {
	db.update(integrationKeys)
		.set({ revokedAt: new Date(now) })
		.where(eq(integrationKeys.id, id))
		.run();
}

export function setLineFilters(db: AccountDb, id: string, lineFilters: LineFilter[]): void {
	db.update(integrationKeys).set({ lineFilters }).where(eq(integrationKeys.id, id)).run();
}

export function recordIntegrationKeyUse(db: AccountDb, { key, now }: { key: IntegrationKeyRow; now: number }): void {
	db.update(integrationKeys)
		.set({ lastUsedAt: new Date(now) })
		.where(eq(integrationKeys.id, key.id))
		.run();
}
