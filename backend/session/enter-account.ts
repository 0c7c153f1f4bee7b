import { reportEmergencyUse } from "../account/only-sso";
import type { CallOrigin, RowStore, SignIn } from "../base/context";
import type { Caller } from "../db/session-rows";
import { recordSession } from "./sign-ins";

type Entry = { caller: Caller; signIn: SignIn; origin: CallOrigin; isByPasskey?: boolean };

/** Records the session. The first time, owners hear of one by the user pool where members need the provider. */
export function enterAccount(store: RowStore, { caller, signIn, origin, isByPasskey = false }: Entry): void {
	const browser = origin.browser ?? "";
	const about = recordSession(store, { caller, signIn, browser, provider: origin.provider ?? null, isByPasskey });
	const isEmergency = !signIn.provider && caller.account?.emergencyOwners != null;
	if (about !== null && isEmergency) reportEmergencyUse(store, { user: caller.user, browser, origin, about });
}
