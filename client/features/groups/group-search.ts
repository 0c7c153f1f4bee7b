import { searchTexts } from "../../base/search-text";
import { chartTexts } from "../../chart/chart-search";

/** `view` "mapping" shows the mapping studies, "plans" the floor plans: `plan` is open, at the quarter of an hour `at` (epoch ms). */
export const GroupSearch = searchTexts([...chartTexts, "view", "plan", "at"]);

/** `copy`: a group to begin from; `filter`: criteria of a device list as JSON. */
export const NewGroupSearch = searchTexts(["copy", "filter"]);
