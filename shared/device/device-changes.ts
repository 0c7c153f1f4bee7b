import * as z from "zod/mini";
import { DeviceId } from "../base/ids";
import { DeviceListRow } from "./device";

/** Which state of the list a copy holds, as the response that made it says. */
const KnownList = z.object({ life: z.string().check(z.regex(/^[0-9a-f-]{36}\/(all|[0-9a-f]{64})$/)), seq: z.int() });
export type KnownList = z.infer<typeof KnownList>;

export const GetDeviceChanges = z.optional(z.object({ since: z.optional(KnownList) }));
export type GetDeviceChanges = z.infer<typeof GetDeviceChanges>;

export const DeviceChanges = z.object({
	/** For the next question. */
	known: KnownList,
	/** `rows` is the list: nothing of the copy is kept. */
	isWhole: z.boolean(),
	/** By id: new ones and changed ones. */
	rows: z.array(DeviceListRow),
	gone: z.array(DeviceId),
});
export type DeviceChanges = z.infer<typeof DeviceChanges>;
