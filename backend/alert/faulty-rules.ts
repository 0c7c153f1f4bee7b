import type { AccountDb } from "../base/context";

/** Stored in memory, because a fault can occur within a transaction. */
const noted = new WeakMap<AccountDb, Map<string, string>>();

export function noteFaultyRule(db: AccountDb, ruleId: string, deviceId: string): void {
	faultyRules(db).set(ruleId, deviceId);
}

export function faultyRules(db: AccountDb): Map<string, string> {
	const known = noted.get(db) ?? new Map<string, string>();
	noted.set(db, known);
	return known;
}
