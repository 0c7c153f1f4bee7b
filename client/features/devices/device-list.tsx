import { useMediaQuery } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useDeferredValue, useMemo, useState } from "react";
import { minuteMs } from "../../../shared/base/durations";
import type { DeviceListRow } from "../../../shared/device/device";
import type { GroupListRow } from "../../../shared/device/group";
import { type DeviceAction, restoreDevices, unmuteDevices } from "../../device-actions/device-changes";
import { RunningChanges } from "../../device-actions/running-changes";
import { searchOfDevices } from "../../entities/compared";
import { ViewTabs } from "../../forms/views/view-tabs";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { PageHead } from "../../ui/layout/page-head";
import { ApiCallButton } from "../../ui/table/api-call-button";
import { BulkBar } from "../../ui/table/bulk-bar";
import { ColumnChooser } from "../../ui/table/column-chooser";
import { useShownColumns } from "../../ui/table/column-preferences";
import { DataTable } from "../../ui/table/data-table";
import { downloadText, ExportButton, listCsv } from "../../ui/table/export-csv";
import { rowId } from "../../ui/table/list-rows";
import { NoMatchNote } from "../../ui/table/no-match-note";
import { PageActions } from "../../ui/table/page-actions";
import { RowTimes } from "../../ui/table/row-times";
import { useSelection } from "../../ui/table/use-selection";
import { useTickingNow } from "../../ui/time/relative-time";
import { t } from "../../words/made/devices";
import { deviceCalls } from "./device-calls";
import { deviceColumns, readingColumns } from "./device-columns";
import { compareTexts } from "./device-criteria";
import { DeviceFilters } from "./device-filters";
import {
	filterDevices,
	sortDevices,
	sortToSearch,
	stateFromSearch,
	unknownGroups,
	withoutFilters,
} from "./device-list-state";
import { type DevicesSearch, factColumnIds, isSortedByFact, listName } from "./devices-search";
import { useDeviceFacts } from "./fact-columns";
import { type FleetRights, fleetDenials } from "./fleet-rights";
import { bulkActionsOf, type DeviceHandlers, rowActionsOf } from "./listed-actions";
import { AddButton, ArchivedMatches, importCsv, NoDevices, scanLabel } from "./no-devices";

const DeviceActionDialog = lazy(async () => ({
	default: (await import("../../device-actions/device-action-dialog")).DeviceActionDialog,
}));

/** Gives the shown fact columns before the columns exist. The first column is always shown, so it is the name. */
const everyFactColumn = ["name", ...factColumnIds].map((id) => ({ id, header: id, isOptional: true }));

type DeviceListProps = {
	rows: DeviceListRow[];
	groups: GroupListRow[];
	search: DevicesSearch;
	rights: FleetRights;
	onSearch: (change: DevicesSearch) => void;
	onScan: () => void;
};

export function DeviceList({ rows, groups, search, rights, onSearch, onScan }: DeviceListProps) {
	const { state, columns, columnChoice, matching, now, leftOut } = useDeviceList({ rows, groups, search });
	const selection = useSelection(matching, rowId);
	const [action, setAction] = useState<DeviceAction | null>(null);
	const isArchived = state.archived === "archived";
	const csvOf = (devices: DeviceListRow[]) =>
		listCsv(
			columns.filter(({ id }) => columnChoice.shown.includes(id)),
			devices,
			rowId,
		);
	const handlers = useHandlers({
		onAction: setAction,
		exportRows: (devices) => downloadText("devices.csv", csvOf(devices)),
	});
	const context = { rights, isArchived, handlers };
	const { role, scope } = rights;
	// biome-ignore lint/correctness/useExhaustiveDependencies: rows are rendered again only where their actions differ; their handlers never do
	const rowActions = useMemo(() => (row: DeviceListRow) => rowActionsOf(context, row), [role, scope, isArchived]);
	const isAnyShown = matching.length > 0;
	const { add, group } = fleetDenials(rights);

	return (
		<>
			<PageHead isDense title={t("title")} subtitle={summaryOf(rows.length, { groups: groups.length, isArchived })}>
				{rows.length > 0 && <ColumnChooser columns={columns} choice={columnChoice} />}
				{rows.length > 0 && (
					<ExportButton fileName="devices.csv" rowCount={matching.length} text={() => csvOf(matching)} />
				)}
				{rows.length > 0 && <ApiCallButton {...deviceCalls(state, matching)} />}
				<AddButton denial={add} onSearch={onSearch} />
				<PageActions
					name="devices"
					actions={[
						{ ...importCsv, denial: add, onRun: () => onSearch({ import: "yes" }) },
						{ ...scanLabel, onRun: onScan },
					]}
				/>
			</PageHead>
			<RunningChanges />
			{(rows.length > 0 || isArchived) && (
				<BulkBar
					selection={selection}
					noun="device"
					totalCount={matching.length}
					actions={bulkActionsOf(context, selection.rows)}
				>
					<DeviceFilters
						state={state}
						rows={rows}
						groups={groups}
						shownCount={matching.length}
						groupDenial={group}
						now={now}
						views={<ViewTabs screen="devices" />}
						onChange={onSearch}
					/>
				</BulkBar>
			)}
			{leftOut > 0 && (
				<p role="status" className={layout.leftOut}>
					{t("list.leftOut", { count: leftOut })}
				</p>
			)}
			<RowTimes>
				<Card>
					{rows.length === 0 ? (
						<NoDevices isArchived={isArchived} denial={add} onSearch={onSearch} />
					) : isAnyShown ? (
						<DataTable
							listName="devices"
							caption={t("title")}
							columns={columns}
							rows={matching}
							rowKey={rowId}
							sort={state.sort}
							onSort={(sort) => onSearch({ sort: sortToSearch(sort) })}
							rowActions={rowActions}
							selection={selection}
							columnChoice={columnChoice}
						/>
					) : (
						<>
							<NoMatchNote noun="device" totalCount={rows.length} onClear={() => onSearch(withoutFilters)} />
							{!isArchived && <ArchivedMatches state={state} now={now} onSearch={onSearch} />}
						</>
					)}
				</Card>
			</RowTimes>
			<ActionDialog action={action} rows={rows} groups={groups} onClose={() => setAction(null)} />
		</>
	);
}

