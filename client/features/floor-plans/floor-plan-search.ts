import { searchTexts } from "../../base/search-text";

// A file of its own: the start chunk of every page holds the search parameters of all routes.

/** `at`: epoch ms of a past quarter of an hour. */
export const FloorPlanSearch = searchTexts(["plan", "at"]);
export type FloorPlanSearch = ReturnType<typeof FloorPlanSearch>;
