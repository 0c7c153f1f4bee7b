import { summaryOfQuantity } from "../../../shared/log/directions";
import { HeldValueSums, type HeldValues } from "../../../shared/log/held-values";
import { type HeldPeriod, type Holding, walkHeld } from "../../../shared/log/holding";
import { isKinetic, type KineticSummary, kineticSummary } from "../../../shared/log/mean-kinetic-temperature";
import { type Gap, gapsOf } from "../../../shared/log/reading-gaps";
import { type ReadingSummary, summaryOfReadings } from "../../../shared/log/reading-summary";
import type { ReportDefinition } from "../../../shared/report/report";
import { hasDistribution } from "../../../shared/report/report-types";
import type { Series } from "../../base/reading-store";
import { limitSpansOf, type ReportChannel } from "../source/report-source";
import { type HeldSeries, noSeries } from "./device-series";
import { justifiedOf } from "./justified-time";
import { type ShownChannel, shownChannel, type ValueCell, valueCells } from "./report-channel";
import { type Excursion, excursionsOf } from "./report-excursions";

export type ChannelFigures = {
	channel: ReportChannel;
	shown: ShownChannel;
	cell: ValueCell;
	series: Series;
	holding: Holding;
	/** Its times in, out, not judged and unknown add up to the period. */
	summary: ReadingSummary;
	/** When the lowest and the highest value were first read, epoch ms. */
	lowestAt: number | null;
	highestAt: number | null;
	excursions: Excursion[];
	/** Time out of limits that a user justified, and the excursions that are not wholly justified. */
	justifiedMs: number;
	counted: number;
	gaps: Gap[];
	/** Null: not a temperature. */
	kinetic: KineticSummary | null;
	held: HeldValues | null;
};

type FiguresWork = { definition: ReportDefinition; from: number; until: number };

export function channelFigures(
	{ definition, from, until }: FiguresWork,
	channel: ReportChannel,
	{ holding, ...series }: HeldSeries = noSeries,
): ChannelFigures {
	const { at, value } = series;
	const { activationEnergy } = definition;
	const held = { from, until, holding };
	const limits = limitSpansOf(channel);
	const summary = summaryOfQuantity(channel.quantity, summaryOfReadings({ ...series, ...held, limits }), value);
	const excursions = excursionsOf(series, { ...held, limits });
	const timeOf = (extreme: number | null) => (extreme === null ? null : (at[value.indexOf(extreme)] ?? null));
	return {
		channel,
		shown: shownChannel(channel, definition.layout),
		cell: valueCells(definition, channel, value),
		series,
		holding,
		summary,
		lowestAt: timeOf(summary.min),
		highestAt: timeOf(summary.max),
		excursions,
		...justifiedOf({ excursions, channel }),
		gaps: gapsOf(at, held),
		held: hasDistribution(definition) && !channel.withoutDistribution ? heldValues(series, held) : null,
		kinetic: isKinetic(channel) ? kineticSummary({ ...series, ...held, unit: channel.unit, activationEnergy }) : null,
	};
}

function heldValues(series: Series, period: HeldPeriod & { holding: Holding }): HeldValues {
	const sums = new HeldValueSums();
	walkHeld(series, period, (from, to, { value }) => sums.add(value, to - from));
	return sums.values();
}
