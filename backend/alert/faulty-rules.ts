import type { AccountDb } from "../base/context";

/** By object, then rule: a device for which the rule could not be built. A user who meets one may be in a transaction. */
const noted = new WeakMap<AccountDb, Map<string, string>>();

export function noteFaultyRule(db: AccountDb, ruleId: string, deviceId: string): void {
	faultyRules(db).set(ruleId, deviceId);
}

/** By rule: a device for which it could not be built. What is dealt with is deleted by `ruleFaultsWork`. */
export function faultyRules(db: AccountDb): Map<string, string> {
	const known = noted.get(db) ?? new Map<string, string>();
	noted.set(db, known);
	return known;
}
