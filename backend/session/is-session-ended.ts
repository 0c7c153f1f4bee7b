import type { AccountDb, SignIn } from "../context";
import { type Caller, findBounds, findSession } from "./session-rows";
import { signInKey } from "./sign-in-key";

/** Whether a user's sign-in was ended from inside. */
export function isSessionEnded(db: AccountDb, userId: string, signIn: SignIn): boolean {
	const key = signInKey(signIn);
	return isEnded(
		{ session: key === null ? null : findSession(db, userId, key), bounds: findBounds(db, userId) },
		signIn,
	);
}

/** A token without `auth_time` is ended with everything before it: it cannot show that it came later. */
export function isEnded({ session, bounds }: Pick<Caller, "session" | "bounds">, signIn: SignIn): boolean {
	if (session?.endedAt) return true;
	if (!bounds) return false;
	const key = signInKey(signIn);
	if (key !== null && key === bounds.sparedSignIn) return false;
	return signIn.authTime === null || signIn.authTime < bounds.validAfter;
}
