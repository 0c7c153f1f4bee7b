import * as z from "zod/mini";

// Its own file: the start chunk of every page holds the search parameters of all routes.

/** Texts, not enums: an unknown quantity shows the one most devices measure. `hide` is of the lines that are shown. */
export const ChartSearch = z.object({
	quantity: z.optional(z.string()),
	lines: z.optional(z.string()),
	hide: z.optional(z.string()),
});
export type ChartSearch = z.infer<typeof ChartSearch>;
