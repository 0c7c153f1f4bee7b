import { searchTexts } from "../../../base/search-text";
import { chartTexts } from "../../../chart/chart-search";

/**
 * The log's search parameters; `from` and `to` (UTC ms) make a link to exactly one span, `zone` is the zone whose days
 * bound it. `sort` is `oldest`, or `highest` or `lowest` with a quantity behind a point; `of` is the quantity or the
 * channel that `value` is of.
 */
export const LogSearch = searchTexts([
	...chartTexts,
	...(["range", "offset", "from", "to", "zone", "device", "group", "channel", "kind", "level", "text"] as const),
	...(["value", "only", "form", "raw", "sort", "of"] as const),
]);
export type LogSearch = ReturnType<typeof LogSearch>;
