import * as z from "zod/mini";
import { dayMs } from "../base/durations";
import { errorKey } from "../base/error-key";
import { foldText } from "../base/fold-text";
import { AlertEventId, AttachmentId, ChannelId, DeviceId, GroupId, idSchema } from "../base/ids";
import { lengthBeforeCleaning, setOf } from "../base/input-bounds";
import { Instant } from "../base/instant";
import { limits } from "../base/limits";
import { lineText, paragraphText } from "../base/name-text";
import { ByReceipt, ReceivedUntil } from "../base/receipt";
import type { Formula } from "../device/derived/formula";
import { displayFormats } from "../formats/display-formats-schema";
import { Quantity } from "../formats/units";
import { RangeType, TimeZoneRule, TimezoneOffset, Zone } from "../time/time-zones";
import { SaidData } from "../words/said-data";
import { Holding } from "./holding";
import { ReadingMark } from "./reading-marks";
import { ReadingSummary } from "./reading-summary";

export const LogEntryKind = z.enum(["reading", "event", "alert", "config", "note", "system"]);
export type LogEntryKind = z.infer<typeof LogEntryKind>;

export const LogLevel = z.enum(["info", "warning", "error"]);
export type LogLevel = z.infer<typeof LogLevel>;

/** Inclusive, at least one bound, in the unit of each channel. Applies to one channel, one quantity, or all. */
export const ValueRange = z
	.object({
		min: z.optional(z.number()),
		max: z.optional(z.number()),
		quantity: z.optional(Quantity),
		channelId: z.optional(ChannelId),
	})
	.check(
		z.refine(({ min, max }) => min !== undefined || max !== undefined, errorKey("log.range")),
		z.refine(({ min, max }) => min === undefined || max === undefined || min <= max, errorKey("log.rangeOrder")),
	);
export type ValueRange = z.infer<typeof ValueRange>;

