import { invalidParameter } from "./cognito-error";
import { NamedUser, parseNamedUser, unknownUser } from "./named-user";
import type { Pool } from "./pool";
import { readPoolSettings } from "./pool-settings";
import { countSending, emailDelivery, sendCode } from "./send-code";
import { findUser } from "./user-rows";

export async function resendConfirmationCode(pool: Pool, body: unknown): Promise<object> {
	const { Username } = await parseNamedUser(NamedUser, body);
	countSending(pool, "sign-up", Username);
	const user = findUser(pool.sql, Username);
	if (!user?.isEnabled) {
		if (!readPoolSettings(pool.sql).preventUserExistenceErrors) throw unknownUser();
		return { CodeDeliveryDetails: emailDelivery(Username) };
	}
	if (user.status !== "UNCONFIRMED") throw invalidParameter("User is already confirmed.");
	return { CodeDeliveryDetails: await sendCode(pool, user, "sign-up") };
}
