import { Button, Tooltip } from "@mantine/core";
import { IconAntennaBars5, IconPlus } from "@tabler/icons-react";
import type { DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { Card } from "../../ui/card";
import { countOf } from "../../ui/count-words";
import { DataTable } from "../../ui/data-table";
import { EmptyNote } from "../../ui/empty-note";
import { ExportButton } from "../../ui/export-button";
import { NoMatchNote } from "../../ui/no-match-note";
import { PageHead } from "../../ui/page-head";
import { deviceColumns } from "./device-columns";
import { devicesCsv } from "./device-csv";
import { DeviceFilters } from "./device-filters";
import { filterDevices, sortDevices, sortToSearch, viewFromSearch } from "./device-view";
import type { DevicesSearch } from "./devices-search";

type DeviceListProps = {
	rows: DeviceListRow[];
	groups: GroupListRow[];
	search: DevicesSearch;
	canAdd: boolean;
	onSearch: (change: DevicesSearch) => void;
};

export function DeviceList({ rows, groups, search, canAdd, onSearch }: DeviceListProps) {
	const view = viewFromSearch(search);
	const shown = sortDevices(filterDevices(rows, view), view.sort);
	const clear = () => onSearch({ q: undefined, status: undefined, group: undefined });
	const addButton = <AddButton canAdd={canAdd} onAdd={() => onSearch({ add: "yes" })} />;
	return (
		<>
			<PageHead title="Devices" subtitle={summaryOf(rows.length, groups.length)}>
				<ExportButton fileName="devices.csv" rowCount={shown.length} text={() => devicesCsv(shown, groups)} />
				{addButton}
			</PageHead>
			{rows.length > 0 && (
				<DeviceFilters
					view={view}
					rows={rows}
					groups={groups}
					shownCount={shown.length}
					onChange={onSearch}
					onClear={clear}
				/>
			)}
			<Card>
				{rows.length === 0 ? (
					<EmptyNote
						icon={<IconAntennaBars5 size={26} />}
						title="No devices yet"
						text="Add your first logger: you get a key for it, and its readings show up here as soon as it posts them."
					>
						{addButton}
					</EmptyNote>
				) : shown.length === 0 ? (
					<NoMatchNote noun="device" totalCount={rows.length} onClear={clear} />
				) : (
					<DataTable
						caption="Devices"
						columns={deviceColumns(rows, groups)}
						rows={shown}
						rowKey={(row) => row.id}
						sort={view.sort}
						onSort={(sort) => onSearch({ sort: sortToSearch(sort) })}
					/>
				)}
			</Card>
		</>
	);
}

function summaryOf(deviceCount: number, groupCount: number): string {
	const devices = countOf(deviceCount, "device");
	return groupCount === 0 ? devices : `${devices} in ${countOf(groupCount, "group")}`;
}

function AddButton({ canAdd, onAdd }: { canAdd: boolean; onAdd: () => void }) {
	return (
		<Tooltip label="Your role cannot add devices. Ask an owner or admin." disabled={canAdd}>
			<Button
				leftSection={<IconPlus size={17} stroke={2} />}
				onClick={canAdd ? onAdd : undefined}
				data-disabled={!canAdd || undefined}
				aria-disabled={!canAdd || undefined}
			>
				Add device
			</Button>
		</Tooltip>
	);
}
