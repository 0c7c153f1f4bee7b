import { and, asc, eq, gte, lt } from "drizzle-orm";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { deleteAllBy, deleteBy, isOneOf, prepared, saveInto } from "./queries";
import { lineParts, lineRules } from "./schema";

export type LineRuleRow = typeof lineRules.$inferSelect;
type LinePartRow = typeof lineParts.$inferSelect;

/** The keys are an integration's series. */
export const lineRulesOf = cached([lineRules], (db, keyId): ReadonlyMap<string, LineRuleRow> => {
	const rows = db.select().from(lineRules).where(eq(lineRules.keyId, keyId)).orderBy(asc(lineRules.series)).all();
	return new Map(rows.map((row) => [row.series, row]));
});

export function lineRulesOfChannels(db: AccountDb, channelIds: string[]): LineRuleRow[] {
	return db.select().from(lineRules).where(isOneOf(lineRules.channelId, channelIds)).all();
}

export const saveLineRule = saveInto(lineRules, lineRules.keyId, lineRules.series);

export function deleteLineRules(db: AccountDb, keyId: string, series: string[]): void {
	db.delete(lineRules)
		.where(and(eq(lineRules.keyId, keyId), isOneOf(lineRules.series, series)))
		.run();
}

export const deleteLineRulesOfDevices = deleteAllBy(lineRules, lineRules.deviceId);
const deleteLineRulesOfKey = deleteBy(lineRules, lineRules.keyId);
const deleteLinePartsOfKey = deleteBy(lineParts, lineParts.keyId);

export function deleteLinesOfIntegration(db: AccountDb, keyId: string): void {
	deleteLineRulesOfKey(db, keyId);
	deleteLinePartsOfKey(db, keyId);
}

export function listLineParts(db: AccountDb, keyId: string): LinePartRow[] {
	return db.select().from(lineParts).where(eq(lineParts.keyId, keyId)).orderBy(asc(lineParts.place)).all();
}

export const saveLinePart = saveInto(lineParts, lineParts.keyId, lineParts.place);

export function deleteLinePartsFrom(db: AccountDb, keyId: string, place: number): void {
	db.delete(lineParts)
		.where(and(eq(lineParts.keyId, keyId), gte(lineParts.place, place)))
		.run();
}

export function oldestLinePartAt(db: AccountDb): number | null {
	return oldestPart(db).get()?.heardAt ?? null;
}

const oldestPart = prepared((db) => {
	const { heardAt } = lineParts;
	return db.select({ heardAt }).from(lineParts).orderBy(asc(heardAt)).limit(1).prepare();
});

export function deleteLinePartsBefore(db: AccountDb, before: number): void {
	db.delete(lineParts).where(lt(lineParts.heardAt, before)).run();
}
