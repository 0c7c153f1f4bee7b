import * as z from "zod/mini";
import type { DeviceShelf } from "../../../shared/device";
import { recordOf, textColumns } from "../../../shared/plain-fields";
import { storedPreferences } from "../../ui/table/column-preferences";

// The start chunk of every page holds this file: only search parameters belong here.

/**
 * The list's search parameters: lists are comma-separated, a leading minus sorts downwards. `battery` (percent), `signal`
 * (dBm), `memory` (percent) and `silent` (hours) are limits; `lack` is what is missing for an alert to reach anybody,
 * `readings` is about uploads, `clock` about wrong clocks; `add` and `import` open a dialog.
 */
export const DevicesSearch = z.object({
	q: z.optional(z.string()),
	status: z.optional(z.string()),
	alert: z.optional(z.string()),
	group: z.optional(z.string()),
	tag: z.optional(z.string()),
	...recordOf(textColumns, () => z.optional(z.string())),
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

export const listName = "devices";

export const factColumnIds = ["logging", "upload", "retention", "storage", "created"];

export function archivedFilter({ shelf }: DevicesSearch): DeviceShelf {
	return shelf === "archived" ? "archived" : "current";
}

export function isSortedByFact({ sort }: DevicesSearch): boolean {
	return factColumnIds.includes(sort?.replace(/^-/, "") ?? "");
}

/** By the address and the columns this browser remembers. */
export function areFactsRequested(search: DevicesSearch): boolean {
	const { added } = storedPreferences(listName);
	return isSortedByFact(search) || factColumnIds.some((id) => added.includes(id));
}
