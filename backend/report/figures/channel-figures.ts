import { isKinetic, type KineticSummary, kineticSummary } from "../../../shared/log/mean-kinetic-temperature";
import { gapOfReadings, gapsBetween, type Pause } from "../../../shared/log/reading-gaps";
import { OutTime, type ReadingSummary, summaryOfReadings, UsualHold } from "../../../shared/log/reading-summary";
import type { Series } from "../../base/reading-store";
import type { ReportWork } from "../document/report-work";
import type { ReportChannel } from "../source/report-source";
import { type ShownChannel, shownChannel } from "./report-channel";
import { type Excursion, excursionsOf } from "./report-excursions";

/** All that is said of a channel, in its stored unit, from one read of its readings. */
export type ChannelFigures = {
	channel: ReportChannel;
	shown: ShownChannel;
	series: Series;
	summary: ReadingSummary;
	excursions: Excursion[];
	/** Longer pauses are gaps; null: too few readings to tell. */
	longest: number | null;
	gaps: Pause[];
	/** Null: no temperature. */
	kinetic: KineticSummary | null;
	/** For which readings hold: time in and out of limits add up to it, and gaps are neither. */
	heldMs: number;
};

export function channelFigures(
	{ definition, until }: Pick<ReportWork, "definition" | "until">,
	channel: ReportChannel,
	series: Series,
): ChannelFigures {
	const { at, value } = series;
	const { activationEnergy } = definition;
	// Sorting the distances is a good part of the work, so it is done once.
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
	// What would be out of limits if every reading were.
	const held = new OutTime(hold.ms());
	for (const time of at) held.add(time, true);
	return held.ms(until);
}
