import { searchTexts } from "../../search-text";

/**
 * The log's search parameters; `from` and `to` (UTC ms) make a link to exactly one span, `zone` is the zone whose days
 * bound it. `sort` is `oldest`, or `highest` or `lowest` with a quantity behind a point; `of` is the quantity or the
 * channel that `value` is of; `lines` are the chart's channels, `hide` those hidden in its legend.
 */
export const LogSearch = searchTexts([
	...(["range", "offset", "from", "to", "zone", "device", "group", "channel", "kind", "level", "text"] as const),
	...(["value", "only", "quantity", "form", "raw", "sort", "of", "lines", "hide"] as const),
]);
export type LogSearch = ReturnType<typeof LogSearch>;
