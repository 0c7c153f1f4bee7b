import { searchTexts } from "../../base/search-text";

// A file of its own: every page loads the search parameters of all routes.

/** `tab` "runs" shows the runs, otherwise the definition. `run`: the open run. */
export const ReportSearch = searchTexts(["tab", "run"]);
export type ReportSearch = ReturnType<typeof ReportSearch>;

/** `summary` "yes" adds it to excursions. Lists are comma-separated; `channels` as `channelsText` writes them; `from` and `to` in epoch ms, in `zone`. */
export const NewReportSearch = searchTexts([
	"template",
	"type",
	"summary",
	"device",
	"group",
	"channels",
	"from",
	"to",
	"zone",
]);
export type NewReportSearch = ReturnType<typeof NewReportSearch>;
