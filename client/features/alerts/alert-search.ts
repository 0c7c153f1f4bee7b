import * as z from "zod/mini";

// Its own file: every screen loads the search parameters of all routes.

/** What a new rule begins from: a template, a rule to copy, devices or groups, both comma-separated. */
export const NewAlertSearch = z.object({
	template: z.optional(z.string()),
	copy: z.optional(z.string()),
	device: z.optional(z.string()),
	group: z.optional(z.string()),
});
export type NewAlertSearch = z.infer<typeof NewAlertSearch>;
