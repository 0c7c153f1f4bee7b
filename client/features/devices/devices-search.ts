import * as z from "zod/mini";
import type { ArchivedFilter } from "../../../shared/device";
import type { TextColumn } from "../../../shared/plain-fields";
import { storedPreferences } from "../../ui/table/column-preferences";

// The start chunk of every page holds this file: only search parameters belong here.

const text = z.optional(z.string());
/** Named here and not derived, since the table of the texts would come with the start chunk. */
const textParameters = { model: text, firmware: text, site: text } satisfies Record<TextColumn, typeof text>;

/**
 * The list's search parameters: lists are comma-separated, a leading minus sorts downwards. `battery` (percent), `signal`
 * (dBm), `memory` (percent) and `silent` (hours) are limits; `lack` is what is missing for an alert to reach anybody,
 * `readings` is about uploads, `clock` about wrong clocks; `add` and `import` open a dialog.
 */
export const DevicesSearch = z.object({
	q: text,
	status: text,
	alert: text,
	group: text,
	tag: text,
	...textParameters,
	power: text,
	lack: text,
	readings: text,
	clock: text,
	battery: text,
	signal: text,
	memory: text,
	silent: text,
	archived: text,
	sort: text,
	add: text,
	import: text,
});

export type DevicesSearch = z.infer<typeof DevicesSearch>;

export const listName = "devices";

export const factColumnIds = ["logging", "upload", "retention", "storage", "created"];

export function archivedFilter({ archived }: DevicesSearch): ArchivedFilter {
	return archived === "archived" ? "archived" : "current";
}

export function isSortedByFact({ sort }: DevicesSearch): boolean {
	return factColumnIds.includes(sort?.replace(/^-/, "") ?? "");
}

/** By the address and the columns this browser remembers. */
export function areFactsRequested(search: DevicesSearch): boolean {
	const { added } = storedPreferences(listName);
	return isSortedByFact(search) || factColumnIds.some((id) => added.includes(id));
}
