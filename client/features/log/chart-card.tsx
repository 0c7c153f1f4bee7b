import { Button, SegmentedControl, Select, Skeleton } from "@mantine/core";
import { IconZoomOut } from "@tabler/icons-react";
import { CatchBoundary } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { LogEvent } from "../../../shared/log";
import { quantityTitles } from "../../../shared/quantity-titles";
import type { TimeRange, Zone } from "../../../shared/time-zones";
import type { Quantity } from "../../../shared/units";
import { Card } from "../../ui/layout/card";
import { formatSpan } from "../../ui/time/relative-time";
import { ChartLegend } from "./chart-legend";
import type { ChartContent } from "./chart-lines";
import type { Pointing } from "./chart-pointing";
import classes from "./log.module.css";
import type { LogClock } from "./log-clock";
import { loadChart } from "./uplot-loader";

const LogChart = lazy(async () => ({ default: (await loadChart()).LogChart }));

const segmentCount = 4;

type ChartCardProps = {
	/** Where it stands among other cards: its heading, and what leads on from it. */
	title?: string;
	action?: ReactNode;
	/** Where the same readings are to be had in words. */
	inWords: string;
	/** Both null while it is on its way. */
	content: ChartContent | null;
	clock: LogClock | null;
	events: LogEvent[];
	/** What is drawn comes from the rows that are loaded, and older ones are not yet. */
	isPartial: boolean;
	/** The rows are filtered by more than the picture is. */
	isUnfiltered?: boolean;
	onChoose: (quantity: Quantity) => void;
	onSpan: (span: TimeRange) => void;
	/** Absent: there is nothing wider to show. */
	onZoomOut?: () => void;
};

/** One quantity at a time, so that every line shares the axis it is read on. */
export function ChartCard({
	title,
	action,
	content,
	events,
	clock,
	isPartial,
	isUnfiltered = false,
	...rest
}: ChartCardProps) {
	const { inWords, onChoose, onSpan, onZoomOut } = rest;
	const isAlone = title === undefined;
	const card = isAlone ? { className: classes.chartCard } : { title, action };
	const bodyClass = isAlone ? undefined : classes.chartBody;
	if (content === null || clock === null) {
		return (
			<Card {...card}>
				<div className={bodyClass}>
					<div className={classes.chartHead} />
					<Skeleton className={classes.chartSpace} radius={8} />
				</div>
			</Card>
		);
	}
	const { quantity, quantities, lines, leftOut } = content;
	if (quantity === null) return null;
	return (
		<Card {...card}>
			<div className={bodyClass}>
				<div className={classes.chartHead}>
					<QuantityChoice quantities={quantities} quantity={quantity} onChoose={onChoose} />
					{leftOut > 0 && (
						<span className={classes.hint}>
							Showing {lines.length} of {lines.length + leftOut} channels:{" "}
							{isAlone ? "choose devices or a group to see others." : "the log shows others, by device."}
						</span>
					)}
					{isPartial && (
						<span className={classes.hint}>
							Only the newest part of this range is drawn: load older readings below.
						</span>
					)}
					{isUnfiltered && (
						<span className={classes.hint}>The chart shows every reading, also what is filtered out.</span>
					)}
					{onZoomOut && (
						<Button
							variant="default"
							size="compact-sm"
							className={classes.zoomOut}
							leftSection={<IconZoomOut size={15} stroke={1.7} />}
							onClick={onZoomOut}
						>
							Zoom out
						</Button>
					)}
				</div>
				{lines.length === 0 ? (
					<p className={classes.noLines}>No readings of {quantityTitles[quantity]} in this range.</p>
				) : (
					<Drawing
						content={content}
						quantity={quantity}
						events={events}
						inWords={inWords}
						zone={clock.zone}
						onSpan={onSpan}
						onZoomOut={() => onZoomOut?.()}
					/>
				)}
			</div>
		</Card>
	);
}

type DrawingProps = {
	content: ChartContent;
	quantity: Quantity;
	events: LogEvent[];
	inWords: string;
	zone: Zone;
	onSpan: (span: TimeRange) => void;
	onZoomOut: () => void;
};

function Drawing({ quantity, ...drawn }: DrawingProps) {
	const { content, inWords, zone } = drawn;
	const { lines, bucketMs } = content;
	const [pointing, setPointing] = useState<Pointing | null>(null);
	return (
		<>
			<CatchBoundary getResetKey={() => quantity} errorComponent={() => <ChartFailed inWords={inWords} />}>
				<Suspense fallback={<Skeleton className={classes.chartSpace} radius={8} />}>
					<LogChart {...drawn} pointing={pointing} title={quantityTitles[quantity]} onPoint={setPointing} />
				</Suspense>
			</CatchBoundary>
			<ChartLegend lines={lines} pointedAt={pointing?.at ?? null} zone={zone} />
			<p className={classes.chartHelp}>
				{bucketMs > 0 && `Each point is the mean of ${formatSpan(bucketMs)}, shaded from lowest to highest. `}
				<span className={classes.mouseHelp}>Drag to zoom in, with Shift to move.</span>
			</p>
		</>
	);
}

/** A picture that cannot be drawn must not take the readings with it. */
function ChartFailed({ inWords }: { inWords: string }) {
	return <p className={classes.hint}>The chart could not be drawn. {inWords}</p>;
}

type QuantityChoiceProps = { quantities: Quantity[]; quantity: Quantity; onChoose: (quantity: Quantity) => void };

function QuantityChoice({ quantities, quantity, onChoose }: QuantityChoiceProps) {
	// Also one that has no readings here: it is what the address says.
	const offered = quantities.includes(quantity) ? quantities : [...quantities, quantity];
	const data = offered.map((value) => ({ value, label: quantityTitles[value] }));
	if (offered.length <= segmentCount) {
		return (
			<SegmentedControl
				aria-label="Quantity"
				className={classes.quantities}
				size="xs"
				data={data}
				value={quantity}
				onChange={onChoose}
			/>
		);
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
