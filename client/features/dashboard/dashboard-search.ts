import { searchTexts } from "../../base/search-text";

/** `group` is a group's id, `period` is 24h or 7d and opens the history of the fleet, `steps` brings the first steps back. */
export const DashboardSearch = searchTexts(["group", "period", "steps"]);
export type DashboardSearch = ReturnType<typeof DashboardSearch>;
