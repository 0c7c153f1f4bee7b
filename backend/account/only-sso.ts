import type { EmergencyOwner } from "../../shared/account/sso";
import type { AccountDb, ReadDb } from "../base/context";
import { domainError } from "../base/errors";
import { findAccount, listActiveOwners } from "../db/account-rows";

export function listEmergencyCandidates(db: ReadDb): EmergencyOwner[] {
	return listActiveOwners(db).map(({ id, name, email, secondStep }) => {
		return { id, name, email, hasSecondStep: secondStep === "on" };
	});
}

export function requiresSso(db: ReadDb): boolean {
	return (findAccount(db)?.emergencyOwners ?? null) !== null;
}

/**
 * Runs a change of members, in a transaction. Throws LAST_EMERGENCY_OWNER if it takes the last emergency owner, or the
 * last one with a second step.
 */
export function keepingEmergencyOwner<Result>(db: AccountDb, run: () => Result): Result {
	const before = emergencyWay(db);
	const result = run();
	if (emergencyWay(db) < before) throw domainError("LAST_EMERGENCY_OWNER");
	return result;
}

/** 2: an emergency owner can sign in without the provider. 1: those that are left lack a second step. 0: none is left. */
function emergencyWay(db: ReadDb): 0 | 1 | 2 {
	const chosen = findAccount(db)?.emergencyOwners ?? [];
	const left = listActiveOwners(db).filter(({ id }) => chosen.includes(id));
	if (left.some(({ secondStep }) => secondStep === "on")) return 2;
	return left.length > 0 ? 1 : 0;
}
