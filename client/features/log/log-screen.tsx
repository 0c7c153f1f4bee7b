import { Button, Checkbox, SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { deepEqual } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { ChannelLatest, DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import type { GetLogs, GetSeriesChoice, LogEvent, LogPage, SeriesPage } from "../../../shared/log";
import { can } from "../../../shared/permissions";
import { hasReadingFilter, withPassing } from "../../../shared/reading-filter";
import type { TimeRange } from "../../../shared/time-zones";
import { useAccount } from "../../api/account";
import { ViewsButton } from "../../forms/views/views-button";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { Card } from "../../ui/layout/card";
import { PageHead } from "../../ui/layout/page-head";
import { useTimeDisplayMode, viewerZone } from "../../ui/time/time-display";
import { ChartCard } from "./chart-card";
import { type ChartChoice, searchOfChoice } from "./chart-choice";
import type { Choosable } from "./chart-choice-dialog";
import { type ChartContent, choiceOfReadings, contentOfReadings, contentOfSeries } from "./chart-lines";
import { EmptyRange } from "./empty-range";
import { isBeyondChart, isFilteringEntries, noEntryFilters, readingFilter } from "./entry-filters";
import { ExportMenu } from "./export-menu";
import classes from "./log.module.css";
import { formatSpanIn, logClock } from "./log-clock";
import { LogFilters, phone } from "./log-filters";
import { rangeName } from "./log-ranges";
import { gatherReadings, type LogReadings, quantitiesIn } from "./log-readings";
import { columnTitles, wideColumnLimit } from "./log-rows";
import type { LogSearch } from "./log-search";
import { extremesLabel, SortSelect, subjectsOf } from "./log-sort";
import { exactSearch, isByTime, type LogState, withChosen, withGone, zoomedOut } from "./log-state";
import { LogTable } from "./log-table";
import { LogActions, LogToolbar } from "./log-toolbar";
import type { NoteSubject } from "./note-dialog";
import type { Following } from "./use-following";

const CustomRangeDialog = lazy(async () => ({ default: (await import("./custom-range-dialog")).CustomRangeDialog }));
const NoteDialog = lazy(async () => ({ default: (await import("./note-dialog")).NoteDialog }));

const aroundMs = 30 * 60_000;

/** `none`: not available, so the rows are charted. */
type SeriesState = SeriesPage | "pending" | "none";

type LogScreenProps = {
	state: LogState;
	requested: LogState;
	input: GetLogs;
	pages: LogPage[];
	series: SeriesState;
	events: LogEvent[] | null;
	devices: DeviceListRow[];
	groups: GroupListRow[];
	channels: ChannelLatest[] | null;
	choice: ChartChoice;
	/** What is looked through for further channels of the chart. */
	choosable: Omit<GetSeriesChoice, "quantity">;
	following: Following;
	onOlder: (() => void) | null;
	isLoadingOlder: boolean;
	onSearch: (change: LogSearch) => void;
	onMove: (steps: 1 | -1) => void;
	/** Null: the range as it is named. */
	onCopyLink: (bounds: LogSearch | null) => void;
	onImport: () => void;
	onConnect: () => void;
};

export function LogScreen(props: LogScreenProps) {
	const { state, input, pages, series, devices, groups, channels, following, onOlder, isLoadingOlder, onSearch } =
		props;
	const { me } = useAccount();
	const mode = useTimeDisplayMode();
	const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
	const [isCustomOpen, setIsCustomOpen] = useState(false);
	const [note, setNote] = useState<NoteSubject | null>(null);
	const isCustomWanted = useIsWanted(isCustomOpen);
	const isNoteWanted = useIsWanted(note !== null);
	const log = useMemo(() => gatherReadings(pages), [pages]);
	const { filters } = state;
	const passing = useMemo(() => {
		const filter = readingFilter(filters);
		return hasReadingFilter(filter) ? gatherReadings(pages.map((each) => withPassing(each, filter))) : log;
	}, [pages, log, filters]);
	const page = pages[0];
	const span = useMemo(() => ({ from: page?.from ?? 0, to: page?.to ?? 0 }), [page?.from, page?.to]);
	const { choice } = props;
	const heldIds = useRef<string[]>([]);
	const content = useMemo(() => {
		if (series === "pending") return null;
		if (series !== "none") return contentOfSeries(series);
		const { quantity } = state;
		return contentOfReadings(log.channels, { span, quantity, shownIds: choice.shownIds, heldIds: heldIds.current });
	}, [series, log, span, state, choice.shownIds]);
	useEffect(() => {
		heldIds.current = content?.lines.map(({ channel }) => channel.id) ?? [];
	}, [content]);
	// The first rows may all be one device's; the clock is still that of all.
	const clockDevices = !isByTime(state.sort) && typeof series === "object" ? series.devices : log.devices;
	const clock = useMemo(
		() => (page ? logClock({ page, devices: clockDevices, mode, viewerZone }) : null),
		[page, clockDevices, mode],
	);
	if (!page || !clock) return null;
	const hasRaw = log.channels.some(({ raws }) => raws.some((raw) => raw !== null));
	const measured = series === "pending" || series === "none" ? quantitiesIn(log.channels) : series.quantities;
	const byValue = "quantity" in state.sort ? state.sort : null;
	const form = byValue
		? "long"
		: (state.form ?? (columnTitles(log.channels).length > wideColumnLimit ? "long" : "wide"));
	const shown = form === "long" ? passing : log;
	const readingCount = shown.channels.reduce((count, { times }) => count + times.length, 0);
	const isEmpty = readingCount + log.events.length === 0;
	const showSpan = (chosen: TimeRange) => onSearch(exactSearch(chosen));
	const [onlyDevice] = state.deviceIds;
	const canNote = can(me.role, "addNotes");

	const tableControls = (
		<div className={classes.tableHead}>
			{byValue && !isEmpty && <p className={classes.extremes}>{extremesLabel(byValue, readingCount)}</p>}
			{form === "long" && (hasRaw || state.isRaw) && (
				<Checkbox
					size="xs"
					label="Raw values"
					checked={props.requested.isRaw}
					onChange={({ currentTarget: { checked } }) => onSearch({ raw: checked ? "on" : undefined })}
				/>
			)}
			<SortSelect sort={props.requested.sort} quantities={measured} onSearch={onSearch} />
			<SegmentedControl
				aria-label="One row"
				size="xs"
				disabled={byValue !== null}
				data={[
					{ value: "wide", label: "Per time" },
					{ value: "long", label: "Per reading" },
				]}
				value={form}
				onChange={(value) => onSearch({ form: value })}
			/>
		</div>
	);
	const actions = (
		<LogActions
			me={me}
			onNote={() => setNote({ deviceId: onlyDevice ?? null, at: Date.now() })}
			rangeName={state.exact ? null : rangeName(state)}
			onCopyLink={(kind) => props.onCopyLink(kind === "exact" ? { ...exactSearch(span), zone: clock.zone } : null)}
			onImport={props.onImport}
			onConnect={props.onConnect}
		>
			<ViewsButton screen="log" className={classes.control} />
			<ExportMenu subject={{ shown: input, span, zone: clock.zone, mode }} />
		</LogActions>
	);

	return (
		<>
			<PageHead title="Log" subtitle={`${formatSpanIn(clock.zone, span, Date.now())} · ${clock.label}`}>
				{!isPhone && actions}
			</PageHead>
			<div className={classes.controls}>
				<LogToolbar
					state={props.requested}
					following={following}
					onSearch={onSearch}
					onMove={props.onMove}
					onCustom={() => setIsCustomOpen(true)}
					actions={actions}
				/>
				<LogFilters
					state={props.requested}
					devices={withChosen(devices, log.devices, props.requested.deviceIds)}
					groups={groups}
					channels={channels && withGone(channels, state.channelIds, "Deleted channel")}
					subjects={subjectsOf(measured, log.channels, channels ?? [])}
					onSearch={onSearch}
				/>
			</div>
			<div className={classes.content} aria-busy={!deepEqual(props.requested, state)}>
				{isEmpty ? (
					<Card>
						{byValue && tableControls}
						<EmptyRange
							page={page}
							state={state}
							hasDevices={devices.length > 0}
							onSearch={onSearch}
							onFurther={onOlder}
							isLoading={isLoadingOlder}
						/>
					</Card>
				) : (
					<>
						<ChartCard
							content={content}
							events={props.events ?? log.events}
							clock={clock}
							textNote="The table below holds the readings."
							isPartial={series === "none" && onOlder !== null}
							isUnfiltered={series !== "none" && isBeyondChart(filters)}
							chosen={props.requested.quantity}
							choice={choice}
							choosable={choosableOf(content, { series, input: props.choosable, log })}
							onChoice={(next) => onSearch(searchOfChoice(next))}
							onChoose={(quantity) => onSearch({ quantity })}
							onSpan={showSpan}
							onZoomOut={() => showSpan(zoomedOut(span, Date.now()))}
						/>
						<Card>
							{tableControls}
							<LogTable
								log={shown}
								span={span}
								form={form}
								order={state.sort.order}
								isRaw={state.isRaw}
								clock={clock}
								actions={{
									onNote: canNote ? ({ device, at }) => setNote({ deviceId: device?.id ?? null, at }) : null,
									// Filters would hide what surrounds the row, and a gap is before the row that ends it.
									onOpen: ({ device, at, gapMs }) =>
										onSearch({
											...{ ...noEntryFilters, ...exactSearch({ from: at - gapMs - aroundMs, to: at + aroundMs }) },
											...(device && { device: device.id, group: undefined, channel: undefined }),
										}),
								}}
							/>
						</Card>
						{onOlder && (
							<div className={classes.older}>
								<span>{loadedLabel(readingCount, state)}</span>
								<Button variant="default" size="compact-md" loading={isLoadingOlder} onClick={onOlder}>
									{isFilteringEntries(filters) ? "Look further" : loadLabel(state)}
								</Button>
							</div>
						)}
					</>
				)}
			</div>
			<Suspense>
				{isCustomWanted && (
					<CustomRangeDialog
						isOpen={isCustomOpen}
						span={span}
						zone={clock.zone}
						clockLabel={clock.label}
						onSpan={showSpan}
						onClose={() => setIsCustomOpen(false)}
					/>
				)}
				{isNoteWanted && (
					<NoteDialog
						subject={note}
						devices={devices}
						zone={clock.zone}
						clockLabel={clock.label}
						onClose={() => setNote(null)}
					/>
				)}
			</Suspense>
		</>
	);
}

type ChoosableOf = { series: SeriesState; input: Omit<GetSeriesChoice, "quantity">; log: LogReadings };

function choosableOf(content: ChartContent | null, { series, input, log }: ChoosableOf): Choosable | null {
	if (!content?.quantity) return null;
	const { quantity } = content;
	return series === "none"
		? { known: choiceOfReadings(log.channels, quantity) }
		: { requested: { ...input, quantity, ...content.span } };
}

function loadLabel({ sort: { order } }: LogState): string {
	if (order === "by-device") return "Load more";
	return order === "oldest-first" ? "Load newer" : "Load older";
}

function loadedLabel(readingCount: number, state: LogState): string {
	const { order } = state.sort;
	const [other, side] =
		order === "by-device" ? ["More", "first"] : order === "oldest-first" ? ["Newer", "oldest"] : ["Older", "newest"];
	if (isFilteringEntries(state.filters)) return `${other} entries of this range were not looked through.`;
	return `The ${side} ${readingCount.toLocaleString("en-US")} readings of this range are loaded.`;
}
