import * as z from "zod/mini";
import { AlertId, ChannelId, ContactId, DeviceId } from "./ids";
import { DeliveryChannel } from "./message";

/** What nobody would be notified of, or would not get. Times are epoch ms. */

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

/** Of rules that are switched on, within what the caller sees. */
export const AlertCoverage = z.object({
	devicesWithoutRule: gap(named(DeviceId)),
	/** The device uploads, and they have no reading for long. */
	silentChannels: gap(SilentChannel),
	/** Whose contacts have no verified address, are paused or want no alerts. */
	rulesWithoutContact: gap(named(AlertId)),
	/** Critical ones, with hours in which every contact they reach is in quiet hours. */
	rulesAllQuiet: gap(named(AlertId)),
	/** That rules name, and that never got any message. */
	contactsNeverTested: gap(named(ContactId)),
	/** By which nothing more goes until then, as the account's share of messages is used up. */
	spentChannels: gap(z.object({ channel: DeliveryChannel, until: z.number() })),
	/** What was looked at. */
	deviceCount: z.number(),
	ruleCount: z.number(),
});
export type AlertCoverage = z.infer<typeof AlertCoverage>;
