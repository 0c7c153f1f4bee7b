import { searchTexts } from "../../../base/search-text";
import { chartTexts } from "../../../chart/chart-search";

/**
 * `from` and `to` (UTC ms) link to exactly one span, whose days `zone` bounds. `sort`: `oldest`, `device`, or
 * `highest.` or `lowest.` and a quantity; `of`: the quantity or channel of `value`.
 */
export const LogSearch = searchTexts([
	...chartTexts,
	...(["range", "offset", "from", "to", "zone", "device", "group", "channel", "kind", "level", "text"] as const),
	...(["value", "only", "form", "raw", "sort", "of", "view"] as const),
]);
export type LogSearch = ReturnType<typeof LogSearch>;
