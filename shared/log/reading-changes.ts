import * as z from "zod/mini";
import { DeviceId, GroupId } from "../base/ids";
import { setOf } from "../base/input-bounds";

/** The part of the account's changes that the caller has. `day`: UTC day since the epoch. */
export const ReadingsPosition = z.object({ seq: z.int(), change: z.int(), day: z.int() });
export type ReadingsPosition = z.infer<typeof ReadingsPosition>;

/**
 * `changed`: fetch the device's readings from `from` to before `to` again; `removed`: drop them; `deleted`: drop the
 * device.
 * Null: unbounded. `eventsGone`: fetch log lines and alert events of these days again too.
 */
export const ReadingChange = z.object({
	deviceId: DeviceId,
	change: z.enum(["changed", "removed", "deleted"]),
	from: z.nullable(z.date()),
	to: z.nullable(z.date()),
	eventsGone: z.boolean(),
});
export type ReadingChange = z.infer<typeof ReadingChange>;

export const GetReadingChanges = z.object({
	since: z.optional(ReadingsPosition),
	deviceIds: z.optional(setOf(DeviceId, 1_000)),
	groupIds: z.optional(setOf(GroupId, 1_000)),
	after: z.optional(z.object({ until: ReadingsPosition, deviceId: DeviceId })),
	limit: z.int().check(z.minimum(1), z.maximum(10_000)),
});
export type GetReadingChanges = z.infer<typeof GetReadingChanges>;

/** Changes are ordered by device. `until`: the next `since`. */
export const ReadingChangePage = z.object({
	changes: z.array(ReadingChange),
	until: ReadingsPosition,
	lastDeviceId: z.nullable(DeviceId),
});
export type ReadingChangePage = z.infer<typeof ReadingChangePage>;
