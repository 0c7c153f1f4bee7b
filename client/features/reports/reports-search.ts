import { searchTexts } from "../../base/search-text";

// Apart from the values: what routes read of an address is in the code of every page, also before a sign-in.

/** `tab` "runs": what it has made; else its definition. `run`: the one that is opened. */
export const ReportSearch = searchTexts(["tab", "run"]);
export type ReportSearch = ReturnType<typeof ReportSearch>;

/**
 * What a new report begins from: a template or a type; devices or groups, both comma-separated; `channels` as
 * `channelsText` writes them; `from` and `to` in epoch ms, in `zone`.
 */
export const NewReportSearch = searchTexts(["template", "type", "device", "group", "channels", "from", "to", "zone"]);
export type NewReportSearch = ReturnType<typeof NewReportSearch>;
