import * as z from "zod/mini";
import { AlertId, ChannelId, ContactId, DeviceId } from "../base/ids";
import { ChannelUnit } from "../device/device-terms";
import { Quantity } from "../formats/units";
import { DeliveryChannel } from "../message/message";
import { StoppedAlerts } from "../message/stopped-alerts";

/** What no one would be notified of, or would not get. Times are epoch ms. */

const named = <Id extends z.ZodMiniType>(id: Id) => z.object({ id, name: z.string() });

/** Some of them, and how many there are. */
const gap = <Shape extends z.ZodMiniType>(shape: Shape) => z.object({ count: z.number(), listed: z.array(shape) });

/** `lastAt` null: it never had a reading. */
const SilentChannel = z.object({
	id: ChannelId,
	name: z.string(),
	deviceId: DeviceId,
	deviceName: z.string(),
	lastAt: z.nullable(z.number()),
});
export type SilentChannel = z.infer<typeof SilentChannel>;

/** Some of the channels of one quantity and unit, and how many there are. */
const UnwatchedKind = z.object({
	quantity: Quantity,
	unit: z.string(),
	count: z.number(),
	listed: z.array(z.object({ id: ChannelId, name: z.string(), deviceId: DeviceId, deviceName: z.string() })),
});
export type UnwatchedKind = z.infer<typeof UnwatchedKind>;

/** Of rules that are switched on, within what the caller sees. */
export const AlertCoverage = z.object({
	devicesWithoutRule: gap(named(DeviceId)),
	/** No rule compares their readings. */
	unwatchedChannels: z.array(UnwatchedKind),
	/** The device uploads, and they have no reading for long. */
	silentChannels: gap(SilentChannel),
	/** Whose contacts have no verified address, are paused or want no alerts. */
	rulesWithoutContact: gap(named(AlertId)),
	/** That cannot be evaluated, so that they watch nothing. Absent: an earlier release does not know it. */
	rulesNotEvaluated: z.optional(gap(named(AlertId))),
	/** Critical ones, with hours in which every contact they reach is in quiet hours. */
	rulesAllQuiet: gap(named(AlertId)),
	/** By recipients, of contacts that rules name. */
	stoppedAlerts: gap(StoppedAlerts),
	/** That rules name, and that never got any message. */
	contactsNeverTested: gap(named(ContactId)),
	/** By which nothing more goes until then, as the account's share of messages is used up. */
	spentChannels: gap(z.object({ channel: DeliveryChannel, until: z.number() })),
	/** What was looked at. */
	deviceCount: z.number(),
	ruleCount: z.number(),
});
export type AlertCoverage = z.infer<typeof AlertCoverage>;

export const GetUnwatched = z.object({ quantity: Quantity, unit: ChannelUnit });
export type GetUnwatched = z.infer<typeof GetUnwatched>;

/** What one rule for all channels of a quantity and unit begins from that no rule compares. */
export const UnwatchedChannels = z.object({
	quantity: Quantity,
	unit: z.string(),
	channels: z.number(),
	/** All of them have it, and other channels of this quantity have others; null: whatever their names. */
	name: z.nullable(z.string()),
	/** No channel of the account is compared: the rule may watch every device. */
	isEvery: z.boolean(),
	deviceIds: z.array(DeviceId),
	/** Each has both ends of an expected range. */
	hasRanges: z.boolean(),
});
export type UnwatchedChannels = z.infer<typeof UnwatchedChannels>;
