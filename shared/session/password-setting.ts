import * as z from "zod/mini";

/** Cognito's minimum. */
export const shortestPassword = 6;

/**
 * As in the setting `PASSWORD_POLICY`. Apart from what checks passwords: pages before a sign-in load that, and no schema.
 */
export const PasswordPolicy = z.strictObject({
	minimumLength: z._default(z.int().check(z.minimum(shortestPassword), z.maximum(99)), shortestPassword),
	requireLowercase: z._default(z.boolean(), false),
	requireUppercase: z._default(z.boolean(), false),
	requireNumbers: z._default(z.boolean(), false),
	requireSymbols: z._default(z.boolean(), false),
});
export type PasswordPolicy = z.infer<typeof PasswordPolicy>;
