import { searchTexts } from "../../search-text";

// Its own file: every screen loads the search parameters of all routes.

/** An address without a known quantity shows the one most devices measure. */
export const GroupPageSearch = searchTexts(["quantity", "lines", "hide"]);
export type GroupPageSearch = ReturnType<typeof GroupPageSearch>;

/** `copy` is a group to begin from, `filter` the criteria of a list of devices as JSON. */
export const NewGroupSearch = searchTexts(["copy", "filter"]);
