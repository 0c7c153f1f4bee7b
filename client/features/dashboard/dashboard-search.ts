import { searchTexts } from "../../base/search-text";

/** `group` is a group's id, `period` is 24h or 7d. */
export const DashboardSearch = searchTexts(["group", "period"]);
export type DashboardSearch = ReturnType<typeof DashboardSearch>;
