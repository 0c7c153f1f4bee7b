import { useMediaQuery } from "@mantine/hooks";
import { IconFileImport } from "@tabler/icons-react";
import { deepEqual } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { can, mayAddDevices } from "../../../shared/account/permissions";
import { hasReadingFilter, withPassing } from "../../../shared/log/reading-filter";
import type { TimeRange } from "../../../shared/time/time-zones";
import { useAccount } from "../../api/account";
import { ChartSkeleton } from "../../chart/chart-skeleton";
import { denialOf } from "../../entities/labels";
import { markedName } from "../../entities/marked-name";
import { reportSearch } from "../../entities/report";
import { ViewTabs } from "../../forms/views/view-tabs";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { PlainButton, SmallButton } from "../../ui/form/buttons";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { PageHead } from "../../ui/layout/page-head";
import { TableSkeleton } from "../../ui/table/list-pending";
import { useTimeDisplayMode, viewerZone } from "../../ui/time/time-display";
import { t } from "../../words/made/log";
import { ExportMenu } from "./actions/export-menu";
import { LogActions } from "./actions/log-actions";
import type { NoteSubject } from "./actions/note-dialog";
import { useJudging } from "./actions/use-judging";
import { LogFilters, phone, subjectsOf } from "./filters/log-filters";
import classes from "./log.module.css";
import { LogChart } from "./log-chart";
import { EmptyRange } from "./range/empty-range";
import { LogToolbar } from "./range/log-toolbar";
import { isFilteringEntries, noEntryFilters, readingFilter } from "./state/entry-filters";
import { formatSpanIn, logClock } from "./state/log-clock";
import type { LogPlan } from "./state/log-plan";
import { rangeName } from "./state/log-ranges";
import type { LogSearch } from "./state/log-search";
import { exactSearch, isByTime, type LogState, withChosen, withGone } from "./state/log-state";
import type { Following, LogResponses } from "./state/use-log";
import { gatherReadings, type LogReadings, quantitiesIn } from "./table/log-readings";
import { spanAround, usualForm } from "./table/log-rows";
import { correctionOf, LogTable } from "./table/log-table";
import { ExtremesNote, TableControls } from "./table/table-controls";

const CustomRangeDialog = lazy(async () => ({
	default: (await import("./range/custom-range-dialog")).CustomRangeDialog,
}));
const NoteDialog = lazy(async () => ({ default: (await import("./actions/note-dialog")).NoteDialog }));

type LogScreenProps = {
	plan: LogPlan;
	requested: LogState;
	results: LogResponses;
	following: Following;
	onSearch: (change: LogSearch) => void;
	onMove: (steps: 1 | -1) => void;
	onCopyLink: (bounds: LogSearch | null) => void;
	onImport: () => void;
	onConnect: () => void;
};

