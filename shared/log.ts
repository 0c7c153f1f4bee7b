import * as z from "zod/mini";
import { ChannelId, DeviceId, GroupId } from "./ids";
import { limits } from "./limits";
import { RangeType, TimeZoneRule, TimezoneOffset, Zone } from "./time-zones";
import { Quantity } from "./units";

export const LogEntryKind = z.enum(["reading", "event", "alert", "config", "note", "system"]);
export type LogEntryKind = z.infer<typeof LogEntryKind>;

export const LogLevel = z.enum(["info", "warning", "error"]);
export type LogLevel = z.infer<typeof LogLevel>;

/** Values of a reading, both ends included; one of them at least is said. */
export const ValueRange = z.object({ min: z.optional(z.number()), max: z.optional(z.number()) }).check(
	z.refine(({ min, max }) => min !== undefined || max !== undefined, "Enter a lowest or a highest value."),
	z.refine(({ min, max }) => min === undefined || max === undefined || min <= max, "Must not be below the lowest."),
);
export type ValueRange = z.infer<typeof ValueRange>;

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
	/** Only readings have none, so with it there are none. */
	levels: z.optional(z.array(LogLevel).check(z.minLength(1), z.maxLength(LogLevel.options.length))),
	/** What an entry says, who wrote it, or the name of its device or channel. Case does not count. */
	text: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.logSearchLength))),
	/**
	 * With any of these there are readings alone. What a device read at one time stays together: all of it is
	 * answered where one reading passes every filter.
	 */
	values: z.optional(ValueRange),
	isOutOfLimits: z.optional(z.boolean()),
	/** Received later after it was read than its device may be silent, and than a quarter of an hour. */
	isLate: z.optional(z.boolean()),
	/** Ends a gap of its channel: a pause of more than three usual intervals of the span's readings. */
	isAfterGap: z.optional(z.boolean()),
	zone: z.optional(Zone),
	/** Readings and events alike; newest first where nothing is said. */
	order: z.optional(z.enum(["newest-first", "oldest-first"])),
	cursor: z.optional(z.string().check(z.maxLength(200))),
	limit: z.optional(z.int().check(z.minimum(1), z.maximum(limits.logEntriesPerPage))),
});
export type GetLogs = z.infer<typeof GetLogs>;

const notOfSeries = {
	kinds: true,
	levels: true,
	values: true,
	isOutOfLimits: true,
	isLate: true,
	isAfterGap: true,
	order: true,
	cursor: true,
	limit: true,
} as const;

/** The chart of the same view: what `GetLogs` names, of one quantity, thinned to the pixels there are. */
export const GetSeries = z.extend(z.omit(GetLogs, notOfSeries), {
	/** Absent: the quantity with the most channels that have readings, what devices measure before battery and signal. */
	quantity: z.optional(Quantity),
	/** Lines of whatever is measured, for pictures that stand side by side; `quantity` says nothing then. */
	isEveryQuantity: z.optional(z.boolean()),
	/** Width of the drawing; a channel gets no more points than a few for each. */
	pixels: z.int().check(z.minimum(50), z.maximum(4_000)),
});
export type GetSeries = z.infer<typeof GetSeries>;

export const NoteText = z
	.string()
	.check(z.trim(), z.minLength(1, "Enter a note."), z.maxLength(500, "At most 500 characters."));

/** `deviceId` null: about the account. `at` is epoch ms. */
export const AddNote = z.object({ deviceId: z.nullable(DeviceId), at: z.int(), text: NoteText });
export type AddNote = z.infer<typeof AddNote>;

export const LogDevice = z.object({
	id: DeviceId,
	name: z.string(),
	timezoneOffset: TimezoneOffset,
	timeZoneRule: TimeZoneRule,
	/** How long after it was read (ms) a reading of it arrives late; a page of readings tells it. */
	lateAfterMs: z.optional(z.number()),
});
export type LogDevice = z.infer<typeof LogDevice>;

/** How a device is called that nothing is kept of any more. */
export const deletedDeviceName = "A deleted device";

export const LogChannel = z.object({
	id: ChannelId,
	deviceId: DeviceId,
	name: z.string(),
	quantity: Quantity,
	unit: z.string(),
	decimals: z.number(),
	/** What a sound reading lies between, in its unit; null or absent: nothing is said. */
	min: z.optional(z.nullable(z.number())),
	max: z.optional(z.nullable(z.number())),
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
	/** What was sent, where it reads otherwise by a calibration, and null elsewhere; absent: it reads as it was sent. */
	raw: z.optional(z.array(z.nullable(z.number()))),
	/** How long nothing had been read of its channel (ms), 0 where that is no gap; told where gaps are asked for. */
	gapMs: z.optional(z.array(z.number())),
});
export type ReadingColumns = z.infer<typeof ReadingColumns>;

export const LogEvent = z.object({
	id: z.string(),
	deviceId: z.nullable(DeviceId),
	at: z.number(),
	kind: LogEntryKind,
	level: LogLevel,
	text: z.string(),
	/** Who wrote it, as they were called then; null for what the system says. */
	author: z.nullable(z.string()),
});
export type LogEvent = z.infer<typeof LogEvent>;

export const LogPage = z.object({
	/** The span asked for, UTC ms, and the zone it was cut in. */
	from: z.number(),
	to: z.number(),
	zone: Zone,
	/** All that the readings and events are of, those out of use too; an event of any other is of one that is gone. */
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

/**
 * One channel's line. `bucketMs` 0: its readings, with `min` and `max` empty. Otherwise one point for each bucket
 * that holds a reading: `at` is the bucket's beginning and `value` its mean, `min` and `max` its band.
 */
export const ChannelSeries = z.object({
	/** Indexes `channels`. */
	channel: z.number(),
	at: z.array(z.number()),
	value: z.array(z.number()),
	min: z.array(z.number()),
	max: z.array(z.number()),
	/** A pause longer than this is a gap and is not drawn across; null where too little is known. */
	gapMs: z.nullable(z.number()),
});
export type ChannelSeries = z.infer<typeof ChannelSeries>;

export const SeriesPage = z.object({
	/** The span asked for, UTC ms, and the zone it was cut in. */
	from: z.number(),
	to: z.number(),
	zone: Zone,
	/** 0: readings as they are. Of calendar buckets (a day and longer) the usual length. */
	bucketMs: z.number(),
	/** Every quantity that has readings in the span, the one to show first in front. */
	quantities: z.array(Quantity),
	/** The one that is answered; null where nothing has readings. */
	quantity: z.nullable(Quantity),
	devices: z.array(LogDevice),
	channels: z.array(LogChannel),
	series: z.array(ChannelSeries),
	/** Channels of this quantity with readings that are left out, as more lines are no picture. */
	leftOut: z.number(),
});
export type SeriesPage = z.infer<typeof SeriesPage>;
