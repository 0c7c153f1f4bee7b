import * as z from "zod/mini";

/** An `email` that is none is let through: the screen says so instead of failing to open. */
export const EmailSearch = z.object({ email: z.optional(z.string()) });
