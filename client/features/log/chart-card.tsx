import { SegmentedControl, Select, Skeleton } from "@mantine/core";
import { CatchBoundary } from "@tanstack/react-router";
import { lazy, Suspense, useMemo } from "react";
import type { Quantity } from "../../../shared/units";
import { Card } from "../../ui/card";
import { quantityTitles } from "../../ui/quantity-titles";
import classes from "./log.module.css";
import type { LogClock } from "./log-clock";
import { type ChannelReadings, quantitiesIn } from "./log-readings";
import { loadChart } from "./uplot-loader";

const LogChart = lazy(async () => ({ default: (await loadChart()).LogChart }));

/** More lines than this are no picture any more; the filters say which to show. */
const lineCount = 12;
const segmentCount = 4;

type ChartCardProps = {
	channels: ChannelReadings[];
	span: { from: number; to: number };
	clock: LogClock;
	chosen: Quantity | null;
	/** Older readings of the range are not loaded yet. */
	isPartial: boolean;
	onChoose: (quantity: Quantity) => void;
};

/** One quantity at a time, so that every line shares the axis it is read on. */
export function ChartCard({ channels, span, clock, chosen, isPartial, onChoose }: ChartCardProps) {
	const quantities = quantitiesIn(channels);
	const quantity = chosen && quantities.includes(chosen) ? chosen : quantities[0];
	const fitting = useMemo(
		() => channels.filter(({ channel, times }) => channel.quantity === quantity && times.length > 0),
		[channels, quantity],
	);
	const shown = useMemo(() => fitting.slice(0, lineCount), [fitting]);
	if (quantity === undefined) return null;

	return (
		<Card className={classes.chartCard}>
			<div className={classes.chartHead}>
				<QuantityChoice quantities={quantities} quantity={quantity} onChoose={onChoose} />
				{fitting.length > shown.length && (
					<span className={classes.hint}>
						Showing {shown.length} of {fitting.length} channels: choose devices or a group to see others.
					</span>
				)}
				{isPartial && (
					<span className={classes.hint}>Only the newest part of this range is drawn: load older readings below.</span>
				)}
			</div>
			<CatchBoundary getResetKey={() => quantity} errorComponent={ChartFailed}>
				<Suspense fallback={<Skeleton className={classes.chartSpace} radius={8} />}>
					<LogChart lines={shown} title={quantityTitles[quantity]} span={span} zone={clock.zone} />
				</Suspense>
			</CatchBoundary>
		</Card>
	);
}

/** A picture that cannot be drawn must not take the readings with it. */
function ChartFailed() {
	return <p className={classes.hint}>The chart could not be drawn. The table below holds every reading.</p>;
}

type QuantityChoiceProps = { quantities: Quantity[]; quantity: Quantity; onChoose: (quantity: Quantity) => void };

function QuantityChoice({ quantities, quantity, onChoose }: QuantityChoiceProps) {
	const data = quantities.map((value) => ({ value, label: quantityTitles[value] }));
	if (quantities.length <= segmentCount) {
		return <SegmentedControl aria-label="Quantity" size="xs" data={data} value={quantity} onChange={onChoose} />;
	}
	return (
		<Select
			aria-label="Quantity"
			size="xs"
			data={data}
			value={quantity}
			allowDeselect={false}
			onChange={(value) => value !== null && onChoose(value)}
		/>
	);
}
