import { Button, SegmentedControl, Select, Skeleton } from "@mantine/core";
import { IconZoomOut } from "@tabler/icons-react";
import { CatchBoundary } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { LogEvent } from "../../../shared/log";
import { quantityTitles } from "../../../shared/quantity-titles";
import { formatTimestamp, type TimeRange, type Zone, zoneOffsetMinutes } from "../../../shared/time-zones";
import { formatValue, type Quantity } from "../../../shared/units";
import { Card } from "../../ui/layout/card";
import { formatSpan } from "../../ui/time/relative-time";
import { type ChartContent, type ChartLine, isDashed, nearestPoint, seriesColour } from "./chart-lines";
import type { Pointing } from "./chart-pointing";
import classes from "./log.module.css";
import logChartStyles from "./log-chart.module.css";
import type { LogClock } from "./log-clock";

const LogChart = lazy(async () => ({ default: (await loadChart()).LogChart }));

const segmentCount = 4;

type ChartCardProps = {
	title?: string;
	action?: ReactNode;
	/** Where the same readings are available as text. */
	textNote: string;
	content: ChartContent | null;
	clock: LogClock | null;
	events: LogEvent[];
	/** The chart shows the loaded rows only, and older ones are not loaded. */
	isPartial: boolean;
	isUnfiltered?: boolean;
	onChoose: (quantity: Quantity) => void;
	onSpan: (span: TimeRange) => void;
	/** Absent: no wider range can be shown. */
	onZoomOut?: () => void;
};

/** One quantity at a time, so that all lines share one axis. */
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
	const { textNote, onChoose, onSpan, onZoomOut } = rest;
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
					<Chart
						content={content}
						quantity={quantity}
						events={events}
						textNote={textNote}
						zone={clock.zone}
						onSpan={onSpan}
						onZoomOut={() => onZoomOut?.()}
					/>
				)}
			</div>
		</Card>
	);
}

type ChartProps = {
	content: ChartContent;
	quantity: Quantity;
	events: LogEvent[];
	textNote: string;
	zone: Zone;
	onSpan: (span: TimeRange) => void;
	onZoomOut: () => void;
};

function Chart({ quantity, ...chart }: ChartProps) {
	const { content, textNote, zone } = chart;
	const { lines, bucketMs } = content;
	const [pointing, setPointing] = useState<Pointing | null>(null);
	return (
		<>
			<CatchBoundary getResetKey={() => quantity} errorComponent={() => <ChartFailed textNote={textNote} />}>
				<Suspense fallback={<Skeleton className={classes.chartSpace} radius={8} />}>
					<LogChart {...chart} pointing={pointing} title={quantityTitles[quantity]} onPoint={setPointing} />
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

/** Without this boundary a failing chart would replace the readings too. */
function ChartFailed({ textNote }: { textNote: string }) {
	return <p className={classes.hint}>The chart could not be drawn. {textNote}</p>;
}

type QuantityChoiceProps = { quantities: Quantity[]; quantity: Quantity; onChoose: (quantity: Quantity) => void };

function QuantityChoice({ quantities, quantity, onChoose }: QuantityChoiceProps) {
	// The quantity of the address is a choice even without readings here.
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

type ChartLegendProps = { lines: ChartLine[]; pointedAt: number | null; zone: Zone };

function ChartLegend({ lines, pointedAt, zone }: ChartLegendProps) {
	return (
		<div className={logChartStyles.legend}>
			<span className={logChartStyles.when}>
				{pointedAt === null ? "Newest" : formatTimestamp(pointedAt, zoneOffsetMinutes(zone, pointedAt))}
			</span>
			{lines.map((line, index) => (
				<span key={line.channel.id} className={logChartStyles.entry}>
					<i
						style={{ borderColor: seriesColour(index) }}
						data-dashed={isDashed(index) || undefined}
						aria-hidden="true"
					/>
					<span>
						{line.device.name} · {line.channel.name}
					</span>
					<LineValue line={line} pointedAt={pointedAt} />
				</span>
			))}
		</div>
	);
}

function LineValue({ line, pointedAt }: { line: ChartLine; pointedAt: number | null }) {
	const { channel, value, min, max } = line;
	const point = pointedAt === null ? value.length - 1 : nearestPoint(line, pointedAt);
	const low = point === null ? undefined : min[point];
	const high = point === null ? undefined : max[point];
	return (
		<>
			<b>{formatValue((point === null ? null : value[point]) ?? null, channel)}</b>
			{low !== undefined && high !== undefined && (
				<small>
					{formatValue(low, { ...channel, unit: "" })} to {formatValue(high, { ...channel, unit: "" })}
				</small>
			)}
		</>
	);
}

/**
 * uPlot builds a number format from `navigator.language` as it loads, and throws for names that
 * are not language tags; Chromium under a POSIX locale has one (`en-US@posix`).
 */
async function loadChart() {
	if (!isLanguageTag(navigator.language)) {
		Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
	}
	return import("./log-chart");
}

function isLanguageTag(language: string): boolean {
	try {
		return Intl.getCanonicalLocales(language).length === 1;
	} catch {
		// A RangeError: it is not a language tag.
		return false;
	}
}
