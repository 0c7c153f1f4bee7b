import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { DeviceId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { Quantity } from "../formats/units";

export const trendDevices = 60;

export const GetTrends = z.object({
	quantity: Quantity,
	deviceIds: setOf(DeviceId, trendDevices, { none: errorKey("device.choose") }),
});
export type GetTrends = z.infer<typeof GetTrends>;

/** `course`: half-hour means up to now of the quantity's first channel; null: no reading. `low`, `high`: its limits. */
export type DeviceTrend = { deviceId: string; course: (number | null)[]; low?: number | null; high?: number | null };
