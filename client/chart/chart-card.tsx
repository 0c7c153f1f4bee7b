import { SegmentedControl } from "@mantine/core";
import { IconZoomOut } from "@tabler/icons-react";
import { CatchBoundary } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { toast } from "sonner";
import { quantityTitles } from "../../shared/formats/quantity-titles";
import { isDirection, type Quantity } from "../../shared/formats/units";
import type { GetDistribution } from "../../shared/log/distribution";
import type { LogEvent } from "../../shared/log/log";
import { type TimeRange, type Zone, zoneOffsetMinutes } from "../../shared/time/time-zones";
import { markedName } from "../entities/marked-name";
import { useIsWanted } from "../ui/feedback/lazy-parts";
import { PlainButton, SubtleButton } from "../ui/form/buttons";
import { Select } from "../ui/form/select";
import { countText } from "../ui/format";
import layout from "../ui/layout/layouts.module.css";
import { LongTable } from "../ui/table/long-table";
import { formatSpan } from "../ui/time/relative-time";
import { instantText } from "../ui/time/time-display";
import { useValueStyle, valueText } from "../ui/value-display";
import { t } from "../words/made/charts";
import classes from "./chart.module.css";
import { allShown, type ChartChoice } from "./chart-choice";
import type { Choosable } from "./chart-choice-dialog";
import { ChartLegend, lineLabels } from "./chart-legend";
import {
	type ChartContent,
	type ChartLine,
	contentAsRead,
	everyLine,
	type LinePoint,
	mapLines,
	pointOf,
} from "./chart-lines";
import { panelsOf } from "./chart-panels";
import type { Pointing } from "./chart-pointing";
import { ChartBox, ChartSkeleton, ChartSpace } from "./chart-skeleton";
import { summariesAsRead, useSummaries } from "./chart-summaries";
import type { DistributionView } from "./distribution/distribution-search";

export const ChartPlot = lazy(async () => ({ default: (await loadPlot()).ChartPlot }));
const Distribution = lazy(async () => ({
	default: (await import("./distribution/distribution-view")).DistributionView,
}));
const ChartChoiceDialog = lazy(async () => ({ default: (await import("./chart-choice-dialog")).ChartChoiceDialog }));

const segmentCount = 4;
const noEvents: LogEvent[] = [];

type ChartCardProps = {
	title?: string;
	action?: ReactNode;
	/** True for a chart without a table beside it. */
	hasTable?: boolean;
	content: ChartContent | null;
	zone: Zone | null;
	/** The quantity of the address; its readings may still be loading. */
	chosen?: Quantity | null;
	events?: LogEvent[];
	notes?: string[];
	choice: ChartChoice;
	choosable: Choosable | null;
	onChoice: (choice: ChartChoice) => void;
	onChoose: (quantity: Quantity) => void;
	onSpan: (span: TimeRange) => void;
	onZoomOut?: () => void;
	beside?: ReactNode;
	distribution?: ChartDistribution;
};

export type ChartDistribution = {
	view: DistributionView | null;
	request: GetDistribution;
	isLive: boolean;
	onView: (view: DistributionView | null) => void;
};

export function ChartCard(props: ChartCardProps) {
	const {
		title,
		action,
		content,
		zone,
		chosen,
		notes = [],
		choice,
		choosable,
		onChoice,
		onChoose,
		onZoomOut,
		beside,
		distribution,
	} = props;
	const head = title === undefined ? {} : { title, action };
	if (content === null || zone === null) return <ChartSkeleton {...head} />;
	const { quantity, quantities, lines } = content;
	if (quantity === null) return null;
	return (
		<ChartBox {...head}>
			<div className={classes.parts}>
				<div className={classes.head}>
					<QuantityChoice quantities={quantities} quantity={chosen ?? quantity} onChoose={onChoose} />
					{distribution && (
						<SegmentedControl
							aria-label={t("view")}
							className={distribution.view ? undefined : classes.laterOnPhone}
							data={viewChoices}
							value={distribution.view ? "distribution" : "time"}
							onChange={(view) => distribution.onView(view === "distribution" ? { channelId: null } : null)}
						/>
					)}
					{!distribution?.view && beside}
					<ShownChannels content={content} choice={choice} choosable={choosable} onChoice={onChoice} />
					{notes.map((note) => (
						<span key={note} className={`${layout.note} ${classes.note}`}>
							{note}
						</span>
					))}
					{onZoomOut && (
						<PlainButton
							size="compact-sm"
							className={classes.zoomOut}
							leftSection={<IconZoomOut size={15} stroke={1.7} />}
							onClick={onZoomOut}
						>
							{t("zoomOut")}
						</PlainButton>
					)}
				</div>
				{lines.every(({ at }) => at.length === 0) ? (
					<p className={classes.noLines}>{noReadingsText(content, quantity)}</p>
				) : distribution?.view ? (
					<Suspense fallback={<ChartSpace />}>
						<Distribution
							request={{ ...distribution.request, quantity }}
							hiddenIds={choice.hiddenIds}
							chosenId={distribution.view.channelId}
							isLive={distribution.isLive}
							onChoose={(channelId) => distribution.onView({ channelId })}
						/>
					</Suspense>
				) : (
					<Chart {...props} content={content} zone={zone} quantity={quantity} />
				)}
			</div>
		</ChartBox>
	);
}

