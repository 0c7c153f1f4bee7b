import * as z from "zod/mini";

/** The list's search parameters: lists are comma-separated, a leading minus sorts downwards. */
export const DevicesSearch = z.object({
	q: z.optional(z.string()),
	status: z.optional(z.string()),
	group: z.optional(z.string()),
	sort: z.optional(z.string()),
	add: z.optional(z.string()),
});
export type DevicesSearch = z.infer<typeof DevicesSearch>;
