import * as z from "zod/mini";
import { DeviceId, GroupId } from "../base/ids";
import { setOf } from "../base/input-bounds";

/** Of the account's readings, what a user has. `day`: the UTC day then, since the epoch. */
export const ReadingsPosition = z.object({ seq: z.int(), change: z.int(), day: z.int() });
export type ReadingsPosition = z.infer<typeof ReadingsPosition>;

/**
 * `changed`: what one has of the device from `from` to before `to` is read again; `removed`: it is dropped; `deleted`:
 * all of the device is. Null: without a beginning or an end. `eventsGone`: lines of its log and events of alerts of these
 * days may have been deleted too, so that these are read again as well.
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
	/** Absent: everything that is stored. */
	since: z.optional(ReadingsPosition),
	deviceIds: z.optional(setOf(DeviceId, 1_000)),
	groupIds: z.optional(setOf(GroupId, 1_000)),
	/** Of the page before: up to where it answers, and its last device. */
	after: z.optional(z.object({ until: ReadingsPosition, deviceId: DeviceId })),
	limit: z.int().check(z.minimum(1), z.maximum(10_000)),
});
export type GetReadingChanges = z.infer<typeof GetReadingChanges>;

/** In the order of devices. `until`: what to ask with next time. */
export const ReadingChangePage = z.object({
	changes: z.array(ReadingChange),
	until: ReadingsPosition,
	/** Null: this page is the last. */
	lastDeviceId: z.nullable(DeviceId),
});
export type ReadingChangePage = z.infer<typeof ReadingChangePage>;
