import * as z from "zod/mini";
import { ChannelId, DeviceId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { Instant, isInOrder } from "../base/instant";
import type { Formula } from "../device/derived/formula";
import { Quantity } from "../formats/units";
import { TimeZoneRule, TimezoneOffset } from "../time/time-zones";
import { CreateAlert } from "./alert";
import { AlertNotification } from "./alert-rule";
import { AlertSeverity } from "./conditions/terms";

/** A rehearsal: the engine runs an unsaved rule over stored readings. */

const { roles, rosterIds } = AlertNotification.shape;

export const RehearsalDraft = z.extend(
	z.pick(CreateAlert, { rule: true, severity: true, scope: true, contactIds: true, contactGroupIds: true }),
	{ notification: z.optional(z.object({ roles, rosterIds })) },
);
export type RehearsalDraft = z.infer<typeof RehearsalDraft>;

export const RehearsalDays = z.union([z.literal(7), z.literal(30)]);
export type RehearsalDays = z.infer<typeof RehearsalDays>;

export const RehearseAlert = z.extend(RehearsalDraft, { days: RehearsalDays, after: z.optional(DeviceId) });
export type RehearseAlert = z.infer<typeof RehearseAlert>;

/** Times are epoch ms. `to` null: still open; `peak`: as the rule compares it; `sentAt`: when its message was due. */
export const Excursion = z.object({
	channelId: z.nullable(ChannelId),
	from: z.number(),
	to: z.nullable(z.number()),
	peak: z.number(),
	crossings: z.optional(z.number()),
	severity: AlertSeverity,
	sentAt: z.number(),
});
export type Excursion = z.infer<typeof Excursion>;

/** `low` and `high`: extremes of equal parts of the time; null: no reading. */
export const RehearsedChannel = z.object({
	id: ChannelId,
	name: z.string(),
	quantity: Quantity,
	unit: z.string(),
	decimals: z.number(),
	formula: z.optional(z.string()),
	computedAs: z.optional(z.custom<Formula>()),
	low: z.array(z.nullable(z.number())),
	high: z.array(z.nullable(z.number())),
});
export type RehearsedChannel = z.infer<typeof RehearsedChannel>;

/** `excursions`: latest first, possibly cut. Totals are within the requested time, ms. */
export const RehearsedDevice = z.object({
	id: DeviceId,
	name: z.string(),
	count: z.number(),
	longestMs: z.number(),
	totalMs: z.number(),
	hasReadings: z.boolean(),
	excursions: z.array(Excursion),
	hidden: z.optional(z.array(Excursion)),
	hiddenCount: z.optional(z.number()),
	clock: z.optional(z.object({ timezoneOffset: TimezoneOffset, timeZoneRule: TimeZoneRule })),
	channels: z.array(RehearsedChannel),
});
export type RehearsedDevice = z.infer<typeof RehearsedDevice>;

/** `sent`: first messages. `woken`: sent in quiet hours, or at night if there are none. */
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

export const Rehearsal = z.object({
	from: z.number(),
	until: z.number(),
	deviceCount: z.number(),
	devices: z.array(RehearsedDevice),
	contacts: z.array(RehearsedContact),
	after: z.nullable(DeviceId),
});
export type Rehearsal = z.infer<typeof Rehearsal>;

/** Readings of a device, by time, as differences to the previous one. */
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