type DeviceListParts = { rows: DeviceListRow[]; groups: GroupListRow[]; search: DevicesSearch };

function useDeviceList({ rows, groups, search }: DeviceListParts) {
	const { shown: chosen } = useShownColumns<DeviceListRow>(listName, everyFactColumn);
	const facts = useDeviceFacts(isSortedByFact(search) || factColumnIds.some((id) => chosen.includes(id)));
	const readingsText = useMemo(() => JSON.stringify(readingColumns(rows)), [rows]);
	const hasAlerts = useMemo(() => rows.some(({ alertState }) => alertState !== undefined), [rows]);
	const isMemoryFiltered = search.memory !== undefined;
	const hasTrends = useMediaQuery("(min-width: 1200px)", false, { getInitialValueInEffect: false });
	const columns = useMemo(() => {
		const readings = JSON.parse(readingsText) as ReturnType<typeof readingColumns>; // written above
		return deviceColumns({ readings, hasAlerts, hasTrends, isMemoryFiltered, groups, facts });
	}, [readingsText, hasAlerts, hasTrends, isMemoryFiltered, groups, facts]);
	const columnChoice = useShownColumns(listName, columns);
	const known = useMemo(() => {
		const groupIds = new Set(groups.map(({ id }) => id));
		const columnIds = new Set(columns.filter(({ isSortable = true }) => isSortable).map(({ id }) => id));
		return { hasGroup: (id: string) => groupIds.has(id), hasColumn: (id: string) => columnIds.has(id) };
	}, [groups, columns]);
	const state = useMemo(() => stateFromSearch(search, known), [search, known]);
	const deferred = useDeferredValue(state);
	const present = useTickingNow(minuteMs);
	const now = deferred.limits.silent === null ? 0 : present;
	const found = useMemo(() => filterDevices(rows, deferred, now), [rows, deferred, now]);
	const { sort } = deferred;
	const matching = useMemo(() => sortDevices(found, columns, sort), [found, columns, sort]);
	return { state, columns, columnChoice, matching, now, leftOut: unknownGroups(search, known) };
}

type HandlerParts = { onAction: (action: DeviceAction) => void; exportRows: (devices: DeviceListRow[]) => void };

function useHandlers({ onAction, exportRows }: HandlerParts): DeviceHandlers {
	const navigate = useNavigate();
	return {
		open: (kind, devices) => onAction({ kind, devices }),
		addAlert: (devices) => void navigate({ to: "/alerts/new", search: { device: devices.map(rowId).join(",") } }),
		compare: (devices) => void navigate({ to: "/compare", search: searchOfDevices(devices, Date.now()) }),
		openReadings: (devices) => void navigate({ to: "/log/", search: { device: devices.map(rowId).join(",") } }),
		exportRows,
		restore: (devices) => void restoreDevices(devices),
		unmute: (devices) => void unmuteDevices(devices),
	};
}

type ActionDialogProps = {
	action: DeviceAction | null;
	rows: DeviceListRow[];
	groups: GroupListRow[];
	onClose: () => void;
};

function ActionDialog({ action, rows, groups, onClose }: ActionDialogProps) {
	const isWanted = useIsWanted(action !== null);
	const knownTags = useMemo(
		() => [...new Set(isWanted ? rows.flatMap(({ tags }) => tags ?? []) : [])].sort(compareTexts),
		[isWanted, rows],
	);
	if (!isWanted) return null;
	return (
		<Suspense>
			<DeviceActionDialog action={action} groups={groups} knownTags={knownTags} onClose={onClose} />
		</Suspense>
	);
}

function summaryOf(deviceCount: number, { groups, isArchived }: { groups: number; isArchived: boolean }): string {
	if (isArchived) return t("list.archived", { count: deviceCount });

	return groups === 0 ? t("list.count", { count: deviceCount }) : t("list.inGroups", { devices: deviceCount, groups });
}
