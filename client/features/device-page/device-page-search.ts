import { searchTexts } from "../../search-text";

// The start chunk of every page holds this file: only search parameters belong here.

const deviceTabs = ["overview", "log", "alerts", "settings"] as const;
export type DeviceTab = (typeof deviceTabs)[number];

/** An address with an unknown tab opens the first one. `lines` and `hide` are of the chart. */
export const DevicePageSearch = searchTexts(["tab", "quantity", "lines", "hide"]);
export type DevicePageSearch = ReturnType<typeof DevicePageSearch>;

export function tabFromSearch({ tab }: DevicePageSearch): DeviceTab {
	return deviceTabs.find((known) => known === tab) ?? "overview";
}
