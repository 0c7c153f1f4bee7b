import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import type { DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { type DeviceAction, restoreDevices, unmuteDevices } from "../../device-actions/device-changes";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { countOf } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { PageHead } from "../../ui/layout/page-head";
import { BulkBar } from "../../ui/table/bulk-bar";
import { ColumnChooser } from "../../ui/table/column-chooser";
import { DataTable } from "../../ui/table/data-table";
import { downloadText, ExportButton, listCsv } from "../../ui/table/export-csv";
import { NoMatchNote } from "../../ui/table/filter-bar";
import { useSelection } from "../../ui/table/use-selection";
import { AddButtons } from "./add-buttons";
import { bulkActionsOf, rowActionsOf } from "./device-actions";
import { DeviceFilters } from "./device-filters";
import type { DeviceDoings } from "./device-offers";
import { sortToSearch, withoutFilters } from "./device-view";
import classes from "./devices.module.css";
import type { DevicesSearch } from "./devices-search";
import { type FleetRights, fleetRefusals } from "./fleet-rights";
import { NoDevices } from "./no-devices";
import { useDeviceList } from "./use-device-list";

const DeviceActionDialog = lazy(async () => ({
	default: (await import("../../device-actions/device-action-dialog")).DeviceActionDialog,
}));

const rowKey = ({ id }: DeviceListRow) => id;

type DeviceListProps = {
	rows: DeviceListRow[];
	groups: GroupListRow[];
	search: DevicesSearch;
	rights: FleetRights;
	onSearch: (change: DevicesSearch) => void;
};

/** The fleet: found by its filters, changed one by one or all that match. */
export function DeviceList({ rows, groups, search, rights, onSearch }: DeviceListProps) {
	const { view, columns, columnChoice, matching, now, leftOut } = useDeviceList({ rows, groups, search });
	const selection = useSelection(matching, rowKey);
	const [action, setAction] = useState<DeviceAction | null>(null);
	const isArchived = view.shelf === "archived";
	const csvOf = (devices: DeviceListRow[]) =>
		listCsv(
			columns.filter(({ id }) => columnChoice.shown.includes(id)),
			devices,
			rowKey,
		);
	const doings = useDoings({
		onAction: setAction,
		exportRows: (devices) => downloadText("devices.csv", csvOf(devices)),
	});
	const context = { rights, isArchived, doings };
	const { role, scope } = rights;
	// biome-ignore lint/correctness/useExhaustiveDependencies: rows are drawn anew only where their actions differ, and what they do never does
	const rowActions = useMemo(() => (row: DeviceListRow) => rowActionsOf(context, row), [role, scope, isArchived]);
	const isAnyShown = matching.length > 0;
	const { add, group } = fleetRefusals(rights);

	return (
		<>
			<PageHead title="Devices" subtitle={summaryOf(rows.length, { groups: groups.length, isArchived })}>
				{rows.length > 0 && <ColumnChooser columns={columns} choice={columnChoice} />}
				{rows.length > 0 && (
					<ExportButton fileName="devices.csv" rowCount={matching.length} text={() => csvOf(matching)} />
				)}
				<AddButtons refusal={add} onSearch={onSearch} />
			</PageHead>
			{(rows.length > 0 || isArchived) && (
				<BulkBar
					selection={selection}
					noun="device"
					totalCount={matching.length}
					actions={bulkActionsOf(context, selection.rows)}
				>
					<DeviceFilters
						view={view}
						rows={rows}
						groups={groups}
						shownCount={matching.length}
						groupRefusal={group}
						now={now}
						onChange={onSearch}
					/>
				</BulkBar>
			)}
			{leftOut > 0 && (
				<p role="status" className={classes.leftOut}>
					{leftOut === 1 ? "A group" : `${leftOut} groups`} this link asks for {leftOut === 1 ? "is" : "are"} gone, or
					not yours to see, and left out of the filter.
				</p>
			)}
			<Card>
				{rows.length === 0 ? (
					<NoDevices isArchived={isArchived} refusal={add} onSearch={onSearch} />
				) : isAnyShown ? (
					<DataTable
						listName="devices"
						caption="Devices"
						columns={columns}
						rows={matching}
						rowKey={rowKey}
						sort={view.sort}
						onSort={(sort) => onSearch({ sort: sortToSearch(sort) })}
						rowActions={rowActions}
						selection={selection}
						columnChoice={columnChoice}
					/>
				) : (
					<NoMatchNote noun="device" totalCount={rows.length} onClear={() => onSearch(withoutFilters)} />
				)}
			</Card>
			<ActionDialog action={action} rows={rows} groups={groups} onClose={() => setAction(null)} />
		</>
	);
}

type DoingsParts = { onAction: (action: DeviceAction) => void; exportRows: (devices: DeviceListRow[]) => void };

function useDoings({ onAction, exportRows }: DoingsParts): DeviceDoings {
	const navigate = useNavigate();
	return {
		open: (kind, devices, onDone) => onAction({ kind, devices, onDone }),
		openLog: (devices) => void navigate({ to: "/log/", search: { device: devices.map(rowKey).join(",") } }),
		exportRows,
		restore: (devices, done) => void restoreDevices(devices, done),
		unmute: (devices, done) => void unmuteDevices(devices, done),
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
		() => [...new Set(isWanted ? rows.flatMap(({ tags }) => tags ?? []) : [])].sort(),
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
	if (isArchived) return countOf(deviceCount, "archived device");
	const devices = countOf(deviceCount, "device");
	return groups === 0 ? devices : `${devices} in ${countOf(groups, "group")}`;
}
