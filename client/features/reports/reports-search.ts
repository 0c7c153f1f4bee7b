import { searchTexts } from "../../base/search-text";

// A file of its own: every page loads the search parameters of all routes.

/** `tab` "runs" shows the runs, otherwise the definition. `run`: the open run. */
export const ReportSearch = searchTexts(["tab", "run"]);
export type ReportSearch = ReturnType<typeof ReportSearch>;

/**
 * What a new report begins from: a template or a type; devices or groups (comma-separated); `channels` in the form of
 * `channelsText`; `from` and `to` in epoch ms, `zone`.
 */
export const NewReportSearch = searchTexts(["template", "type", "device", "group", "channels", "from", "to", "zone"]);
export type NewReportSearch = ReturnType<typeof NewReportSearch>;
