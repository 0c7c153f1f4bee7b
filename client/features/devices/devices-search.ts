import * as z from "zod/mini";

/**
 * The list's search parameters: lists are comma-separated, a leading minus sorts downwards. `battery` (percent), `signal`
 * (dBm), `memory` (percent) and `silent` (hours) are limits; `lack` is of what nobody would be told, `readings` of uploads,
 * `clock` of clocks that are wrong; `add` and `import` open a dialog.
 */
export const DevicesSearch = z.object({
	q: z.optional(z.string()),
	status: z.optional(z.string()),
	alert: z.optional(z.string()),
	group: z.optional(z.string()),
	tag: z.optional(z.string()),
	model: z.optional(z.string()),
	firmware: z.optional(z.string()),
	site: z.optional(z.string()),
	power: z.optional(z.string()),
	lack: z.optional(z.string()),
	readings: z.optional(z.string()),
	clock: z.optional(z.string()),
	battery: z.optional(z.string()),
	signal: z.optional(z.string()),
	memory: z.optional(z.string()),
	silent: z.optional(z.string()),
	shelf: z.optional(z.string()),
	sort: z.optional(z.string()),
	add: z.optional(z.string()),
	import: z.optional(z.string()),
});
export type DevicesSearch = z.infer<typeof DevicesSearch>;
