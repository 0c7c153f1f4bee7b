import * as z from "zod/mini";

/** Text rather than the enum: an address that names no quantity shows the one most devices measure. */
export const GroupPageSearch = z.object({ quantity: z.optional(z.string()) });
export type GroupPageSearch = z.infer<typeof GroupPageSearch>;
