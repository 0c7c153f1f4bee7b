import { searchTexts } from "../../base/search-text";

/** `copy`: a group to begin from; `filter`: criteria of a device list as JSON. */
export const NewGroupSearch = searchTexts(["copy", "filter"]);
