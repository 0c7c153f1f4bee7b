import * as z from "zod/mini";
import { DeviceId } from "./ids";

/** `included: null` means no limit. */
export const UsageMeter = z.object({
	meter: z.enum(["devices", "users", "storageBytes"]),
	used: z.number(),
	included: z.nullable(z.number()),
});
export type UsageMeter = z.infer<typeof UsageMeter>;

export const BillingSummary = z.object({
	planName: z.string(),
	status: z.enum(["trial", "active", "past_due", "canceled"]),
	trialEndsAt: z.nullable(z.date()),
	usage: z.array(UsageMeter),
});
export type BillingSummary = z.infer<typeof BillingSummary>;

export const DeviceStorage = z.object({
	deviceId: DeviceId,
	name: z.string(),
	readings: z.number(),
	usedBytes: z.number(),
	oldestReadingAt: z.nullable(z.date()),
	newestReadingAt: z.nullable(z.date()),
});
export type DeviceStorage = z.infer<typeof DeviceStorage>;

export const StorageDetails = z.object({
	usedBytes: z.number(),
	quotaBytes: z.number(),
	readings: z.number(),
	oldestReadingAt: z.nullable(z.date()),
	/** Average of the last 30 days. */
	growthBytesPerDay: z.number(),
	/** When the quota is reached at the current growth; null if it is not growing. */
	fullAt: z.nullable(z.date()),
	devices: z.array(DeviceStorage),
});
export type StorageDetails = z.infer<typeof StorageDetails>;
