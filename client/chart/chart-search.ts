// A file of its own: the start chunk of every page holds the search parameters of all routes.

/** `hide`: hidden lines; `against`: the compared earlier time; `second`: a quantity drawn below. */
export const chartTexts = ["quantity", "lines", "hide", "against", "second"] as const;
export type ChartSearch = { [Text in (typeof chartTexts)[number]]?: string | undefined };
