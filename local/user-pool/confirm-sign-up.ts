import * as z from "zod/mini";
import { expiredCode, spendCodeOrThrow } from "./codes";
import { notAuthorized } from "./cognito-error";
import { NamedUser, parseNamedUser, unknownUser } from "./named-user";
import type { Pool } from "./pool";
import { readPoolSettings } from "./pool-settings";
import { confirmUser, findUser } from "./user-rows";

const ConfirmSignUp = z.extend(NamedUser, { ConfirmationCode: z.string() });

export async function confirmSignUp(pool: Pool, body: unknown): Promise<object> {
	const { Username, ConfirmationCode } = await parseNamedUser(ConfirmSignUp, body);
	const user = findUser(pool.sql, Username);
	if (!user) throw readPoolSettings(pool.sql).preventUserExistenceErrors ? expiredCode() : unknownUser();
	if (!user.isEnabled) throw notAuthorized("User is disabled.");
	if (user.status !== "UNCONFIRMED") {
		throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
	}
	spendCodeOrThrow(pool, { purpose: "sign-up", sub: user.sub }, ConfirmationCode);
	confirmUser(pool.sql, user.sub);
	return {};
}