export function LogScreen({ plan, requested, results, following, onSearch, ...on }: LogScreenProps) {
	const { state, input } = plan;
	const { onOlder, isLoadingOlder, offerDevices } = results;
	const channels = results.channels?.map((channel) => {
		return { ...channel, name: markedName(channel.name, channel.derived !== undefined) };
	});
	const devices = results.devices ?? [];
	const { me } = useAccount();
	const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
	const [isChartWanted, setIsChartWanted] = useState(requested.distribution !== null);
	const [isCustomOpen, setIsCustomOpen] = useState(false);
	const [note, setNote] = useState<NoteSubject | null>(null);
	const openNote = (subject: NoteSubject) => {
		offerDevices();
		setNote(subject);
	};
	const isCustomWanted = useIsWanted(isCustomOpen);
	const isNoteWanted = useIsWanted(note !== null);
	const { judge, dialog } = useJudging();
	const { page, clock, log, shown, form, readingCount } = useShownLog(plan, results);
	const span = useMemo(() => ({ from: page?.from ?? 0, to: page?.to ?? 0 }), [page?.from, page?.to]);
	if (!page || !clock) return null;
	const measured = typeof results.series === "string" ? quantitiesIn(log.channels) : results.series.quantities;
	const { loaded, next } = loadedTexts(readingCount, state);
	const isEmpty = readingCount + log.events.length === 0;
	const actions = (
		<LogActions
			me={me}
			onNote={() => openNote({ deviceId: state.deviceIds[0] ?? null, at: Date.now() })}
			rangeName={state.exact ? null : rangeName(state)}
			onCopyLink={(kind) => on.onCopyLink(kind === "exact" ? { ...exactSearch(span), zone: clock.zone } : null)}
			onImport={on.onImport}
			onConnect={on.onConnect}
		>
			<ExportMenu
				subject={{ shown: input, span, zone: clock.zone, mode: clock.mode }}
				report={can(me.role, "editReports") ? reportOf(state, log.channels, { span, zone: clock.zone }) : null}
			/>
		</LogActions>
	);
	const judgeDenial = can(me.role, "importReadings") ? null : denialOf("importReadings", "excludeReadings");
	const extremes = !isEmpty && <ExtremesNote sort={state.sort} readingCount={readingCount} />;
	const tableControls = (
		<TableControls
			state={state}
			requested={requested}
			form={form}
			measured={measured}
			onSearch={onSearch}
			hasRaw={log.channels.some(({ readings }) => readings.some(({ raw }) => raw !== null))}
		>
			{!isPhone && extremes}
		</TableControls>
	);

	return (
		<>
			<PageHead isDense title={t("log")} subtitle={`${formatSpanIn(clock.zone, span, Date.now())} · ${clock.label}`}>
				{/* Phones often have a file to import; the menu holds the other actions. */}
				{isPhone
					? can(me.role, "importReadings") && (
							<PlainButton leftSection={<IconFileImport size={17} stroke={1.7} />} onClick={on.onImport}>
								{t("import")}
							</PlainButton>
						)
					: actions}
			</PageHead>
			{requested.spanComplaint !== null && (
				<p role="status" className={layout.leftOut}>
					{t("span.leftOut", { complaint: requested.spanComplaint })}
				</p>
			)}
			<div className={classes.controls}>
				<LogToolbar
					state={requested}
					following={following}
					onSearch={onSearch}
					onMove={on.onMove}
					onCustom={() => setIsCustomOpen(true)}
					chart={isPhone && !isEmpty ? { isShown: isChartWanted, onShow: setIsChartWanted } : null}
					more={
						<>
							{actions}
							{tableControls}
						</>
					}
				/>
				<LogFilters
					state={requested}
					devices={withChosen(devices, namesOf(results, requested), requested.deviceIds)}
					areDevicesLoading={results.devices === null}
					onOffer={offerDevices}
					groups={results.groups}
					channels={channels ? withGone(channels, state.channelIds, t("deletedChannel")) : null}
					subjects={subjectsOf(measured, log.channels, channels ?? [])}
					views={<ViewTabs screen="log" />}
					onSearch={onSearch}
				/>
			</div>
			<div className={classes.content} aria-busy={!deepEqual(requested, state)}>
				{isEmpty ? (
					<Card>
						{!isPhone && "quantity" in state.sort && tableControls}
						{results.areDevicesLoading && page.previousReadingAt === null ? (
							<TableSkeleton />
						) : (
							<EmptyRange
								page={page}
								state={state}
								hasDevices={results.devices?.length !== 0}
								mayAddDevices={mayAddDevices(me)}
								onSearch={onSearch}
								onFurther={onOlder}
								isLoading={isLoadingOlder}
							/>
						)}
					</Card>
				) : (
					<>
						{isPhone && extremes}
						{(!isPhone || isChartWanted) && (
							<LogChart
								plan={plan}
								requested={requested}
								results={results}
								log={log}
								span={span}
								clock={clock}
								judgeDenial={judgeDenial}
								onSearch={onSearch}
								onJudge={judge}
								onNote={can(me.role, "addNotes") ? openNote : null}
								mayJustify={can(me.role, "editReports")}
								mayShare={can(me.role, "editKeys")}
							/>
						)}
						<Card>
							{!isPhone && tableControls}
							<LogTable
								log={shown}
								span={span}
								form={form}
								order={state.sort.order}
								isRaw={state.isRaw}
								clock={clock}
								actions={{
									judgeDenial,
									onNote: can(me.role, "addNotes")
										? ({ device, at }) => openNote({ deviceId: device?.id ?? null, at })
										: null,
									onCorrect: can(me.role, "addNotes") ? (row) => openNote(correctionOf(row)) : null,
									// Filters would hide the neighbors of the row.
									onOpen: (row) =>
										onSearch({
											...noEntryFilters,
											...exactSearch(spanAround(row)),
											...(row.device && { device: row.device.id, group: undefined, channel: undefined }),
										}),
								}}
							/>
						</Card>
						{onOlder && (
							<div className={classes.older}>
								<span>{loaded}</span>
								<SmallButton loading={isLoadingOlder} onClick={onOlder}>
									{next}
								</SmallButton>
							</div>
						)}
					</>
				)}
			</div>
			{dialog}
			<Suspense>
				{isCustomWanted && (
					<CustomRangeDialog
						isOpen={isCustomOpen}
						span={span}
						zone={clock.zone}
						clockLabel={clock.label}
						onSpan={(chosen) => onSearch(exactSearch(chosen))}
						onClose={() => setIsCustomOpen(false)}
					/>
				)}
				{isNoteWanted && (
					<NoteDialog
						groups={results.groups}
						subject={note}
						devices={withChosen<{ id: string; name: string }>(
							devices,
							results.named,
							note?.deviceId ? [note.deviceId] : [],
						)}
						zone={clock.zone}
						clockLabel={clock.label}
						onClose={() => setNote(null)}
					/>
				)}
			</Suspense>
		</>
	);
}

