import * as z from "zod/mini";
import { DeviceId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { Quantity } from "../formats/units";

/** As many as the rows of a list that are in sight. */
export const trendDevices = 60;

export const GetTrends = z.object({
	quantity: Quantity,
	deviceIds: setOf(DeviceId, trendDevices, { none: "Choose at least one device." }),
});
export type GetTrends = z.infer<typeof GetTrends>;

/** Of the first channel of the quantity: means of the half hours up to now, null where there is none. */
export type DeviceTrend = { deviceId: string; course: (number | null)[] };
