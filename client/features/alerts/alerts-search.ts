import { searchTexts } from "../../base/search-text";
import { listParameters } from "../../ui/table/list-search";

// A file of its own without queries: every page loads the search parameters of all routes.

/**
 * `view` "rules" shows rules, otherwise events. `status` and `severity` are lists; `of`: the event whose parts are
 * listed.
 */
export const AlertsSearch = searchTexts([...listParameters, "view", "rule", "device", "group", "of"]);
export type AlertsSearch = ReturnType<typeof AlertsSearch>;

/** `contact`: the page explains this contact's messages. */
export const EventSearch = searchTexts(["contact"]);
export type EventSearch = ReturnType<typeof EventSearch>;

/**
 * What a new rule begins from: a template, a rule to copy, devices or groups (comma-separated), or a quantity and unit
 * ("temperature °C") whose channels no rule compares.
 */
export const NewAlertSearch = searchTexts(["template", "copy", "device", "group", "unwatched"]);
export type NewAlertSearch = ReturnType<typeof NewAlertSearch>;
