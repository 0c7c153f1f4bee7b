import * as z from "zod/mini";

// Its own file: every screen loads the search parameters of all routes.

/** Text, not the enum: an address without a known quantity shows the one most devices measure. */
export const GroupPageSearch = z.object({
	quantity: z.optional(z.string()),
	lines: z.optional(z.string()),
	hide: z.optional(z.string()),
});
export type GroupPageSearch = z.infer<typeof GroupPageSearch>;

/** `copy` is a group to begin from, `filter` the criteria of a list of devices as JSON. */
export const NewGroupSearch = z.object({ copy: z.optional(z.string()), filter: z.optional(z.string()) });
