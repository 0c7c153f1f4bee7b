import * as z from "zod/mini";
import { dayMs } from "../base/durations";
import { ChannelId } from "../base/ids";
import type { DerivedKind } from "../device/derived/definition";
import { isDirection, type Quantity } from "../formats/units";
import { GetSeries, LogChannel, LogDevice } from "./log";

export const longestFromReadingsMs = 31 * dayMs;
/** A map of more days would have cells thinner than a pixel. */
export const mostMapDays = 400;

export const shownPercents = [5, 50, 95] as const;

/** `mapOf`: the channel whose hours are mapped. Absent: the first one with a distribution. */
export const GetDistribution = z.extend(z.omit(GetSeries, { pixels: true, isEveryQuantity: true }), {
	mapOf: z.optional(ChannelId),
});
export type GetDistribution = z.infer<typeof GetDistribution>;

/** Readings are weighed by the time for which they hold. Shares are 0 to 1, values in the channel's unit. */
const ValueFigures = z.object({
	lowest: z.number(),
	percentiles: z.array(z.number()),
	highest: z.number(),
	mean: z.number(),
	belowMs: z.number(),
	aboveMs: z.number(),
	histogram: z.object({ low: z.number(), width: z.number(), ms: z.array(z.number()) }),
	curve: z.object({ value: z.array(z.number()), share: z.array(z.number()) }),
});
export type ValueFigures = z.infer<typeof ValueFigures>;

export const Distribution = z.object({
	channel: z.number(),
	isOf: z.enum(["readings", "means"]),
	/** With `unknownMs` the span up to now. */
	knownMs: z.number(),
	unknownMs: z.number(),
	/** From single readings in any span. Null: no limits. */
	outMs: z.nullable(z.number()),
	figures: z.nullable(ValueFigures),
});
export type Distribution = z.infer<typeof Distribution>;

export const NoDistribution = z.enum(["angle", "use"]);
export type NoDistribution = z.infer<typeof NoDistribution>;

/** The unit of a direction; other angles have no common unit. */
const degrees = "°";

export function reasonAgainst(
	{ quantity, unit }: { quantity: Quantity; unit: string },
	kind: DerivedKind | undefined,
): NoDistribution | null {
	if (isDirection(quantity) || unit === degrees) return "angle";
	return kind === "use" ? "use" : null;
}

/** `from` and `to` are UTC ms. */
export const DistributionPage = z.object({
	from: z.number(),
	to: z.number(),
	devices: z.array(LogDevice),
	channels: z.array(LogChannel),
	distributions: z.array(Distribution),
	without: z.array(z.object({ channel: z.number(), reason: NoDistribution })),
	leftOut: z.number(),
	/** Hours of the device's clock; see `HourCells`. Null: no channel, or too many days. */
	map: z.nullable(
		z.object({
			channel: z.number(),
			firstDay: z.number(),
			mean: z.array(z.nullable(z.number())),
			hours: z.array(z.number()),
		}),
	),
});
export type DistributionPage = z.infer<typeof DistributionPage>;
