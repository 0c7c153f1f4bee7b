import { Button, SegmentedControl, Skeleton } from "@mantine/core";
import { IconZoomOut } from "@tabler/icons-react";
import { CatchBoundary } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import type { LogEvent } from "../../shared/log";
import { quantityTitles } from "../../shared/quantity-titles";
import type { TimeRange, Zone } from "../../shared/time-zones";
import type { Quantity } from "../../shared/units";
import classes from "../features/log/log.module.css";
import { useIsWanted } from "../ui/feedback/lazy-parts";
import { Select } from "../ui/form/select";
import { Card } from "../ui/layout/card";
import { formatSpan } from "../ui/time/relative-time";
import { useTemperatureUnit } from "../ui/value-display";
import { allShown, type ChartChoice } from "./chart-choice";
import type { Choosable } from "./chart-choice-dialog";
import type { LogClock } from "./chart-clock";
import { ChartLegend } from "./chart-legend";
import { type ChartContent, contentAsRead } from "./chart-lines";
import type { Pointing } from "./chart-pointing";
import { summariesAsRead, useSummaries } from "./chart-summaries";
import { ChartTable } from "./chart-table";

const LogChart = lazy(async () => ({ default: (await loadChart()).LogChart }));

const ChartChoiceDialog = lazy(async () => ({ default: (await import("./chart-choice-dialog")).ChartChoiceDialog }));

const segmentCount = 4;

