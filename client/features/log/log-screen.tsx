import { Button, Checkbox, SegmentedControl } from "@mantine/core";
import { deepEqual } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import type { ChannelLatest, DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import type { GetLogs, LogEvent, LogPage, SeriesPage } from "../../../shared/log";
import { can } from "../../../shared/permissions";
import { hasReadingFilter, withPassing } from "../../../shared/reading-filter";
import type { TimeRange } from "../../../shared/time-zones";
import { useAccount } from "../../api/account";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { Card } from "../../ui/layout/card";
import { PageHead } from "../../ui/layout/page-head";
import { useTimeDisplayMode, viewerZone } from "../../ui/time/time-display";
import { ChartCard } from "./chart-card";
import { contentOfReadings, contentOfSeries } from "./chart-lines";
import { EmptyRange } from "./empty-range";
import { isBeyondChart, isFilteringEntries, noEntryFilters, readingFilter } from "./entry-filters";
import { ExportMenu } from "./export-menu";
import classes from "./log.module.css";
import { formatSpanIn, logClock } from "./log-clock";
import { exportAddress, logExport } from "./log-export";
import { LogFilters } from "./log-filters";
import { gatherReadings } from "./log-readings";
import { columnTitles } from "./log-rows";
import type { LogSearch } from "./log-search";
import { LogTable } from "./log-table";
import { LogActions, LogToolbar } from "./log-toolbar";
import { exactSearch, type LogView, withChosen, withGone, zoomedOut } from "./log-view";
import type { NoteSubject } from "./note-dialog";
import type { Following } from "./use-following";

const CustomRangeDialog = lazy(async () => ({ default: (await import("./custom-range-dialog")).CustomRangeDialog }));
const NoteDialog = lazy(async () => ({ default: (await import("./note-dialog")).NoteDialog }));

const wideColumnLimit = 8;
const aroundMs = 30 * 60_000;

/** `none`: not available, so the rows are charted. */
type SeriesState = SeriesPage | "pending" | "none";

type LogScreenProps = {
	view: LogView;
	requested: LogView;
	input: GetLogs;
	pages: LogPage[];
	series: SeriesState;
	events: LogEvent[] | null;
	devices: DeviceListRow[];
	groups: GroupListRow[];
	channels: ChannelLatest[] | null;
	following: Following;
	onOlder: (() => void) | null;
	isLoadingOlder: boolean;
	onSearch: (change: LogSearch) => void;
	onMove: (steps: 1 | -1) => void;
	onCopyLink: (bounds: LogSearch) => void;
	onImport: () => void;
	onConnect: () => void;
};

export function LogScreen(props: LogScreenProps) {
	const { view, input, pages, series, devices, groups, channels, following, onOlder, isLoadingOlder, onSearch } = props;
	const { me } = useAccount();
	const mode = useTimeDisplayMode();
	const [isCustomOpen, setIsCustomOpen] = useState(false);
	const [note, setNote] = useState<NoteSubject | null>(null);
	const isCustomWanted = useIsWanted(isCustomOpen);
	const isNoteWanted = useIsWanted(note !== null);
	const log = useMemo(() => gatherReadings(pages), [pages]);
	const { filters } = view;
	const passing = useMemo(() => {
		const filter = readingFilter(filters);
		return hasReadingFilter(filter) ? gatherReadings(pages.map((each) => withPassing(each, filter))) : log;
	}, [pages, log, filters]);
	const page = pages[0];
	const span = useMemo(() => ({ from: page?.from ?? 0, to: page?.to ?? 0 }), [page?.from, page?.to]);
	const content = useMemo(() => {
		if (series === "pending") return null;
		return series === "none" ? contentOfReadings(log.channels, span, view.quantity) : contentOfSeries(series);
	}, [series, log, span, view.quantity]);
	const clock = useMemo(
		() => (page ? logClock({ page, devices: log.devices, mode, viewerZone }) : null),
		[page, log.devices, mode],
	);
	if (!page || !clock) return null;
	const hasRaw = log.channels.some(({ raws }) => raws.some((raw) => raw !== null));
	const form = view.form ?? (columnTitles(log.channels).length > wideColumnLimit ? "long" : "wide");
	const shown = form === "long" ? passing : log;
	const readingCount = shown.channels.reduce((count, { times }) => count + times.length, 0);
	const isEmpty = readingCount + log.events.length === 0;
	const showSpan = (chosen: TimeRange) => onSearch(exactSearch(chosen));
	const [onlyDevice] = view.deviceIds;
	const canNote = can(me.role, "addNotes");

	return (
		<>
			<PageHead title="Log" subtitle={`${formatSpanIn(clock.zone, span, Date.now())} · ${clock.label}`}>
				<LogActions
					me={me}
					onNote={() => setNote({ deviceId: onlyDevice ?? null, at: Date.now() })}
					onCopyLink={() => props.onCopyLink({ ...exactSearch(span), zone: clock.zone })}
					onImport={props.onImport}
					onConnect={props.onConnect}
				>
					<ExportMenu
						address={(format, rows) =>
							exportAddress(logExport({ shown: input, span, zone: clock.zone, mode, format, form: rows }))
						}
					/>
				</LogActions>
			</PageHead>
			<LogToolbar
				view={props.requested}
				following={following}
				onSearch={onSearch}
				onMove={props.onMove}
				onCustom={() => setIsCustomOpen(true)}
			>
				{form === "long" && (hasRaw || view.isRaw) && (
					<Checkbox
						className={classes.raw}
						size="xs"
						label="Raw values"
						checked={props.requested.isRaw}
						onChange={({ currentTarget: { checked } }) => onSearch({ raw: checked ? "on" : undefined })}
					/>
				)}
				<SegmentedControl
					className={classes.form}
					aria-label="Table form"
					size="xs"
					data={[
						{ value: "wide", label: "Wide" },
						{ value: "long", label: "Long" },
					]}
					value={form}
					onChange={(value) => onSearch({ form: value })}
				/>
			</LogToolbar>
			<LogFilters
				view={props.requested}
				devices={withChosen(devices, log.devices, props.requested.deviceIds)}
				groups={groups}
				channels={channels && withGone(channels, view.channelIds, "Deleted channel")}
				onSearch={onSearch}
			/>
			<div className={classes.content} aria-busy={!deepEqual(props.requested, view)}>
				{isEmpty ? (
					<Card>
						<EmptyRange
							page={page}
							view={view}
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
							onChoose={(quantity) => onSearch({ quantity })}
							onSpan={showSpan}
							onZoomOut={() => showSpan(zoomedOut(span, Date.now()))}
						/>
						<Card>
							<LogTable
								log={shown}
								span={span}
								form={form}
								isRaw={view.isRaw}
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
								<span>{loadedLabel(readingCount, isFilteringEntries(filters))}</span>
								<Button variant="default" size="compact-md" loading={isLoadingOlder} onClick={onOlder}>
									{isFilteringEntries(filters) ? "Look further" : "Load older"}
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

function loadedLabel(readingCount: number, isFiltering: boolean): string {
	if (isFiltering) return "Older entries of this range were not looked through.";
	return `The newest ${readingCount.toLocaleString("en-US")} readings of this range are loaded.`;
}
