import { searchTexts } from "../base/search-text";

/** `a` to `d`: the compared spans, each `<channel or device id>.<from>.<to>` with UTC ms; `per`: a row of the table. */
export const CompareSearch = searchTexts(["a", "b", "c", "d", "per"]);
export type CompareSearch = ReturnType<typeof CompareSearch>;
