import * as z from "zod/mini";
import { ListSearch } from "../../ui/table/list-search";

// Apart from the queries: what routes read of an address is in the code of every page, also before a sign-in.

/** `view` "rules": the rules; else the events. `status` and `severity` are lists. */
export const AlertsSearch = z.extend(ListSearch, {
	view: z.optional(z.string()),
	rule: z.optional(z.string()),
	device: z.optional(z.string()),
	group: z.optional(z.string()),
	/** The event of the account whose parts are meant. */
	of: z.optional(z.string()),
});
export type AlertsSearch = z.infer<typeof AlertsSearch>;

/** `contact`: for whom the page says why. */
export const EventSearch = z.object({ contact: z.optional(z.string()) });
export type EventSearch = z.infer<typeof EventSearch>;

/** What a new rule begins from: a template, a rule to copy, devices or groups, both comma-separated. */
export const NewAlertSearch = z.object({
	template: z.optional(z.string()),
	copy: z.optional(z.string()),
	device: z.optional(z.string()),
	group: z.optional(z.string()),
});
export type NewAlertSearch = z.infer<typeof NewAlertSearch>;
