import { type CognitoError, invalidParameter, notAuthorized } from "./cognito-error";
import { NamedUser, parseNamedUser, unknownUser } from "./named-user";
import type { Pool } from "./pool";
import { readPoolSettings } from "./pool-settings";
import { countSending, emailDelivery, sendCode } from "./send-code";
import { findUser, type PoolUser } from "./user-rows";

export async function forgotPassword(pool: Pool, body: unknown): Promise<object> {
	const { Username } = await parseNamedUser(NamedUser, body);
	countSending(pool, "reset", Username);
	const user = findUser(pool.sql, Username);
	if (user?.status === "FORCE_CHANGE_PASSWORD" && user.isEnabled) {
		throw notAuthorized("User password cannot be reset in the current state.");
	}
	if (user && isReachable(user)) return { CodeDeliveryDetails: await sendCode(pool, user, "reset") };
	if (!readPoolSettings(pool.sql).preventUserExistenceErrors) throw refusal(user);
	return { CodeDeliveryDetails: emailDelivery(Username) };
}

function isReachable({ isEnabled, isEmailVerified }: PoolUser): boolean {
	return isEnabled && isEmailVerified;
}

function refusal(user: PoolUser | null): CognitoError {
	if (!user) return unknownUser();
	if (!user.isEnabled) return notAuthorized("User is disabled.");
	return invalidParameter(
		"Cannot reset password for the user as there is no registered/verified email or phone_number",
	);
}
