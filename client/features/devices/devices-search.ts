import type { TextColumn } from "../../../shared/base/plain-fields";
import type { ArchivedFilter } from "../../../shared/device/device";
import { searchTexts } from "../../base/search-text";
import { storedPreferences } from "../../ui/table/column-preferences";

// The start chunk of every page holds this file: only search parameters belong here.

/** Named here and not derived, since the table of the texts would come with the start chunk. */
const textParameters = ["model", "firmware", "site"] as const satisfies TextColumn[];

/**
 * The list's search parameters: lists are comma-separated, a leading minus sorts downwards. `battery` (percent), `signal`
 * (dBm), `memory` (percent) and `silent` (hours) are limits; `lack` is what is missing for an alert to reach anybody,
 * `readings` is about uploads, `clock` about wrong clocks; `add` and `import` open a dialog.
 */
export const devicesParameters = [
	...(["q", "status", "alert", "group", "tag", ...textParameters, "power", "lack", "readings", "clock"] as const),
	...(["battery", "signal", "memory", "silent", "archived", "sort", "add", "import"] as const),
];
export const DevicesSearch = searchTexts(devicesParameters);
export type DevicesSearch = ReturnType<typeof DevicesSearch>;

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
