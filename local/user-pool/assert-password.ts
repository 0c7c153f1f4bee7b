import { checkPassword, longestPassword, type PasswordRule } from "../../shared/password-policy";
import { CognitoError, invalidParameter } from "./cognito-error";
import type { Pool } from "./pool";
import { readPoolSettings } from "./pool-settings";

/** Cognito's own words. */
const reasons: Record<PasswordRule, string> = {
	length: "Password not long enough",
	lowercase: "Password must have lowercase characters",
	uppercase: "Password must have uppercase characters",
	number: "Password must have numeric characters",
	symbol: "Password must have symbol characters",
};

/** Throws Cognito's refusal, which names one rule, of a password that the pool's policy does not allow. */
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
