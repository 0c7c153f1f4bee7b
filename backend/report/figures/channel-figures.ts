import { isKinetic, type KineticSummary, kineticSummary } from "../../../shared/log/mean-kinetic-temperature";
import { gapOfReadings, gapsBetween, type Pause } from "../../../shared/log/reading-gaps";
import { OutTime, type ReadingSummary, summaryOfReadings, UsualHold } from "../../../shared/log/reading-summary";
import type { Series } from "../../base/reading-store";
import type { ReportWork } from "../document/report-work";
import type { ReportChannel } from "../source/report-source";
import { type ShownChannel, shownChannel } from "./report-channel";
import { type Excursion, excursionsOf } from "./report-excursions";

export type ChannelFigures = {
	channel: ReportChannel;
	shown: ShownChannel;
	series: Series;
	summary: ReadingSummary;
	excursions: Excursion[];
	/** Longer pauses are gaps; null: too few readings. */
	longest: number | null;
	gaps: Pause[];
	/** Null: not a temperature. */
	kinetic: KineticSummary | null;
	/** Time that readings cover, ms: in and out of limits add up to it, gaps do not count. */
	heldMs: number;
};

export function channelFigures(
	{ definition, until }: Pick<ReportWork, "definition" | "until">,
	channel: ReportChannel,
	series: Series,
): ChannelFigures {
	const { at, value } = series;
	const { activationEnergy } = definition;
	const longest = gapOfReadings(at);
	const kinetic = isKinetic(channel)
		? kineticSummary({ at, value, unit: channel.unit, activationEnergy, longest })
		: null;
	return {
		channel,
		shown: shownChannel(channel, definition.layout),
		series,
		summary: summaryOfReadings({ at, value, bounds: channel, until }),
		excursions: excursionsOf(series, channel, until),
		longest,
		gaps: kinetic?.gaps ?? gapsBetween(at, longest),
		kinetic,
		heldMs: heldMs(at, until),
	};
}

function heldMs(at: Float64Array, until: number): number {
	const hold = new UsualHold();
	for (const time of at) hold.add(time);
	const held = new OutTime(hold.ms());
	for (const time of at) held.add(time, true);
	return held.ms(until);
}
