import { Select } from "@mantine/core";
import type { DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { deviceStatusWords, statusesFromBest } from "../../device-status-words";
import { FilterBar } from "../../ui/filter-bar";
import { withToggled } from "../../ui/list-rows";
import { countByStatus, type DeviceView, isFiltered } from "./device-view";
import classes from "./devices.module.css";
import type { DevicesSearch } from "./devices-search";

type DeviceFiltersProps = {
	view: DeviceView;
	rows: DeviceListRow[];
	groups: GroupListRow[];
	shownCount: number;
	onChange: (change: DevicesSearch) => void;
	onClear: () => void;
};

export function DeviceFilters({ view, rows, groups, shownCount, onChange, onClear }: DeviceFiltersProps) {
	const counts = countByStatus(rows);
	const offered = statusesFromBest.filter((status) => counts[status] > 0 || view.statuses.includes(status));
	return (
		<FilterBar
			things="devices"
			searchHint="Name or serial number"
			text={view.text}
			onText={(q) => onChange({ q })}
			chips={offered.map((status) => ({
				key: status,
				label: deviceStatusWords[status].label,
				count: counts[status],
				isOn: view.statuses.includes(status),
				onToggle: () => onChange({ status: withToggled(view.statuses, status) }),
			}))}
			isFiltered={isFiltered(view)}
			onClear={onClear}
			shownCount={shownCount}
			totalCount={rows.length}
		>
			{groups.length > 0 && (
				<Select
					className={classes.groupFilter}
					aria-label="Group"
					placeholder="All groups"
					data={groups.map(({ id, name }) => ({ value: id, label: name }))}
					value={view.groupIds[0] ?? null}
					onChange={(groupId) => onChange({ group: groupId ?? undefined })}
					clearable
					searchable={groups.length > 10}
				/>
			)}
		</FilterBar>
	);
}
