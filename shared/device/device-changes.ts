import * as z from "zod/mini";
import { DeviceId } from "../base/ids";
import { DeviceListRow } from "./device";

const KnownList = z.object({ life: z.string().check(z.regex(/^[0-9a-f-]{36}\/(all|[0-9a-f]{64})$/)), seq: z.int() });
export type KnownList = z.infer<typeof KnownList>;

export const GetDeviceChanges = z.optional(z.object({ since: z.optional(KnownList) }));
export type GetDeviceChanges = z.infer<typeof GetDeviceChanges>;

export const DeviceChanges = z.object({
	known: KnownList,
	isWhole: z.boolean(),
	rows: z.array(DeviceListRow),
	gone: z.array(DeviceId),
});
export type DeviceChanges = z.infer<typeof DeviceChanges>;
