import { createAudit } from "../activity/audit";
import type { CallOrigin, Invalidations, RowStore, SignIn } from "../base/context";
import { accountOrThrow, listActiveOwners, type UserRow, updateAccount } from "../db/account-rows";
import type { Caller } from "../db/session-rows";
import { queueMessage } from "../message/queue-message";
import { type ProvenStep, recordSession } from "./sign-ins";

type Entry = { caller: Caller; signIn: SignIn; origin: CallOrigin; secondStep?: ProvenStep | null };

/** Records the session. The first time, owners hear of one by the user pool where members need the provider. */
export function enterAccount(store: RowStore, { caller, signIn, origin, secondStep = null }: Entry): void {
	const browser = origin.browser ?? "";
	const provider = signIn.provider ?? origin.provider ?? null;
	const about = recordSession(store, { caller, signIn, browser, provider, secondStep });
	const isEmergency = !signIn.provider && caller.account?.emergencyOwners != null;
	if (about !== null && isEmergency) reportEmergencyUse(store, { user: caller.user, origin, about });
}

type EmergencyUse = { user: UserRow; origin: CallOrigin; about: string };

/** Every owner gets a message of each sign-in, so that no one uses the emergency way unseen. */
function reportEmergencyUse(store: RowStore, { user, origin, about }: EmergencyUse): void {
	const actor = { kind: "user", id: user.id, name: user.name } as const;
	const audit = createAudit(store, { action: "system.useEmergencyWay", actor, origin });
	store.db.transaction(() => {
		audit.act({ user: [user.id] }, { browser: origin.browser ?? "" });
		notifyOwners(store, { user, origin, about });
	});
}

/** An owner who knows the person must choose them again: the second step may be a stranger's. */
export function dropEmergencyOwner(
	store: RowStore & { invalidations: Invalidations },
	{ user, origin }: Omit<EmergencyUse, "about">,
): void {
	const { db, newId, invalidations } = store;
	const { id: accountId, emergencyOwners } = accountOrThrow(db);
	const actor = { kind: "user", id: user.id, name: user.name } as const;
	const audit = createAudit(store, { action: "system.dropEmergencyOwner", actor, origin });
	audit.change({ account: [accountId] }, () => {
		updateAccount(db, accountId, { emergencyOwners: (emergencyOwners ?? []).filter((id) => id !== user.id) });
		notifyOwners(store, { user, origin, about: newId("notice"), isDropped: true });
	});
	invalidations.changed("account", "all");
}

function notifyOwners(store: RowStore, { user, origin, about, isDropped }: EmergencyUse & { isDropped?: true }): void {
	const { name, email } = user;
	const path = isDropped ? "/accounts/company/" : "/accounts/users";
	const facts = { name, email, browser: origin.browser ?? "", at: store.now, ...(isDropped && { isDropped }), path };
	for (const { id } of listActiveOwners(store.db)) {
		queueMessage(store, { cause: "emergency", about, recipient: { to: "user", userId: id, channel: "email" }, facts });
	}
}
