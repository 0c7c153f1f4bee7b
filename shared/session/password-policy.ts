import type { PasswordPolicy } from "./password-setting";

/** Cognito's maximum. */
export const longestPassword = 256;

export type PasswordRule = "length" | "lowercase" | "uppercase" | "number" | "symbol";

/**
 * Cognito's special characters; a space counts inside the password.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html
 */
const symbol = /[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~`+=]|\S +\S/;

const tests: [PasswordRule, isRequested: (policy: PasswordPolicy) => boolean, isMet: RegExp][] = [
	["lowercase", (policy) => policy.requireLowercase, /[a-z]/],
	["uppercase", (policy) => policy.requireUppercase, /[A-Z]/],
	["number", (policy) => policy.requireNumbers, /[0-9]/],
	["symbol", (policy) => policy.requireSymbols, symbol],
];

export function checkPassword(policy: PasswordPolicy, password: string): { rule: PasswordRule; isMet: boolean }[] {
	const requested = tests.filter(([, isRequested]) => isRequested(policy));
	return [
		{ rule: "length", isMet: password.length >= policy.minimumLength },
		...requested.map(([rule, , isMet]) => ({ rule, isMet: isMet.test(password) })),
	];
}
