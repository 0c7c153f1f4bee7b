import type { EmergencyOwner } from "../../shared/account/sso";
import type { AccountDb, MemberContext, ReadDb } from "../base/context";
import { domainError } from "../base/errors";
import { accountOrThrow, findAccount, listActiveOwners, type UserRow, updateAccount } from "../db/account-rows";

export function listEmergencyCandidates(db: ReadDb): EmergencyOwner[] {
	return listActiveOwners(db).map((owner) => {
		const { id, name, email } = owner;
		return { id, name, email, hasSecondStep: mayBeChosen(owner) };
	});
}

export function mayBeChosen({ secondStep, hasShownSecondStep }: UserRow): boolean {
	return secondStep === "on" && hasShownSecondStep;
}

const turns = new WeakMap<AccountDb, Promise<unknown>>();

/** Each change reads the directory first: an account that closes while its provider goes would be open to no one. */
export function inTurn<Result>(db: AccountDb, change: () => Promise<Result>): Promise<Result> {
	const turn = (turns.get(db) ?? Promise.resolve()).then(change, change);
	turns.set(db, turn);
	return turn;
}

export function requiresSso(db: ReadDb): boolean {
	return (findAccount(db)?.emergencyOwners ?? null) !== null;
}

/**
 * Runs a change of members, in a transaction. A person who is an active owner no more, or no member, has to be chosen
 * again. Throws LAST_EMERGENCY_OWNER if the change takes the last emergency owner, or the last one with a second step.
 */
export function keepingEmergencyOwner<Result>({ db, audit }: MemberContext, run: () => Result): Result {
	const before = emergencyWay(db);
	const result = run();
	if (emergencyWay(db) < before) throw domainError("LAST_EMERGENCY_OWNER");
	const { id, emergencyOwners } = accountOrThrow(db);
	const owners = listActiveOwners(db);
	const left = emergencyOwners?.filter((chosen) => owners.some((owner) => owner.id === chosen));
	if (left && left.length < (emergencyOwners?.length ?? 0)) {
		audit.change({ account: [id] }, () => updateAccount(db, id, { emergencyOwners: left }));
	}
	return result;
}

/** 2: an emergency owner can sign in without the provider. 1: the remaining ones lack a second step. 0: none. */
function emergencyWay(db: ReadDb): 0 | 1 | 2 {
	const chosen = findAccount(db)?.emergencyOwners ?? [];
	const left = listActiveOwners(db).filter(({ id }) => chosen.includes(id));
	if (left.some(({ secondStep }) => secondStep === "on")) return 2;
	return left.length > 0 ? 1 : 0;
}
