import * as z from "zod/mini";
import { userOfAccessTokenOrThrow } from "./access-token";
import { assertPassword } from "./assert-password";
import { assertAttemptsLeft, countAttempt, forgetAttempts } from "./attempts";
import { limitExceeded } from "./codes";
import { notAuthorized } from "./cognito-error";
import { parseInput } from "./parse-input";
import { hashPassword, isPassword } from "./password-hash";
import type { Pool } from "./pool";
import { setPassword } from "./user-rows";

const ChangePassword = z.object({
	AccessToken: z.string(),
	PreviousPassword: z.string(),
	ProposedPassword: z.string(),
});

export async function changePassword(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken, PreviousPassword, ProposedPassword } = parseInput(ChangePassword, body);
	const user = await userOfAccessTokenOrThrow(pool, AccessToken);
	const action = `change-password ${user.sub}`;
	assertAttemptsLeft(pool, action, limitExceeded());
	if (!(await isPassword(PreviousPassword, user.password))) {
		countAttempt(pool, action);
		throw notAuthorized("Incorrect username or password.");
	}
	assertPassword(pool, ProposedPassword);
	setPassword(pool.sql, user.sub, await hashPassword(ProposedPassword));
	forgetAttempts(pool, action);
	return {};
}
