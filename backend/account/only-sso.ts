import type { EmergencyOwner } from "../../shared/account/sso";
import { createAudit } from "../activity/audit";
import type { AccountDb, CallOrigin, ReadDb, RowStore } from "../base/context";
import { domainError } from "../base/errors";
import { accountOrThrow, findAccount, listActiveOwners, type UserRow } from "../db/account-rows";
import { queueMessage } from "../message/queue-message";

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

type EmergencyUse = { user: UserRow; browser: string; origin: CallOrigin; about: string };

/** Every owner gets a message of each sign-in, so that no one uses the emergency way unseen. */
export function reportEmergencyUse(store: RowStore, { user, browser, origin, about }: EmergencyUse): void {
	const { db, now } = store;
	const actor = { kind: "user", id: user.id, name: user.name } as const;
	const audit = createAudit(store, { action: "system.useEmergencyWay", actor, origin });
	db.transaction(() => {
		audit.act({ user: [user.id] }, { browser });
		for (const { id } of listActiveOwners(db)) {
			queueMessage(store, {
				cause: "emergency",
				about,
				recipient: { to: "user", userId: id, channel: "email" },
				facts: { name: user.name, email: user.email, browser, at: now, path: "/accounts/users" },
			});
		}
	});
}
