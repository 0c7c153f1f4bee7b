import type { TextColumn } from "../../../shared/base/plain-fields";
import type { ArchivedFilter } from "../../../shared/device/device";
import { searchTexts } from "../../base/search-text";

// The start chunk of every page holds this file: only search parameters belong here.

/** Listed here: deriving it would load the table of texts with the start chunk. */
const textParameters = ["model", "firmware", "site"] as const satisfies TextColumn[];

/**
 * Lists are comma-separated, a leading minus sorts downwards. Limits: `battery` and `memory` (percent), `signal` (dBm),
 * `silent` (hours). `lack`: what an alert misses; `readings`: uploads; `clock`: wrong clocks; `add` and `import` open a
 * dialog.
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

const scannedPrefix = "serial:";

export const addWithSerial = (serial: string) => `${scannedPrefix}${serial}`;

export function scannedSerial({ add = "" }: DevicesSearch): string {
	return add.startsWith(scannedPrefix) ? add.slice(scannedPrefix.length) : "";
}

export function isSortedByFact({ sort }: DevicesSearch): boolean {
	return factColumnIds.includes(sort?.replace(/^-/, "") ?? "");
}