/** `from` and `to` (UTC ms) override `rangeType` and `offset`, for exact links. */
export const GetLogs = z.object({
	rangeType: RangeType,
	offset: z.int().check(z.minimum(0), z.maximum(100_000)),
	from: z.optional(Instant),
	to: z.optional(Instant),
	deviceIds: z.optional(setOf(DeviceId, 1_000)),
	groupIds: z.optional(setOf(GroupId, 100)),
	channelIds: z.optional(setOf(ChannelId, 1_000)),
	kinds: z.optional(setOf(LogEntryKind, LogEntryKind.options.length)),
	levels: z.optional(setOf(LogLevel, LogLevel.options.length, { none: errorKey("choose.level") })),
	/** Matches an entry's text, its author, or the name of its device or channel. Ignores case. */
	text: z.optional(
		z
			.string()
			.check(
				lengthBeforeCleaning(limits.logSearchLength),
				z.trim(),
				z.minLength(1),
				z.maxLength(limits.logSearchLength),
			),
	),
	/** This and the next three exclude events, and return all readings of a device and time if one passes every filter. */
	values: z.optional(ValueRange),
	isOutOfLimits: z.optional(z.boolean()),
	/** Arrived later than the device's offline limit, and than 15 minutes. */
	isLate: z.optional(z.boolean()),
	/** Ends a gap, or precedes one that lasts until now: more than three usual intervals, and half an hour. */
	isAfterGap: z.optional(z.boolean()),
	zone: z.optional(Zone),
	weekStart: z.optional(displayFormats.weekStart),
	/**
	 * Default: newest first. `by-device`: by name, each newest first, then entries without a device.
	 * `highest-first`, `lowest-first`: the 1,000 extreme readings of `quantity` on one page.
	 */
	order: z.optional(z.enum(["newest-first", "oldest-first", "by-device", "highest-first", "lowest-first"])),
	quantity: z.optional(Quantity),
	/** With `since`: entries other than readings by receipt, oldest first. Only `from` and `to` bound the range. */
	byReceipt: z.optional(ByReceipt),
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
	byReceipt: true,
	cursor: true,
	limit: true,
} as const;

/** Chart of one quantity in a log view, thinned to the width in pixels. */
export const GetSeries = z.extend(z.omit(GetLogs, notOfSeries), {
	/** Absent: the quantity of most channels with readings; battery and signal come last. */
	quantity: z.optional(Quantity),
	isEveryQuantity: z.optional(z.boolean()),
	/** Ids of other quantities are ignored. If none is left: the first channels by name of device. */
	shown: z.optional(setOf(ChannelId, limits.seriesChosen)),
	pixels: z.int().check(z.minimum(50), z.maximum(4_000)),
});
export type GetSeries = z.infer<typeof GetSeries>;

export const GetEventSeries = z.object({
	eventId: AlertEventId,
	pixels: z.int().check(z.minimum(50), z.maximum(4_000)),
});
export type GetEventSeries = z.infer<typeof GetEventSeries>;

export const GetSeriesChoice = z.extend(
	z.omit(GetSeries, { pixels: true, shown: true, isEveryQuantity: true, quantity: true }),
	{ quantity: Quantity },
);
export type GetSeriesChoice = z.infer<typeof GetSeriesChoice>;

/** `from` and `to` are UTC ms. Omits deleted channels. */
export const GetSeriesSummary = z.object({
	from: Instant,
	to: Instant,
	channelIds: setOf(ChannelId, limits.seriesChannels, { none: errorKey("channel.chooseSome") }),
});
export type GetSeriesSummary = z.infer<typeof GetSeriesSummary>;

export const SeriesSummary = z.array(z.extend(ReadingSummary, { channelId: ChannelId }));
export type SeriesSummary = z.infer<typeof SeriesSummary>;

export const SeriesChoice = z.array(
	z.object({ id: ChannelId, name: z.string(), deviceName: z.string(), hasReadings: z.boolean() }),
);
export type SeriesChoice = z.infer<typeof SeriesChoice>;

export const NoteText = paragraphText(500, errorKey("note.missing"));

const LogEntryId = idSchema("logEntry");
const NoteKindId = z.string().check(z.regex(/^[0-9a-z]{1,12}$/, errorKey("id.invalid")));

const longestNoteDays = 366;

const noteFields = {
	deviceId: z.nullable(DeviceId),
	groupId: z.optional(z.nullable(GroupId)),
	text: NoteText,
	kindId: z.optional(z.nullable(NoteKindId)),
	/** The note that this one replaces. */
	corrects: z.optional(LogEntryId),
};

type Noted = {
	deviceId: string | null;
	groupId?: string | null | undefined;
	at: number;
	endsAt?: number | null | undefined;
};

const hasOneSubject = z.refine<Noted>(({ deviceId, groupId }) => deviceId === null || (groupId ?? null) === null, {
	path: ["groupId"],
	error: errorKey("note.oneSubject"),
});
const endsLater = z.refine<Noted>(({ at, endsAt }) => endsAt == null || endsAt > at, {
	path: ["endsAt"],
	error: errorKey("time.afterBeginning"),
});
const isShort = z.refine<Noted>(({ at, endsAt }) => endsAt == null || endsAt - at <= longestNoteDays * dayMs, {
	path: ["endsAt"],
	error: errorKey("days.atOnce", { most: longestNoteDays }),
});

/** `deviceId` and `groupId` null: about the account. With `endsAt` about the span from `at`, epoch ms. */
export const AddNote = z
	.object({
		...noteFields,
		at: Instant,
		endsAt: z.optional(z.nullable(Instant)),
		attachmentId: z.optional(z.nullable(AttachmentId)),
	})
	.check(hasOneSubject, endsLater, isShort);
export type AddNote = z.infer<typeof AddNote>;

/** A note of a program, whose times `Time` reads. */
export function sentNote<Time extends z.ZodMiniType<number>>(Time: Time) {
	return z.object({ ...noteFields, at: Time, endsAt: z.optional(z.nullable(Time)) });
}

/** A kind that is no longer offered is still named by its notes. */
export const NoteKind = z.object({ id: NoteKindId, name: z.string(), isRetired: z.optional(z.boolean()) });
export type NoteKind = z.infer<typeof NoteKind>;

const mostNoteKinds = 30;

/** Kinds that are not listed are no longer offered. An entry without an id is new. */
export const SaveNoteKinds = z.object({
	kinds: z.array(z.object({ id: z.optional(NoteKindId), name: lineText(40, errorKey("note.kindMissing")) })).check(
		z.maxLength(mostNoteKinds, errorKey("note.kindsTooMany", { most: mostNoteKinds })),
		z.refine(
			(kinds) => new Set(kinds.map(({ name }) => foldText(name))).size === kinds.length,
			errorKey("note.kindTwice"),
		),
	),
});
export type SaveNoteKinds = z.infer<typeof SaveNoteKinds>;

export const LogDevice = z.object({
	id: DeviceId,
	name: z.string(),
	timezoneOffset: TimezoneOffset,
	timeZoneRule: TimeZoneRule,
	/** Delay (ms) from which readings are late. Only in pages of readings. */
	lateAfterMs: z.optional(z.number()),
});
export type LogDevice = z.infer<typeof LogDevice>;

export const deletedDeviceName = "A deleted device";

export const LogChannel = z.object({
	id: ChannelId,
	deviceId: DeviceId,
	name: z.string(),
	quantity: Quantity,
	unit: z.string(),
	decimals: z.number(),
	min: z.optional(z.nullable(z.number())),
	max: z.optional(z.nullable(z.number())),
	/** Number that determines the channel's color and never changes. Absent: no readings yet. */
	colour: z.optional(z.int()),
	/** Its values add up over time: the use of a counter. Only in series. */
	isSummed: z.optional(z.boolean()),
	formula: z.optional(z.string()),
	computedAs: z.optional(z.custom<Formula>()),
	/** Since then the channel is computed as now, epoch ms: its definition, a source's unit or the altitude changed. */
	computedSince: z.optional(z.number()),
});
export type LogChannel = z.infer<typeof LogChannel>;

/** Columns of equal length. Times are epoch ms; `channel` indexes `channels`. A sixth of the CPU of objects. */
export const ReadingColumns = z.object({
	readingAt: z.array(z.number()),
	receivedAt: z.array(z.number()),
	channel: z.array(z.number()),
	value: z.array(z.number()),
	/** Sent value where a calibration changed it, otherwise null. Absent: nothing is calibrated. */
	raw: z.optional(z.array(z.nullable(z.number()))),
	/** Null: an ordinary reading. Absent: none is marked. */
	mark: z.optional(z.array(z.nullable(ReadingMark))),
	/** Gap before the reading (ms), 0: none. Only if gaps are requested. */
	gapMs: z.optional(z.array(z.number())),
	silentMs: z.optional(z.array(z.number())),
});
export type ReadingColumns = z.infer<typeof ReadingColumns>;

export const LogEvent = z.object({
	id: z.string(),
	deviceId: z.nullable(DeviceId),
	at: z.number(),
	kind: LogEntryKind,
	level: LogLevel,
	text: z.string(),
	author: z.nullable(z.string()),
	authorId: z.optional(z.string()),
	alertEventId: z.optional(AlertEventId),
	said: z.optional(z.nullable(SaidData)),
	/** Fields of notes. */
	endsAt: z.optional(z.number()),
	groupId: z.optional(GroupId),
	groupName: z.optional(z.string()),
	kindId: z.optional(z.string()),
	noteKind: z.optional(z.string()),
	corrects: z.optional(z.string()),
	correctedBy: z.optional(z.string()),
	attachmentId: z.optional(AttachmentId),
	attachmentName: z.optional(z.string()),
});
export type LogEvent = z.infer<typeof LogEvent>;

export const LogPage = z.object({
	/** UTC ms, and the zone of the span. */
	from: z.number(),
	to: z.number(),
	zone: Zone,
	/** Devices of the entries, including archived ones. Events without one belong to a deleted device. */
	devices: z.array(LogDevice),
	channels: z.array(LogChannel),
	readings: ReadingColumns,
	events: z.array(LogEvent),
	nextCursor: z.nullable(z.string()),
	receivedUntil: ReceivedUntil,
	/** Newest reading before `from`, for a link on an empty range. */
	previousReadingAt: z.nullable(z.number()),
});
export type LogPage = z.infer<typeof LogPage>;

/** `bucketMs` 0: single readings, `min` and `max` empty. Otherwise `at` is a bucket's start, `value` its mean. */
export const ChannelSeries = z.object({
	channel: z.number(),
	at: z.array(z.number()),
	value: z.array(z.number()),
	min: z.array(z.number()),
	max: z.array(z.number()),
	/** A value's mark: null or "saturated". A bucket has it if one of its values has. Absent: no value has a mark. */
	mark: z.optional(z.array(z.nullable(ReadingMark))),
	sum: z.optional(z.array(z.number())),
	/** Longer pauses are gaps. Null: too few readings. */
	gapMs: z.nullable(z.number()),
	/** Doubtful and excluded readings, in none of the columns above. Absent: none. In buckets the farthest of each. */
	marked: z.optional(z.object({ at: z.array(z.number()), value: z.array(z.number()), mark: z.array(ReadingMark) })),
	/** How long single readings hold, for figures equal to the server's. */
	holding: z.optional(Holding),
});
export type ChannelSeries = z.infer<typeof ChannelSeries>;

/** Time of a device in alert or offline, or of a note. `to` null: it lasts. */
export const LogSpan = z.object({
	kind: z.enum(["alert", "offline", "note"]),
	deviceId: DeviceId,
	from: z.number(),
	to: z.nullable(z.number()),
	text: z.string(),
	said: z.optional(z.nullable(SaidData)),
	alertEventId: z.nullable(AlertEventId),
});
export type LogSpan = z.infer<typeof LogSpan>;

/** `from` and `to` are UTC ms. */
export const SeriesPage = z.object({
	from: z.number(),
	to: z.number(),
	zone: Zone,
	bucketMs: z.number(),
	quantities: z.array(Quantity),
	quantity: z.nullable(Quantity),
	devices: z.array(LogDevice),
	channels: z.array(LogChannel),
	series: z.array(ChannelSeries),
	leftOut: z.number(),
	/** Spans of the returned devices that overlap the range. Absent: unknown. */
	spans: z.optional(z.array(LogSpan)),
});
export type SeriesPage = z.infer<typeof SeriesPage>;
