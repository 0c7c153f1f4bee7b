import * as z from "zod/mini";
import { ChannelId, DeviceId, GroupId } from "./ids";
import { limits } from "./limits";
import { RangeType, TimeZoneRule, TimezoneOffset, Zone } from "./time-zones";
import { Quantity } from "./units";

export const LogEntryKind = z.enum(["reading", "event", "alert", "config", "note", "system"]);
export type LogEntryKind = z.infer<typeof LogEntryKind>;

/** `from` and `to` (UTC ms) win over `rangeType` and `offset`: they make exact links. */
export const GetLogs = z.object({
	rangeType: RangeType,
	/** Whole ranges back; 0 is the running one. */
	offset: z.int().check(z.minimum(0), z.maximum(100_000)),
	from: z.optional(z.int()),
	to: z.optional(z.int()),
	deviceIds: z.optional(z.array(DeviceId).check(z.maxLength(1_000))),
	groupIds: z.optional(z.array(GroupId).check(z.maxLength(100))),
	channelIds: z.optional(z.array(ChannelId).check(z.maxLength(1_000))),
	kinds: z.optional(z.array(LogEntryKind)),
	zone: z.optional(Zone),
	cursor: z.optional(z.string().check(z.maxLength(200))),
	limit: z.optional(z.int().check(z.minimum(1), z.maximum(limits.logEntriesPerPage))),
});
export type GetLogs = z.infer<typeof GetLogs>;

export const LogDevice = z.object({
	id: DeviceId,
	name: z.string(),
	timezoneOffset: TimezoneOffset,
	timeZoneRule: TimeZoneRule,
});
export type LogDevice = z.infer<typeof LogDevice>;

export const LogChannel = z.object({
	id: ChannelId,
	deviceId: DeviceId,
	name: z.string(),
	quantity: Quantity,
	unit: z.string(),
	decimals: z.number(),
});
export type LogChannel = z.infer<typeof LogChannel>;

/**
 * Readings as equally long columns, newest first. Times are epoch ms; `channel` indexes
 * `channels`, which names the device. Columns cost a sixth of the CPU of objects with dates.
 */
export const ReadingColumns = z.object({
	readingAt: z.array(z.number()),
	receivedAt: z.array(z.number()),
	channel: z.array(z.number()),
	value: z.array(z.number()),
});
export type ReadingColumns = z.infer<typeof ReadingColumns>;

export const LogEvent = z.object({
	id: z.string(),
	deviceId: z.nullable(DeviceId),
	at: z.number(),
	kind: LogEntryKind,
	level: z.enum(["info", "warning", "error"]),
	text: z.string(),
});
export type LogEvent = z.infer<typeof LogEvent>;

export const LogPage = z.object({
	/** The span asked for, UTC ms, and the zone it was cut in. */
	from: z.number(),
	to: z.number(),
	zone: Zone,
	devices: z.array(LogDevice),
	channels: z.array(LogChannel),
	readings: ReadingColumns,
	events: z.array(LogEvent),
	/** Null on the last page. */
	nextCursor: z.nullable(z.string()),
	/** Newest reading before `from` of the devices asked for, for "go there" on an empty range. */
	previousReadingAt: z.nullable(z.number()),
});
export type LogPage = z.infer<typeof LogPage>;
