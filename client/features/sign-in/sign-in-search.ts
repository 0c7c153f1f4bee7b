import * as z from "zod/mini";

/**
 * Carried from step to step of signing in. An invalid `email` is let through: the screen says so instead of failing to
 * open.
 */
export const SignInSearch = z.object({ email: z.optional(z.string()), next: z.optional(z.string()) });
export type SignInSearch = z.infer<typeof SignInSearch>;
