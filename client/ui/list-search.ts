import * as z from "zod/mini";

/**
 * The search parameters of a list: `q` searches, a leading minus of `sort` runs it downwards,
 * the others are filters whose values stand between commas.
 */
export const ListSearch = z.object({
	q: z.optional(z.string()),
	sort: z.optional(z.string()),
	kind: z.optional(z.string()),
	alert: z.optional(z.string()),
	status: z.optional(z.string()),
	severity: z.optional(z.string()),
	format: z.optional(z.string()),
	role: z.optional(z.string()),
	reach: z.optional(z.string()),
});
export type ListSearch = z.infer<typeof ListSearch>;
