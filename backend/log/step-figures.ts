import { dayMs } from "../../shared/base/durations";
import { isDirection } from "../../shared/formats/units";
import { VectorMean } from "../../shared/log/directions";
import { reasonAgainst } from "../../shared/log/distribution";
import { HeldValueSums, percentileOf } from "../../shared/log/held-values";
import { HeldWalk, type Holding } from "../../shared/log/holding";
import { type SeriesStatistic, statisticPercents } from "../../shared/log/step-series";
import type { MemberContext } from "../base/context";
import type { ChannelRow } from "../db/channel-rows";
import { toRefs } from "./log-request";
import { readHoldings } from "./read-holdings";

export type MeasuredChannel = Pick<
	ChannelRow,
	"id" | "deviceId" | "name" | "quantity" | "unit" | "decimals" | "derived"
>;

export type StepFigures = { lowest: number; highest: number; vectors: VectorMean; held: HeldValueSums };

/** Figures by step. Reads a part of a day at a time, to bound the readings in memory. */
export async function figuresOfReadings(
	ctx: Pick<MemberContext, "db" | "readingStore" | "now">,
	channel: MeasuredChannel,
	edges: readonly number[],
): Promise<Map<number, StepFigures>> {
	const [from, to] = [edges[0] ?? 0, edges.at(-1) ?? 0];
	const channels = toRefs([channel]);
	const figures = new Map<number, StepFigures>();
	const at = (step: number) => {
		const known = figures.get(step);
		if (known) return known;
		const made = {
			lowest: Number.POSITIVE_INFINITY,
			highest: Number.NEGATIVE_INFINITY,
			vectors: new VectorMean(),
			held: new HeldValueSums(),
		};
		figures.set(step, made);
		return made;
	};
	const until = Math.min(to, ctx.now);
	const [holding = unknownHolding] = await readHoldings(ctx, { channels, from, to, until });
	const heldAt = stepLookUp(edges);
	const walk = new HeldWalk({ from, until }, holding, (start, end, { value }) => {
		for (let begin = start; begin < end; ) {
			const step = heldAt(begin);
			const stop = Math.min(end, edges[step + 1] ?? end);
			at(step).held.add(value, stop - begin);
			begin = stop;
		}
	});
	const readAt = stepLookUp(edges);
	for (let start = from; start < to; start += dayMs) {
		const [series] = await ctx.readingStore.readSeries({ from: start, to: Math.min(start + dayMs, to), channels });
		for (const [index, time] of series?.at.entries() ?? []) {
			const value = series?.value[index] ?? 0;
			const own = at(readAt(time));
			own.lowest = Math.min(own.lowest, value);
			own.highest = Math.max(own.highest, value);
			own.vectors.add(value);
			walk.add(time, value);
		}
	}
	walk.end(holding.after);
	return figures;
}

const unknownHolding: Holding = { usual: [], before: null, after: null, changesUntil: null };

function stepLookUp(edges: readonly number[]): (at: number) => number {
	let step = 0;
	return (at) => {
		while ((edges[step + 1] ?? Number.POSITIVE_INFINITY) <= at && step < edges.length - 2) step += 1;
		return step;
	};
}

/** Undefined: read the value from the roll-ups. */
export function preciseValue(
	name: SeriesStatistic,
	channel: MeasuredChannel,
	{ lowest, highest, vectors, held }: StepFigures,
): number | null | undefined {
	const percent = statisticPercents[name];
	if (percent !== undefined) {
		return reasonAgainst(channel, channel.derived?.kind) === null ? percentileOf(held.values(), percent) : null;
	}
	if (isDirection(channel.quantity)) return name === "mean" ? vectors.value() : null;
	if (name === "lowest") return lowest;
	return name === "highest" ? highest : undefined;
}
