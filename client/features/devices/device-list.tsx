import { Button, Tooltip } from "@mantine/core";
import { IconAntennaBars5, IconDownload, IconFilterOff, IconPlus } from "@tabler/icons-react";
import type { DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { Card } from "../../ui/card";
import { DataTable } from "../../ui/data-table";
import { downloadText } from "../../ui/download-text";
import { EmptyNote } from "../../ui/empty-note";
import { PageHead } from "../../ui/page-head";
import { deviceColumns } from "./device-columns";
import { devicesCsv } from "./device-csv";
import { DeviceFilters } from "./device-filters";
import { type DevicesSearch, filterDevices, sortDevices, sortToSearch, viewFromSearch } from "./device-view";

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
	const addButton = <AddButton canAdd={canAdd} onAdd={() => onSearch({ add: "yes" })} />;
	return (
		<>
			<PageHead title="Devices" subtitle={summaryOf(rows.length, groups.length)}>
				<Button
					variant="default"
					leftSection={<IconDownload size={17} stroke={1.7} />}
					disabled={shown.length === 0}
					onClick={() => downloadText("devices.csv", devicesCsv(shown, groups))}
				>
					Export CSV
				</Button>
				{addButton}
			</PageHead>
			{rows.length > 0 && (
				<DeviceFilters view={view} rows={rows} groups={groups} shownCount={shown.length} onChange={onSearch} />
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
					<EmptyNote
						icon={<IconFilterOff size={26} />}
						title="No device matches"
						text={`None of your ${rows.length} devices fits all of these filters at once.`}
					>
						<Button variant="default" onClick={() => onSearch({ q: undefined, status: undefined, group: undefined })}>
							Clear filters
						</Button>
					</EmptyNote>
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
	const devices = `${deviceCount} ${deviceCount === 1 ? "device" : "devices"}`;
	return groupCount === 0 ? devices : `${devices} in ${groupCount} ${groupCount === 1 ? "group" : "groups"}`;
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