const viewChoices = [
	{ value: "time", label: t("view.time") },
	{ value: "distribution", label: t("view.distribution") },
];

type ChartProps = ChartCardProps & { content: ChartContent; zone: Zone; quantity: Quantity };

function Chart({ quantity, content, zone, hasTable = false, events = noEvents, choice, ...on }: ChartProps) {
	const { hiddenIds } = choice;
	const style = useValueStyle();
	const read = useMemo(() => contentAsRead(content, style), [content, style]);
	const { bucketMs } = read;
	const visible = useMemo(
		() => mapLines(read, (lines) => lines.filter(({ channel }) => !hiddenIds.includes(channel.id))),
		[read, hiddenIds],
	);
	const drawn = useRef<ChartContent[]>([]);
	const panels = useMemo(() => panelsOf(visible, drawn.current), [visible]);
	useEffect(() => {
		drawn.current = panels;
	}, [panels]);
	const summaries = summariesAsRead(useSummaries(content), content, style);
	const [pointing, setPointing] = useState<Pointing | null>(null);
	const title = quantityTitles[quantity];
	const frame = useRef<HTMLDivElement>(null);
	const save = async () => {
		if (frame.current === null) return;
		const lines = everyLine(visible);
		const labels = lineLabels(lines);
		const { from, to } = visible.span;
		const [start = "", end = ""] = [from, to].map((at) => instantText(at, zoneOffsetMinutes(zone, at)));
		const { savePicture } = await import("./chart-picture");
		const isSaved = await savePicture({
			frame: frame.current,
			title,
			subtitle: t("span", { start, end }),
			entries: lines.map(({ look, channel }, index) => ({
				look,
				label: markedName(labels[index] ?? "", channel.formula !== undefined),
			})),
		});
		if (!isSaved) toast.error(t("picture.failed"));
	};
	const textNote = hasTable ? t("table.under") : t("table.below");
	return (
		<>
			<CatchBoundary getResetKey={() => quantity} errorComponent={() => <ChartFailed textNote={textNote} />}>
				<Suspense fallback={<ChartSpace panels={panels.length} />}>
					<div ref={frame}>
						<ChartPlot
							panels={panels}
							events={events}
							zone={zone}
							title={title}
							textNote={textNote}
							pointing={pointing}
							content={visible}
							onPoint={setPointing}
							onSpan={on.onSpan}
							onZoomOut={() => on.onZoomOut?.()}
						/>
					</div>
				</Suspense>
			</CatchBoundary>
			<ChartLegend
				lines={everyLine(read)}
				hiddenIds={hiddenIds}
				summaries={summaries}
				pointedAt={pointing?.at ?? null}
				zone={zone}
				onHide={(ids) => on.onChoice({ ...choice, hiddenIds: ids })}
			/>
			<p className={classes.help}>
				<SubtleButton size="compact-xs" className={classes.picture} onClick={() => void save()}>
					{t("picture.save")}
				</SubtleButton>
				{bucketMs > 0 && `${meansText(everyLine(read), bucketMs)} `}
				<span className={classes.mouseHelp}>{t("mouse")}</span>
			</p>
			{hasTable && <ChartTable caption={t("overTime", { title })} lines={visible.lines} zone={zone} />}
		</>
	);
}

type MeansLine = Pick<ChartLine, "at" | "min"> & { channel: Pick<ChartLine["channel"], "quantity"> };

/** A line that is computed from means has no lowest and highest. */
export function meansText(lines: readonly MeansLine[], bucketMs: number): string {
	const drawn = lines.filter(({ at }) => at.length > 0);
	if (drawn.length > 0 && drawn.every(({ channel }) => isDirection(channel.quantity)))
		return t("means.directions", { span: formatSpan(bucketMs) });
	const isShaded = drawn.some(({ min }) => min.length > 0);
	const isOfMeans = drawn.some(({ min }) => min.length === 0);
	const means = t(isShaded ? "means.shaded" : "means", { span: formatSpan(bucketMs) });
	return isOfMeans ? `${means} ${t("means.computed")}` : means;
}

type ChartTableProps = { caption: string; lines: ChartLine[]; zone: Zone };

