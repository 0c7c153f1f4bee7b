import * as z from "zod/mini";
import { HeldTime, type HeldTimes } from "./held-time";
import type { HeldPeriod, Holding } from "./holding";
import type { LimitSpan } from "./limit-spans";

/** Summary of one channel's readings in a span. Null: no readings. */
export const ReadingSummary = z.object({
	readings: z.number(),
	min: z.nullable(z.number()),
	max: z.nullable(z.number()),
	mean: z.nullable(z.number()),
	/** How long the channel was outside its limits, and within them, ms. Null: no limits. */
	outMs: z.nullable(z.number()),
	withinMs: z.nullable(z.number()),
	/** Time with a known value and without limits, ms. */
	notJudgedMs: z.number(),
	/** The rest of the span, ms: no reading holds. */
	unknownMs: z.number(),
});
export type ReadingSummary = z.infer<typeof ReadingSummary>;

export class Extremes {
	private readings = 0;
	private sum = 0;
	private min = Number.POSITIVE_INFINITY;
	private max = Number.NEGATIVE_INFINITY;

	add({ min, max, sum, count }: { min: number; max: number; sum: number; count: number }): void {
		this.readings += count;
		this.sum += sum;
		if (min < this.min) this.min = min;
		if (max > this.max) this.max = max;
	}

	summary(times: HeldTimes): ReadingSummary {
		const { readings, min, max, sum } = this;
		if (readings === 0) return { readings, min: null, max: null, mean: null, ...times };
		// The sum may overflow.
		const mean = Number.isFinite(sum) ? Math.min(Math.max(sum / readings, min), max) : min / 2 + max / 2;
		return { readings, min, max, mean, ...times };
	}
}

type SummedReadings = HeldPeriod & {
	at: ArrayLike<number>;
	value: ArrayLike<number>;
	limits: readonly LimitSpan[];
	holding: Holding;
};

/** Readings ascend by time. */
export function summaryOfReadings({ at, value, holding, ...request }: SummedReadings): ReadingSummary {
	const extremes = new Extremes();
	const held = new HeldTime({ ...request, holding });
	for (let index = 0; index < at.length; index += 1) {
		const reading = value[index] ?? 0;
		extremes.add({ min: reading, max: reading, sum: reading, count: 1 });
		held.add(at[index] ?? 0, reading);
	}
	return extremes.summary(held.times(holding.after));
}
