import { searchTexts } from "../../base/search-text";
import { chartTexts } from "../../chart/chart-search";

// The start chunk of every page holds this file: only search parameters belong here.

export const deviceTabs = ["overview", "log", "distribution", "alerts", "settings"] as const;
export type DeviceTab = (typeof deviceTabs)[number];

export const DevicePageSearch = searchTexts([...chartTexts, "tab", "range", "view"]);
export type DevicePageSearch = ReturnType<typeof DevicePageSearch>;

export function tabFromSearch({ tab }: DevicePageSearch): DeviceTab {
	return deviceTabs.find((known) => known === tab) ?? "overview";
}