function ChartTable({ caption, lines, zone }: ChartTableProps) {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<details className={classes.asTable} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
			<summary>{t("table")}</summary>
			{isOpen && (
				<LongTable
					caption={caption}
					columns={[
						{
							id: "time",
							header: t("time"),
							cell: ({ at }) => instantText(at, zoneOffsetMinutes(zone, at), "seconds"),
						},
						...lines.map(({ channel, device }, index) => ({
							id: channel.id,
							header: `${device.name} · ${markedName(channel.name, channel.formula !== undefined)}`,
							isNumber: true,
							cell: ({ points }: PointRow) => {
								const point = points[index];
								if (!point) return null;
								const value = valueText(point.value, channel);
								return point.isSaturated ? t("saturated.value", { value }) : value;
							},
						})),
					]}
					rows={pointRows(lines)}
					rowKey={({ at }) => String(at)}
				/>
			)}
		</details>
	);
}

type PointRow = { at: number; points: (LinePoint | null)[] };

function pointRows(lines: ChartLine[]): PointRow[] {
	const rows = new Map<number, PointRow>();
	for (const [index, line] of lines.entries()) {
		for (const [position, time] of line.at.entries()) {
			const row = rows.get(time) ?? { at: time, points: lines.map(() => null) };
			row.points[index] = pointOf(line, position);
			rows.set(time, row);
		}
	}
	return [...rows.values()].sort((a, b) => b.at - a.at);
}

function noReadingsText({ lines, leftOut }: ChartContent, quantity: Quantity): string {
	const title = quantityTitles[quantity];
	if (lines.some(({ marked }) => marked)) {
		return t("none.marked", { quantity: title });
	}
	return leftOut > 0 ? t("none.shown", { quantity: title }) : t("none", { quantity: title });
}

type ShownChannelsProps = Pick<ChartCardProps, "choice" | "choosable" | "onChoice"> & { content: ChartContent };

function ShownChannels({ content: { lines, leftOut }, choice, choosable, onChoice }: ShownChannelsProps) {
	const [isOpen, setIsOpen] = useState(false);
	const isWanted = useIsWanted(isOpen);
	const lineIds = lines.map(({ channel }) => channel.id);
	const hidden = lineIds.filter((id) => choice.hiddenIds.includes(id)).length;
	const isChosen = lineIds.some((id) => choice.shownIds.includes(id));
	if (leftOut === 0 && hidden === 0 && !isChosen) return null;
	const total = lines.length + leftOut;
	return (
		<>
			<span className={`${layout.note} ${classes.note}`}>
				{(leftOut > 0 || isChosen) && t(isChosen ? "shown.chosen" : "shown", { count: countText(lines.length), total })}
				{hidden > 0 && ` ${t("shown.hidden", { count: hidden })}`}
			</span>
			{choosable && (leftOut > 0 || isChosen) && (
				<PlainButton size="compact-sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
					{t("choose")}
				</PlainButton>
			)}
			{hidden > 0 && (
				<PlainButton
					size="compact-sm"
					onClick={() => onChoice({ ...choice, hiddenIds: allShown(choice.hiddenIds, lineIds) })}
				>
					{t("showHidden")}
				</PlainButton>
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

function withChosenLines(
	{ shownIds, hiddenIds, ...rest }: ChartChoice,
	chosen: string[],
	lineIds: string[],
): ChartChoice {
	const others = shownIds.filter((id) => !lineIds.includes(id) && !chosen.includes(id));
	return { ...rest, shownIds: [...others, ...chosen], hiddenIds: hiddenIds.filter((id) => !chosen.includes(id)) };
}

/** Without this boundary a failing chart would replace the readings too. */
export function ChartFailed({ textNote }: { textNote: string }) {
	return <p className={`${layout.note} ${classes.note}`}>{t("failed", { note: textNote })}</p>;
}

type QuantityChoiceProps = { quantities: Quantity[]; quantity: Quantity; onChoose: (quantity: Quantity) => void };

function QuantityChoice({ quantities, quantity, onChoose }: QuantityChoiceProps) {
	const offered = quantities.includes(quantity) ? quantities : [...quantities, quantity];
	const data = offered.map((value) => ({ value, label: quantityTitles[value] }));
	const choice = { "aria-label": t("quantity"), size: "xs", data, value: quantity, onChange: onChoose } as const;
	if (offered.length > segmentCount) return <Select {...choice} w={200} />;
	return <SegmentedControl {...choice} className={classes.quantities} />;
}

/** uPlot throws if `navigator.language` is not a language tag: Chromium under a POSIX locale has `en-US@posix`. */
async function loadPlot() {
	if (!isLanguageTag(navigator.language)) {
		Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });
	}
	return import("./chart-plot");
}

function isLanguageTag(language: string): boolean {
	try {
		return Intl.getCanonicalLocales(language).length === 1;
	} catch {
		return false;
	}
}
