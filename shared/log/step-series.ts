import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { ChannelId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { Instant, isInOrder } from "../base/instant";
import { limits } from "../base/limits";
import { Zone } from "../time/time-zones";
import { LogChannel } from "./log";

export const mostSteps = 2_000;

/** Minutes and hours, or days of the zone. `auto`: the finest that takes no more than the requested points. */
export const StepName = z.enum(["auto", "15m", "30m", "1h", "2h", "3h", "6h", "12h", "1d", "2d", "7d", "14d", "28d"]);
export type StepName = z.infer<typeof StepName>;

/** `mean`: mean of a step's readings, of directions as vectors. Percentiles weigh readings by how long they hold. */
export const SeriesStatistic = z.enum(["lowest", "highest", "mean", "use", "p5", "p50", "p95"]);
export type SeriesStatistic = z.infer<typeof SeriesStatistic>;

export const statisticPercents: Partial<Record<SeriesStatistic, number>> = { p5: 5, p50: 50, p95: 95 };

const LastStep = z.object({ at: Instant, gapMs: z.nullable(z.number()) });
export type LastStep = z.infer<typeof LastStep>;

/** The start of a page, and for each channel its last step with readings before, and when a pause becomes a gap. */
export const StepPosition = z.object({
	from: Instant,
	last: z.array(z.nullable(LastStep)).check(z.maxLength(limits.seriesChannels)),
});
export type StepPosition = z.infer<typeof StepPosition>;

export const GetStepSeries = z
	.object({
		channel: setOf(ChannelId, limits.seriesChannels, {
			none: errorKey("channel.chooseSome"),
			tooMany: errorKey("channel.tooMany", { most: limits.seriesChannels }),
		}),
		from: Instant,
		to: Instant,
		step: StepName,
		statistic: setOf(SeriesStatistic, SeriesStatistic.options.length),
		/** Converts each channel that one of these units measures. */
		unit: z.optional(setOf(z.string().check(z.maxLength(20)), limits.seriesChannels)),
		/** Absent: of the devices if they share one, else the account's. */
		zone: z.optional(Zone),
		points: z.int().check(z.minimum(1), z.maximum(mostSteps)),
		after: z.optional(StepPosition),
	})
	.check(isInOrder);
export type GetStepSeries = z.infer<typeof GetStepSeries>;

const StepValues = z.partialRecord(SeriesStatistic, z.array(z.nullable(z.number())));

/** Columns of equal length. `step` indexes `edges`. A step without values is the first of a gap. */
export const StepLine = z.object({ step: z.array(z.number()), values: StepValues });
export type StepLine = z.infer<typeof StepLine>;

/** Step n lasts from `edges[n]` to `edges[n + 1]`, UTC ms. `after` null: the last page. */
export const StepSeriesPage = z.object({
	edges: z.array(z.number()),
	channels: z.array(
		z.extend(z.pick(LogChannel, { id: true, deviceId: true, name: true, unit: true }), {
			deviceName: z.string(),
		}),
	),
	lines: z.array(StepLine),
	after: z.nullable(StepPosition),
});
export type StepSeriesPage = z.infer<typeof StepSeriesPage>;
