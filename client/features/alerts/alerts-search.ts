import { searchTexts } from "../../base/search-text";
import { listParameters } from "../../ui/table/list-search";

// Apart from the queries: what routes read of an address is in the code of every page, also before a sign-in.

/** `view` "rules": the rules; else the events. `status` and `severity` are lists; `of`: the event whose parts are meant. */
export const AlertsSearch = searchTexts([...listParameters, "view", "rule", "device", "group", "of"]);
export type AlertsSearch = ReturnType<typeof AlertsSearch>;

/** `contact`: for whom the page states why. */
export const EventSearch = searchTexts(["contact"]);
export type EventSearch = ReturnType<typeof EventSearch>;

/**
 * What a new rule begins from: a template, a rule to copy, devices or groups, both comma-separated, or the channels of
 * a quantity and unit ("temperature °C") that no rule compares.
 */
export const NewAlertSearch = searchTexts(["template", "copy", "device", "group", "unwatched"]);
export type NewAlertSearch = ReturnType<typeof NewAlertSearch>;