type ChartCardProps = {
	title?: string;
	action?: ReactNode;
	/** Where the same readings are available as text. */
	textNote: string;
	/** No table stands beside the chart, so it has its own. */
	hasTable?: boolean;
	content: ChartContent | null;
	/** Of the address; its readings may still be on their way. */
	chosen?: Quantity | null;
	clock: LogClock | null;
	events: LogEvent[];
	/** The chart shows the loaded rows only, and older ones are not loaded. */
	isPartial: boolean;
	isUnfiltered?: boolean;
	choice: ChartChoice;
	/** Null: nothing else can be shown. */
	choosable: Choosable | null;
	onChoice: (choice: ChartChoice) => void;
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
	const { textNote, hasTable = false, chosen, choice, choosable, onChoice, onChoose, onSpan, onZoomOut } = rest;
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
	const { quantity, quantities, lines } = content;
	if (quantity === null) return null;
	return (
		<Card {...card}>
			<div className={bodyClass}>
				<div className={classes.chartHead}>
					<QuantityChoice quantities={quantities} quantity={chosen ?? quantity} onChoose={onChoose} />
					<ShownChannels content={content} choice={choice} choosable={choosable} onChoice={onChoice} />
					{isPartial && (
						<span className={classes.hint}>
							Only the newest part of this range is drawn: load older readings below.
						</span>
					)}
					{isUnfiltered && (
						<span className={classes.hint}>The chart shows every reading, including filtered-out readings.</span>
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
				{lines.every(({ at }) => at.length === 0) ? (
					<p className={classes.noLines}>{noReadingsText(content, quantity)}</p>
				) : (
					<Chart
						content={content}
						quantity={quantity}
						events={events}
						textNote={textNote}
						hasTable={hasTable}
						zone={clock.zone}
						hiddenIds={choice.hiddenIds}
						onHide={(hiddenIds) => onChoice({ ...choice, hiddenIds })}
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
	hasTable: boolean;
	zone: Zone;
	hiddenIds: string[];
	onHide: (hiddenIds: string[]) => void;
	onSpan: (span: TimeRange) => void;
	onZoomOut: () => void;
};

function Chart({ quantity, content, hiddenIds, onHide, hasTable, ...chart }: ChartProps) {
	const { textNote, zone } = chart;
	const temperatures = useTemperatureUnit();
	const read = useMemo(() => contentAsRead(content, temperatures), [content, temperatures]);
	const { lines, bucketMs } = read;
	const visible = useMemo(
		() => ({ ...read, lines: lines.filter(({ channel }) => !hiddenIds.includes(channel.id)) }),
		[read, lines, hiddenIds],
	);
	const summaries = summariesAsRead(useSummaries(content), content, temperatures);
	const [pointing, setPointing] = useState<Pointing | null>(null);
	return (
		<>
			<CatchBoundary getResetKey={() => quantity} errorComponent={() => <ChartFailed textNote={textNote} />}>
				<Suspense fallback={<Skeleton className={classes.chartSpace} radius={8} />}>
					<LogChart
						{...chart}
						content={visible}
						pointing={pointing}
						title={quantityTitles[quantity]}
						onPoint={setPointing}
					/>
				</Suspense>
			</CatchBoundary>
			<ChartLegend
				lines={lines}
				hiddenIds={hiddenIds}
				summaries={summaries}
				pointedAt={pointing?.at ?? null}
				zone={zone}
				onHide={onHide}
			/>
			<p className={classes.chartHelp}>
				{bucketMs > 0 && `Each point is the mean of ${formatSpan(bucketMs)}, shaded from lowest to highest. `}
				<span className={classes.mouseHelp}>Drag to zoom in, with Shift to move; press ? for its keys.</span>
			</p>
			{hasTable && <ChartTable caption={`${quantityTitles[quantity]} over time`} lines={visible.lines} zone={zone} />}
		</>
	);
}

function noReadingsText({ leftOut }: ChartContent, quantity: Quantity): string {
	const title = quantityTitles[quantity];
	return leftOut > 0
		? `None of the channels shown has readings of ${title} in this range.`
		: `No readings of ${title} in this range.`;
}

type ShownChannelsProps = {
	content: ChartContent;
	choice: ChartChoice;
	choosable: Choosable | null;
	onChoice: (choice: ChartChoice) => void;
};

/** Says how many channels are not shown or hidden, and leads to them. */
function ShownChannels({ content: { lines, leftOut }, choice, choosable, onChoice }: ShownChannelsProps) {
	const [isOpen, setIsOpen] = useState(false);
	const isWanted = useIsWanted(isOpen);
	const lineIds = lines.map(({ channel }) => channel.id);
	const hidden = lineIds.filter((id) => choice.hiddenIds.includes(id)).length;
	const isChosen = lineIds.some((id) => choice.shownIds.includes(id));
	if (leftOut === 0 && hidden === 0 && !isChosen) return null;
	const which = isChosen ? ", as chosen." : ", the first by name of device.";
	return (
		<>
			<span className={classes.hint}>
				{(leftOut > 0 || isChosen) && `Showing ${lines.length} of ${lines.length + leftOut} channels${which}`}
				{hidden > 0 && ` ${hidden} hidden in the legend.`}
			</span>
			{choosable && (leftOut > 0 || isChosen) && (
				<Button variant="default" size="compact-sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
					Choose channels
				</Button>
			)}
			{hidden > 0 && (
				<Button
					variant="default"
					size="compact-sm"
					onClick={() => onChoice({ ...choice, hiddenIds: allShown(choice.hiddenIds, lineIds) })}
				>
					Show hidden
				</Button>
			)}
			{choosable && isWanted && (
				<Suspense>
					<ChartChoiceDialog
						isOpen={isOpen}
						choosable={choosable}
						shownIds={choice.shownIds}
						onChoose={(shownIds) => onChoice(withChosenLines(choice, shownIds, lineIds))}
						onClose={() => setIsOpen(false)}
					/>
				</Suspense>
			)}
		</>
	);
}

/** What was chosen of other quantities stays chosen. */
function withChosenLines({ shownIds, hiddenIds }: ChartChoice, chosen: string[], lineIds: string[]): ChartChoice {
	const others = shownIds.filter((id) => !lineIds.includes(id) && !chosen.includes(id));
	return { shownIds: [...others, ...chosen], hiddenIds: hiddenIds.filter((id) => !chosen.includes(id)) };
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
	return <Select aria-label="Quantity" size="xs" data={data} value={quantity} onChange={onChoose} />;
}

/**
 * uPlot builds a number format from `navigator.language` as it loads, and throws for names that
 * are not language tags; Chromium under a POSIX locale has one (`en-US@posix`).
 */
async function loadChart() {
	if (!isLanguageTag(navigator.language)) {
		Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
	}
	return import("./chart-plot");
}

function isLanguageTag(language: string): boolean {
	try {
		return Intl.getCanonicalLocales(language).length === 1;
	} catch {
		// A RangeError: it is not a language tag.
		return false;
	}
}
