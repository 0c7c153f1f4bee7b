import * as z from "zod/mini";
import { ChartSearch } from "../../chart/chart-search";

// The start chunk of every page holds this file: only search parameters belong here.

export const DeviceTab = z.enum(["overview", "log", "alerts", "settings"]);
export type DeviceTab = z.infer<typeof DeviceTab>;

/** Texts, not enums: an address with an unknown tab opens the first one. */
export const DevicePageSearch = z.extend(ChartSearch, { tab: z.optional(z.string()) });
export type DevicePageSearch = z.infer<typeof DevicePageSearch>;

export function tabFromSearch({ tab }: DevicePageSearch): DeviceTab {
	const known = DeviceTab.safeParse(tab);
	return known.success ? known.data : "overview";
}
