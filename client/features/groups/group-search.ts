import * as z from "zod/mini";

// In a file of their own: every screen loads the search parameters of all routes.

/** Text rather than the enum: an address that names no quantity shows the one most devices measure. */
export const GroupPageSearch = z.object({ quantity: z.optional(z.string()) });
export type GroupPageSearch = z.infer<typeof GroupPageSearch>;

/** `copy` is a group to begin from, `filter` the criteria of a list of devices as JSON. */
export const NewGroupSearch = z.object({ copy: z.optional(z.string()), filter: z.optional(z.string()) });
