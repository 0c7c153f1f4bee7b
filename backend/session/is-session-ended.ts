import type { AccountDb, SignIn } from "../context";
import { findBounds, findSession } from "./session-rows";
import { signInKey } from "./sign-in-key";

/**
 * Whether a user's sign-in was ended from inside. A token without `auth_time` is ended with everything before it:
 * it cannot show that it came later.
 */
export function isSessionEnded(db: AccountDb, userId: string, signIn: SignIn): boolean {
	const key = signInKey(signIn);
	if (key !== null && findSession(db, userId, key)?.endedAt) return true;
	const bounds = findBounds(db, userId);
	if (!bounds || (key !== null && key === bounds.sparedSignIn)) return false;
	return signIn.authTime === null || signIn.authTime < bounds.validAfter;
}
