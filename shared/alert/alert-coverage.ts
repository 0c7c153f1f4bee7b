import * as z from "zod/mini";
import { AlertId, ChannelId, ContactId, DeviceId, RosterId } from "../base/ids";
import type { Formula } from "../device/derived/formula";
import { ChannelUnit } from "../device/device-terms";
import { Quantity } from "../formats/units";
import { DeliveryChannel } from "../message/message";
import { StoppedAlerts } from "../message/stopped-alerts";

const named = <Id extends z.ZodMiniType>(id: Id) => z.object({ id, name: z.string() });

const gap = <Shape extends z.ZodMiniType>(shape: Shape) => z.object({ count: z.number(), listed: z.array(shape) });

const SilentChannel = z.object({
	id: ChannelId,
	name: z.string(),
	deviceId: DeviceId,
	deviceName: z.string(),
	formula: z.optional(z.string()),
	computedAs: z.optional(z.custom<Formula>()),
	lastAt: z.nullable(z.number()),
});
export type SilentChannel = z.infer<typeof SilentChannel>;

const UnwatchedKind = z.object({
	quantity: Quantity,
	unit: z.string(),
	count: z.number(),
	listed: z.array(
		z.object({
			id: ChannelId,
			name: z.string(),
			deviceId: DeviceId,
			deviceName: z.string(),
			formula: z.optional(z.string()),
			computedAs: z.optional(z.custom<Formula>()),
		}),
	),
});
export type UnwatchedKind = z.infer<typeof UnwatchedKind>;

/** Gaps in the alerts of enabled rules, within the caller's scope. Times are epoch ms. */
export const AlertCoverage = z.object({
	devicesWithoutRule: gap(named(DeviceId)),
	unwatchedChannels: z.array(UnwatchedKind),
	/** Channels without recent readings on devices that still upload. */
	silentChannels: gap(SilentChannel),
	/** Rules whose contacts have no verified address, are paused or opted out of alerts. */
	rulesWithoutContact: gap(named(AlertId)),
	/** Rules that cannot be evaluated. Absent: the backend is of an earlier release. */
	rulesNotEvaluated: z.optional(gap(named(AlertId))),
	/** Critical rules with hours in which all their contacts have quiet hours. */
	rulesAllQuiet: gap(named(AlertId)),
	stoppedAlerts: gap(StoppedAlerts),
	/** Rosters with a time in the next weeks in which no one on duty can be reached, or no one is on duty. */
	rosterGaps: z.optional(
		gap(z.extend(named(RosterId), { from: z.number(), to: z.number(), contactName: z.nullable(z.string()) })),
	),
	contactsNeverTested: gap(named(ContactId)),
	/** Delivery channels that send nothing until `until`, because the account's quota of messages is used up. */
	spentChannels: gap(z.object({ channel: DeliveryChannel, until: z.number() })),
	deviceCount: z.number(),
	ruleCount: z.number(),
});
export type AlertCoverage = z.infer<typeof AlertCoverage>;

export const GetUnwatched = z.object({ quantity: Quantity, unit: ChannelUnit });
export type GetUnwatched = z.infer<typeof GetUnwatched>;

/** Defaults for a new rule about all unwatched channels of a quantity and unit. */
export const UnwatchedChannels = z.object({
	quantity: Quantity,
	unit: z.string(),
	channels: z.number(),
	/** Common name of these channels, if others of the quantity are watched. Null: any name. */
	name: z.nullable(z.string()),
	/** No channel of the account is compared, so the rule may watch every device. */
	isEvery: z.boolean(),
	deviceIds: z.array(DeviceId),
	hasRanges: z.boolean(),
});
export type UnwatchedChannels = z.infer<typeof UnwatchedChannels>;
