import * as z from "zod/mini";
import { assertPassword } from "./assert-password";
import { spendCodeOrThrow, wrongCode } from "./codes";
import { forgetBadPasswords } from "./lockout";
import { NamedUser, parseNamedUser, unknownUser } from "./named-user";
import { hashPassword } from "./password-hash";
import type { Pool } from "./pool";
import { readPoolSettings } from "./pool-settings";
import { findUser, setPassword } from "./user-rows";

const ConfirmForgotPassword = z.extend(NamedUser, { ConfirmationCode: z.string(), Password: z.string() });

export async function confirmForgotPassword(pool: Pool, body: unknown): Promise<object> {
	const { Username, ConfirmationCode, Password } = await parseNamedUser(ConfirmForgotPassword, body);
	assertPassword(pool, Password);
	const user = findUser(pool.sql, Username);
	if (!user?.isEnabled) throw readPoolSettings(pool.sql).preventUserExistenceErrors ? wrongCode() : unknownUser();
	spendCodeOrThrow(pool, { purpose: "reset", sub: user.sub }, ConfirmationCode);
	setPassword(pool.sql, user.sub, await hashPassword(Password));
	for (const name of [Username, user.email, user.username]) forgetBadPasswords(pool, name);
	return {};
}
