import { searchTexts } from "../../base/search-text";
import { listParameters } from "../../ui/table/list-search";

// A file of its own without queries: every page loads the search parameters of all routes.

/**
 * `view` "rules" shows rules, "rosters" who is on duty (`roster`: one, or `new`), otherwise events. `status` and `severity` are lists; `of`: an event, to list its parts.
 */
export const AlertsSearch = searchTexts([
	...listParameters,
	"view",
	"rule",
	"roster",
	"device",
	"group",
	"of",
	"whose",
]);
export type AlertsSearch = ReturnType<typeof AlertsSearch>;

export const EventSearch = searchTexts(["contact"]);
export type EventSearch = ReturnType<typeof EventSearch>;

/** Devices and groups are comma-separated. `unwatched`: a quantity and unit ("temperature °C"). */
export const NewAlertSearch = searchTexts(["template", "copy", "device", "group", "unwatched"]);
export type NewAlertSearch = ReturnType<typeof NewAlertSearch>;