function useShownLog({ state: { filters, sort, form: chosen } }: LogPlan, { pages, series }: LogResponses) {
	const mode = useTimeDisplayMode();
	const log = useMemo(() => gatherReadings(pages), [pages]);
	const passing = useMemo(() => {
		const filter = readingFilter(filters);
		return hasReadingFilter(filter) ? gatherReadings(pages.map((each) => withPassing(each, filter))) : log;
	}, [pages, log, filters]);
	const [page] = pages;
	// The first rows may be of one device; the clock is that of all devices.
	const devices = !isByTime(sort) && typeof series === "object" ? series.devices : log.devices;
	const clock = useMemo(() => page && logClock({ page, devices, mode, viewerZone }), [page, devices, mode]);
	const form = "quantity" in sort ? "long" : (chosen ?? usualForm(log.channels));
	const shown = form === "long" ? passing : log;
	const readingCount = shown.channels.reduce((count, { readings }) => count + readings.length, 0);
	return { page, clock, log, shown, form, readingCount };
}

function namesOf({ named, devices }: LogResponses, { deviceIds }: LogState) {
	if (devices !== null) return named;
	const unnamed = deviceIds.filter((id) => !named.some((each) => each.id === id));
	return [...named, ...unnamed.map((id) => ({ id, name: t("loading") }))];
}

type Shown = { span: TimeRange; zone: string };

function reportOf({ deviceIds, groupIds, channelIds }: LogState, channels: LogReadings["channels"], shown: Shown) {
	const chosen = channels.map(({ channel }) => channel).filter(({ id }) => channelIds.includes(id));
	return reportSearch({ deviceIds, groupIds, channels: chosen, ...shown });
}

function loadedTexts(readingCount: number, { sort: { order }, filters }: LogState) {
	const [further, side] =
		order === "by-device"
			? (["more", "first"] as const)
			: order === "oldest-first"
				? (["newer", "oldest"] as const)
				: (["older", "newest"] as const);
	if (isFilteringEntries(filters)) return { loaded: t(`unread.${further}`), next: t("lookFurther") };
	return { loaded: t(`loaded.${side}`, { count: readingCount }), next: t(`load.${further}`) };
}

export function LogPending() {
	const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
	return (
		<>
			<PageHead title={t("log")} subtitle={t("loading.plain")} />
			<div className={classes.toolbar} />
			{isPhone ? <div className={classes.toolbar} /> : <ChartSkeleton />}
			<Card>
				<TableSkeleton rows={12} />
			</Card>
		</>
	);
}
