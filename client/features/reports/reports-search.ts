import { searchTexts } from "../../base/search-text";
import { listParameters } from "../../ui/table/list-search";

// A file of its own: every page loads the search parameters of all routes.

/** `view`: "rounds" (`round`: one, or `new`; `tab`: `do` or `edit`) or "certificates", otherwise reports. */
export const ReportsSearch = searchTexts([...listParameters, "view", "round", "tab"]);

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
