import * as z from "zod/mini";
import { errorKey } from "../../base/error-key";
import { ChannelId, DeviceId, UndoId } from "../../base/ids";
import { setOf } from "../../base/input-bounds";
import { limits } from "../../base/limits";
import { Quantity } from "../../formats/units";
import { ChannelName } from "../device-terms";
import { DerivedDefinition, DerivedKind, DerivedSource, mostDerivedSources } from "./definition";
import type { Formula } from "./formula";

export const AddDerivedChannel = z.object({
	deviceId: DeviceId,
	version: z.int(),
	name: ChannelName,
	definition: DerivedDefinition,
});
export type AddDerivedChannel = z.infer<typeof AddDerivedChannel>;

/** Kind, quantity and unit cannot change, except quantity and unit of a linear channel. Returns the Device. */
export const ChangeDerivedChannel = z.object({
	channelId: ChannelId,
	version: z.int(),
	name: z.optional(ChannelName),
	definition: DerivedDefinition,
});
export type ChangeDerivedChannel = z.infer<typeof ChangeDerivedChannel>;

export const RemoveDerivedChannel = z.object({ channelId: ChannelId, version: z.int() });
export type RemoveDerivedChannel = z.infer<typeof RemoveDerivedChannel>;

export const PreviewDerivedChannel = z.object({ deviceId: DeviceId, definition: DerivedDefinition });
export type PreviewDerivedChannel = z.infer<typeof PreviewDerivedChannel>;

const named = z.array(z.object({ id: z.string(), name: z.string() }));

/** Times are epoch ms, ascending. At most 1,000 values: further ones are thinned out, and counted. */
export const DerivedPreview = z.object({
	channel: z.object({ quantity: Quantity, unit: z.string(), decimals: z.number() }),
	formula: z.string(),
	computedAs: z.optional(z.custom<Formula>()),
	from: z.number(),
	to: z.number(),
	at: z.array(z.number()),
	value: z.array(z.number()),
	values: z.number(),
	/** Readings of the driver at which another source has none, or the sources make none. */
	without: z.number(),
	lowest: z.nullable(z.number()),
	highest: z.nullable(z.number()),
	/** Enabled rules on all channels of this quantity and unit, which will watch the channel as well. */
	rules: z.optional(named),
});
export type DerivedPreview = z.infer<typeof DerivedPreview>;

export const GetDerivedPairing = z.object({
	deviceId: DeviceId,
	channelIds: setOf(ChannelId, mostDerivedSources, { none: errorKey("channel.choose") }),
});
export type GetDerivedPairing = z.infer<typeof GetDerivedPairing>;

/** `pairedShare`: of the driver's readings of the last day, 0 to 1. Null: it has none. */
export const DerivedPairing = z.object({
	driver: ChannelId,
	toleranceSeconds: z.number(),
	pairedShare: z.nullable(z.number()),
});
export type DerivedPairing = z.infer<typeof DerivedPairing>;

export const GetDerivedUses = z.object({ channelId: ChannelId });
export type GetDerivedUses = z.infer<typeof GetDerivedUses>;

export const DerivedUses = z.object({ rules: named, reports: named, walls: named });
export type DerivedUses = z.infer<typeof DerivedUses>;

const NamedDefinition = z.object({
	kind: DerivedKind,
	sources: z
		.array(z.object({ role: DerivedSource.shape.role, channelName: ChannelName }))
		.check(z.minLength(1), z.maxLength(mostDerivedSources)),
	driver: ChannelName,
	toleranceSeconds: DerivedDefinition.shape.toleranceSeconds,
	options: DerivedDefinition.shape.options,
});
export type NamedDefinition = z.infer<typeof NamedDefinition>;

export const AddDerivedChannels = z.object({
	deviceIds: setOf(DeviceId, limits.devicesPerChange, { none: errorKey("device.choose") }),
	name: ChannelName,
	definition: NamedDefinition,
});
export type AddDerivedChannels = z.infer<typeof AddDerivedChannels>;

/** `skipped`: devices without such channels, with the name taken, or at a limit; by reason. `undoId` null: nothing was added. */
export const AddedDerivedChannels = z.object({
	added: z.number(),
	undoId: z.nullable(UndoId),
	skipped: z.array(z.object({ reason: z.string(), reasonKey: z.optional(z.string()), devices: z.number() })),
});
export type AddedDerivedChannels = z.infer<typeof AddedDerivedChannels>;

export const GetCounterProposal = z.object({ channelId: ChannelId });
export type GetCounterProposal = z.infer<typeof GetCounterProposal>;

/** `options` of a use of the channel. `falls`: how often `seen` was seen. */
export const CounterProposal = z.object({
	options: z.object({ resets: z.enum(["never", "daily", "rollsOver"]), rollsOverAt: z.optional(z.number()) }),
	seen: z.enum(["noFall", "resets", "midnight", "rollOver", "countsDown"]),
	falls: z.number(),
});
export type CounterProposal = z.infer<typeof CounterProposal>;

export const UseStep = z.enum(["hour", "day", "week", "month"]);
export type UseStep = z.infer<typeof UseStep>;

/** A period of a use channel: a day in hours, a month in days, 12 weeks or 12 months. `offset`: periods back. */
export const GetCounterUse = z.object({
	channelId: ChannelId,
	step: UseStep,
	offset: z.int().check(z.minimum(0), z.maximum(1_000)),
});
export type GetCounterUse = z.infer<typeof GetCounterUse>;

/**
 * Bars follow the device's clock, so days have 23 to 25 hours. Times are epoch ms, half-open. `use` null: no reading.
 * `since`: time of the reading before the bar, if a whole bar is between. The bar's use counts from then on.
 */
export const CounterUse = z.object({
	from: z.number(),
	to: z.number(),
	total: z.number(),
	cost: z.nullable(z.object({ amount: z.number(), currency: z.string() })),
	bars: z.array(
		z.object({ from: z.number(), to: z.number(), use: z.nullable(z.number()), since: z.nullable(z.number()) }),
	),
});
export type CounterUse = z.infer<typeof CounterUse>;
