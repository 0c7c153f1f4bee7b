import type { EmergencyOwner } from "../../shared/account/sso";
import type { AccountDb, ReadDb } from "../base/context";
import { domainError } from "../base/errors";
import { accountOrThrow, findAccount, listActiveOwners } from "../db/account-rows";

export function listEmergencyCandidates(db: ReadDb): EmergencyOwner[] {
	return listActiveOwners(db).map(({ id, name, email, secondStep }) => {
		return { id, name, email, hasSecondStep: secondStep === "on" };
	});
}

export function requiresSso(db: ReadDb): boolean {
	return (findAccount(db)?.emergencyOwners ?? null) !== null;
}

/** Call in the transaction of a change of members. Throws LAST_EMERGENCY_OWNER if no one could come in without the provider. */
export function assertEmergencyOwnerLeft(db: AccountDb): void {
	const { emergencyOwners } = accountOrThrow(db);
	if (emergencyOwners === null) return;
	const isLeft = listActiveOwners(db).some(({ id }) => emergencyOwners.includes(id));
	if (!isLeft) throw domainError("LAST_EMERGENCY_OWNER");
}
