import * as z from "zod/mini";

/**
 * What every step of signing in carries on: whose sign-in it is, and where to go afterwards. An `email` that is
 * none is let through: the screen says so instead of failing to open.
 */
export const SignInSearch = z.object({ email: z.optional(z.string()), next: z.optional(z.string()) });
export type SignInSearch = z.infer<typeof SignInSearch>;
