import { searchTexts } from "../base/search-text";

// Its own file: the start chunk of every page holds the search parameters of all routes.

/**
 * Texts: an unknown quantity shows the one most devices measure. `hide` is of the lines that are shown, `against` the
 * earlier time that they are compared with, `second` the quantity on the other axis.
 */
export const chartTexts = ["quantity", "lines", "hide", "against", "second"] as const;
export const ChartSearch = searchTexts(chartTexts);
export type ChartSearch = ReturnType<typeof ChartSearch>;
