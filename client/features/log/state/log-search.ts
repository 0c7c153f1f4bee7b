import * as z from "zod/mini";
import { ChartSearch } from "../../../chart/chart-search";

/** The log's search parameters; `from` and `to` (UTC ms) make a link to exactly one span, `zone` is the zone whose days bound it. */
export const LogSearch = z.extend(ChartSearch, {
	range: z.optional(z.string()),
	offset: z.optional(z.string()),
	from: z.optional(z.string()),
	to: z.optional(z.string()),
	zone: z.optional(z.string()),
	device: z.optional(z.string()),
	group: z.optional(z.string()),
	channel: z.optional(z.string()),
	kind: z.optional(z.string()),
	level: z.optional(z.string()),
	text: z.optional(z.string()),
	value: z.optional(z.string()),
	only: z.optional(z.string()),
	form: z.optional(z.string()),
	raw: z.optional(z.string()),
	/** `oldest`, or `highest` or `lowest` with a quantity behind a point. */
	sort: z.optional(z.string()),
	/** The quantity or the channel that `value` is of. */
	of: z.optional(z.string()),
});
export type LogSearch = z.infer<typeof LogSearch>;
