import { searchTexts } from "../../base/search-text";

/** `group`: a group's id; `period`: 24h or 7d, opens the fleet's history; `steps`: shows the first steps again. */
export const DashboardSearch = searchTexts(["group", "period", "steps"]);
export type DashboardSearch = ReturnType<typeof DashboardSearch>;
