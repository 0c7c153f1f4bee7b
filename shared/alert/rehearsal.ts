import * as z from "zod/mini";
import { ChannelId, DeviceId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { Instant, isInOrder } from "../base/instant";
import { Quantity } from "../formats/units";
import { TimeZoneRule, TimezoneOffset } from "../time/time-zones";
import { CreateAlert } from "./alert";
import { AlertSeverity } from "./conditions/terms";

/** What a rule that is not saved yet would have done: the events that its devices would have had. */

/** What of a rule decides about events and who is notified of them. */
export const RehearsalDraft = z.pick(CreateAlert, {
	rule: true,
	severity: true,
	scope: true,
	contactIds: true,
	contactGroupIds: true,
});
export type RehearsalDraft = z.infer<typeof RehearsalDraft>;

export const RehearsalDays = z.union([z.literal(7), z.literal(30)]);
export type RehearsalDays = z.infer<typeof RehearsalDays>;

/** `after`: the last device of the response before; absent: from the first. */
export const RehearseAlert = z.extend(RehearsalDraft, { days: RehearsalDays, after: z.optional(DeviceId) });
export type RehearseAlert = z.infer<typeof RehearseAlert>;

/** Times are epoch ms. `to` null: still open; `peak` is what the rule compares; `sentAt`: when its message was due. */
export const Excursion = z.object({
	channelId: z.nullable(ChannelId),
	from: z.number(),
	to: z.nullable(z.number()),
	peak: z.number(),
	/** How many of one upload it stands for; absent: it is one. */
	crossings: z.optional(z.number()),
	severity: AlertSeverity,
	sentAt: z.number(),
});
export type Excursion = z.infer<typeof Excursion>;

/** A channel's trend in equal parts of the time: the least and the greatest value of each; null: no reading. */
export const RehearsedChannel = z.object({
	id: ChannelId,
	name: z.string(),
	quantity: Quantity,
	unit: z.string(),
	decimals: z.number(),
	low: z.array(z.nullable(z.number())),
	high: z.array(z.nullable(z.number())),
});
export type RehearsedChannel = z.infer<typeof RehearsedChannel>;

/** `excursions`: the latest first and not all of very many; times in total are within the requested time. */
export const RehearsedDevice = z.object({
	id: DeviceId,
	name: z.string(),
	count: z.number(),
	longestMs: z.number(),
	totalMs: z.number(),
	hasReadings: z.boolean(),
	excursions: z.array(Excursion),
	/** What the rule's hours let no one see; absent: it has no hours, or they hid nothing. */
	hidden: z.optional(z.array(Excursion)),
	hiddenCount: z.optional(z.number()),
	/** Of the device. */
	clock: z.optional(z.object({ timezoneOffset: TimezoneOffset, timeZoneRule: TimeZoneRule })),
	channels: z.array(RehearsedChannel),
});
export type RehearsedDevice = z.infer<typeof RehearsedDevice>;

/** `sent`: messages that would have begun an event; `woken`: those of them in the quiet hours of the contact, or at night where there are none; `heldBack`: by quiet hours or the rule's. */
export const RehearsedContact = z.object({
	id: z.string(),
	name: z.string(),
	timeZone: z.string(),
	hasQuietHours: z.boolean(),
	sent: z.number(),
	woken: z.number(),
	heldBack: z.number(),
});
export type RehearsedContact = z.infer<typeof RehearsedContact>;

/** Of the devices that would be watched now; `after` goes on behind these, null: these are the last. */
export const Rehearsal = z.object({
	from: z.number(),
	until: z.number(),
	deviceCount: z.number(),
	devices: z.array(RehearsedDevice),
	contacts: z.array(RehearsedContact),
	after: z.nullable(DeviceId),
});
export type Rehearsal = z.infer<typeof Rehearsal>;

/** One slice of a device's readings, by time: as differences to the one before, to be short. */
export const GetRehearsalPage = z
	.object({
		deviceId: DeviceId,
		channelIds: setOf(ChannelId, 100),
		from: Instant,
		to: Instant,
		cursor: z.optional(z.string().check(z.maxLength(64))),
	})
	.check(isInOrder);
export type GetRehearsalPage = z.infer<typeof GetRehearsalPage>;
