import { keptWishes } from "../../ui/table/column-preferences";
import type { DevicesSearch } from "./devices-search";

/** In a file of its own: the route asks before the list's code is there, and every screen loads what it asks. */

export const listName = "devices";

/** Columns whose values are asked for on demand; their ids say which. */
export const factColumnIds = ["logging", "upload", "retention", "storage", "created"];

export function isSortedByFact({ sort }: DevicesSearch): boolean {
	return factColumnIds.includes(sort?.replace(/^-/, "") ?? "");
}

/** Whether the list is about to show facts, by its address and the columns this browser remembers. */
export function areFactsAsked(search: DevicesSearch): boolean {
	const { added } = keptWishes(listName);
	return isSortedByFact(search) || factColumnIds.some((id) => added.includes(id));
}
