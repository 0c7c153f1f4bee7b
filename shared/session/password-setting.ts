import * as z from "zod/mini";

/** Cognito's minimum. */
export const shortestPassword = 6;

/** The setting `PASSWORD_POLICY`. Not in password-policy.ts, which pages load before a sign-in without schemas. */
export const PasswordPolicy = z.strictObject({
	minimumLength: z._default(z.int().check(z.minimum(shortestPassword), z.maximum(99)), shortestPassword),
	requireLowercase: z._default(z.boolean(), false),
	requireUppercase: z._default(z.boolean(), false),
	requireNumbers: z._default(z.boolean(), false),
	requireSymbols: z._default(z.boolean(), false),
});
export type PasswordPolicy = z.infer<typeof PasswordPolicy>;
