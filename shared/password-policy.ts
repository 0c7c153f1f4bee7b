import * as z from "zod/mini";

/** Cognito's own floor for a password's length. */
export const shortestPassword = 6;
/** Cognito's own ceiling. */
export const longestPassword = 256;

/** A user pool's password policy, as the setting `PASSWORD_POLICY` tells it. */
export const PasswordPolicy = z.strictObject({
	minimumLength: z._default(z.int().check(z.minimum(shortestPassword), z.maximum(99)), shortestPassword),
	requireLowercase: z._default(z.boolean(), false),
	requireUppercase: z._default(z.boolean(), false),
	requireNumbers: z._default(z.boolean(), false),
	requireSymbols: z._default(z.boolean(), false),
});
export type PasswordPolicy = z.infer<typeof PasswordPolicy>;

export type PasswordRule = "length" | "lowercase" | "uppercase" | "number" | "symbol";

/** Cognito's special characters; a space counts between others. https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html */
const symbol = /[\^$*.[\]{}()?\-"!@#%&/\\,><':;|_~`+=]|\S +\S/;

const tests: [PasswordRule, isAsked: (policy: PasswordPolicy) => boolean, isMet: RegExp][] = [
	["lowercase", (policy) => policy.requireLowercase, /[a-z]/],
	["uppercase", (policy) => policy.requireUppercase, /[A-Z]/],
	["number", (policy) => policy.requireNumbers, /[0-9]/],
	["symbol", (policy) => policy.requireSymbols, symbol],
];

/** The rules a policy makes, in the order they are shown, and whether a password meets each. */
export function checkPassword(policy: PasswordPolicy, password: string): { rule: PasswordRule; isMet: boolean }[] {
	const asked = tests.filter(([, isAsked]) => isAsked(policy));
	return [
		{ rule: "length", isMet: password.length >= policy.minimumLength },
		...asked.map(([rule, , isMet]) => ({ rule, isMet: isMet.test(password) })),
	];
}
