import * as z from "zod/mini";

export const DeviceTab = z.enum(["overview", "log", "alerts", "settings"]);
export type DeviceTab = z.infer<typeof DeviceTab>;

/** Text rather than the enum: an address that names no tab opens the first. */
export const DevicePageSearch = z.object({ tab: z.optional(z.string()) });
export type DevicePageSearch = z.infer<typeof DevicePageSearch>;

export function tabFromSearch({ tab }: DevicePageSearch): DeviceTab {
	const known = DeviceTab.safeParse(tab);
	return known.success ? known.data : "overview";
}
