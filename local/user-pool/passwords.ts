import * as z from "zod/mini";
import { checkPassword, longestPassword, type PasswordRule } from "../../shared/session/password-policy";
import { NamedUser, parseNamedUser, unknownUser } from "./app-client";
import { assertAttemptsLeft, countAttempt, forgetAttempts, forgetBadPasswords } from "./attempts";
import { countSending, emailDelivery, limitExceeded, sendCode, spendCodeOrThrow, wrongCode } from "./codes";
import { CognitoError, invalidParameter, notAuthorized, parseInput } from "./cognito-error";
import { type Pool, readPoolSettings } from "./pool";
import { hashPassword, isPassword } from "./secrets";
import { userOfAccessTokenOrThrow } from "./tokens";
import { findUser, type PoolUser, setPassword } from "./user-rows";

const reasons: Record<PasswordRule, string> = {
	length: "Password not long enough",
	lowercase: "Password must have lowercase characters",
	uppercase: "Password must have uppercase characters",
	number: "Password must have numeric characters",
	symbol: "Password must have symbol characters",
};

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

export async function forgotPassword(pool: Pool, body: unknown): Promise<object> {
	const { Username } = await parseNamedUser(NamedUser, body);
	countSending(pool, "reset", Username);
	const user = findUser(pool.sql, Username);
	if (user?.status === "FORCE_CHANGE_PASSWORD" && user.isEnabled) {
		throw notAuthorized("User password cannot be reset in the current state.");
	}
	if (user && isReachable(user)) return { CodeDeliveryDetails: await sendCode(pool, user, "reset") };
	if (!readPoolSettings(pool.sql).preventUserExistenceErrors) throw rejection(user);
	return { CodeDeliveryDetails: emailDelivery(Username) };
}

function isReachable({ isEnabled, isEmailVerified }: PoolUser): boolean {
	return isEnabled && isEmailVerified;
}

function rejection(user: PoolUser | null): CognitoError {
	if (!user) return unknownUser();
	if (!user.isEnabled) return notAuthorized("User is disabled.");
	return invalidParameter(
		"Cannot reset password for the user as there is no registered/verified email or phone_number",
	);
}

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

export function assertPassword({ sql }: Pool, password: string): void {
	if (password.length > longestPassword) {
		throw invalidParameter(
			`1 validation error detected: Value at 'password' failed to satisfy constraint: Member must have length less than or equal to ${longestPassword}`,
		);
	}
	const unmet = checkPassword(readPoolSettings(sql).passwordPolicy, password).find(({ isMet }) => !isMet);
	if (!unmet) return;
	throw new CognitoError("InvalidPasswordException", `Password did not conform with policy: ${reasons[unmet.rule]}`);
}
