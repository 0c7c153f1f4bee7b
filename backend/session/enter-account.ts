import { createAudit } from "../activity/audit";
import type { CallOrigin, RowStore, SignIn } from "../base/context";
import { listActiveOwners, type UserRow } from "../db/account-rows";
import type { Caller } from "../db/session-rows";
import { queueMessage } from "../message/queue-message";
import { recordSession } from "./sign-ins";

type Entry = { caller: Caller; signIn: SignIn; origin: CallOrigin; isByPasskey?: boolean };

/** Records the session. The first time, owners hear of one by the user pool where members need the provider. */
export function enterAccount(store: RowStore, { caller, signIn, origin, isByPasskey = false }: Entry): void {
	const browser = origin.browser ?? "";
	const provider = signIn.provider ?? origin.provider ?? null;
	const about = recordSession(store, { caller, signIn, browser, provider, isByPasskey });
	const isEmergency = !signIn.provider && caller.account?.emergencyOwners != null;
	if (about !== null && isEmergency) reportEmergencyUse(store, { user: caller.user, browser, origin, about });
}

type EmergencyUse = { user: UserRow; browser: string; origin: CallOrigin; about: string };

/** Every owner gets a message of each sign-in, so that no one uses the emergency way unseen. */
function reportEmergencyUse(store: RowStore, { user, browser, origin, about }: EmergencyUse): void {
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
