import { searchTexts } from "../../base/search-text";

// Its own file: every screen loads the search parameters of all routes.

/** `copy` is a group to begin from, `filter` the criteria of a list of devices as JSON. */
export const NewGroupSearch = searchTexts(["copy", "filter"]);
