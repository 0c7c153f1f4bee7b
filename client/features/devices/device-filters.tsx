import { useDeferredValue, useMemo } from "react";
import { deviceTexts, recordOf, searchedTexts } from "../../../shared/base/plain-fields";
import type { DeviceListRow } from "../../../shared/device/device";
import type { GroupListRow } from "../../../shared/device/group";
import { deviceStatusLabels, statusesFromBest } from "../../entities/device-labels";
import { FilterBar } from "../../ui/table/filter-bar";
import type { FilterChip } from "../../ui/table/filter-chips";
import { AddFilter } from "./add-filter";
import {
	type ChoiceName,
	choiceCriteria,
	choiceNames,
	limitCriteria,
	limitNames,
	occurringValues,
} from "./device-criteria";
import {
	countByStatus,
	type DeviceListState,
	filterDevices,
	isFiltered,
	withoutFilters,
	withToggled,
} from "./device-list-state";
import type { DevicesSearch } from "./devices-search";
import { SaveAsGroup } from "./save-as-group";

const searchHint = [
	"Name",
	"serial",
	...searchedTexts.map((text) => deviceTexts[text].label.toLowerCase()),
	"tag",
].join(", ");

type DeviceFiltersProps = {
	state: DeviceListState;
	rows: DeviceListRow[];
	groups: GroupListRow[];
	shownCount: number;
	groupDenial: string | undefined;
	now: number;
	onChange: (change: DevicesSearch) => void;
};

export function DeviceFilters({ state, rows, groups, shownCount, groupDenial, now, onChange }: DeviceFiltersProps) {
	const statusChips = useStatusChips({ rows, state, now, onChange });
	const chosenChips = useMemo(() => choiceChips({ rows, groups, state, onChange }), [rows, groups, state, onChange]);
	const limitChips = useMemo(() => chipsOfLimits({ rows, state, now, onChange }), [rows, state, now, onChange]);
	const isArchived = state.archived === "archived";
	const archivedChip: FilterChip = {
		key: "archived",
		label: "Archived",
		...(isArchived && { count: rows.length }),
		isOn: isArchived,
		onToggle: () => onChange({ archived: isArchived ? undefined : "archived" }),
	};
	return (
		<FilterBar
			things="devices"
			searchHint={searchHint}
			text={state.text}
			onText={(q) => onChange({ q })}
			chips={[...(isArchived ? [] : statusChips), archivedChip, ...chosenChips, ...limitChips]}
			isFiltered={isFiltered(state)}
			onClear={() => onChange(withoutFilters)}
			shownCount={shownCount}
			totalCount={rows.length}
			addFilters={<AddFilter state={state} rows={rows} groups={groups} onChange={onChange} />}
		>
			{state.archived === "current" && isFiltered(state) && <SaveAsGroup state={state} denial={groupDenial} />}
		</FilterBar>
	);
}

type OnChange = DeviceFiltersProps["onChange"];

function useStatusChips({ rows, state, now, onChange }: Omit<ChipParts, "groups"> & { now: number }): FilterChip[] {
	const deferred = useDeferredValue(state);
	const counts = useMemo(() => countByStatus(rows, deferred, now), [rows, deferred, now]);
	const occurring = useMemo(() => new Set(rows.map(({ status }) => status)), [rows]);
	const chosen = state.choices.status;
	return statusesFromBest
		.filter((status) => occurring.has(status) || chosen.includes(status))
		.map((status) => ({
			key: status,
			label: deviceStatusLabels[status].label,
			count: counts[status],
			isOn: chosen.includes(status),
			onToggle: () => onChange(withToggled(state, "status", status)),
		}));
}

type ChipParts = { rows: DeviceListRow[]; groups: GroupListRow[]; state: DeviceListState; onChange: OnChange };

function choiceChips({ rows, groups, state, onChange }: ChipParts): FilterChip[] {
	const hasOwnChips = (name: ChoiceName) => name === "status" && state.archived === "current";
	return choiceNames
		.filter((name) => state.choices[name].length > 0 && !hasOwnChips(name))
		.flatMap((name) => {
			const chosen = state.choices[name];
			return occurringValues(name, rows, { groups, chosen })
				.filter(({ value }) => chosen.includes(value))
				.map(({ value, label, count }) => ({
					key: `${name}-${value}`,
					label: name === "lack" ? label : `${choiceCriteria[name].label}: ${label}`,
					count,
					isOn: true,
					onToggle: () => onChange(withToggled(state, name, value)),
				}));
		});
}

function chipsOfLimits({ rows, state, now, onChange }: Omit<ChipParts, "groups"> & { now: number }): FilterChip[] {
	return limitNames.flatMap((name) => {
		const limit = state.limits[name];
		if (limit === null) return [];
		const alone: DeviceListState = { ...state, text: "", choices: noChoices, limits: { ...noLimits, [name]: limit } };
		return {
			key: name,
			label: limitCriteria[name].labelOf(limit),
			count: filterDevices(rows, alone, now).length,
			isOn: true,
			onToggle: () => onChange({ [name]: undefined }),
		};
	});
}

const noChoices: DeviceListState["choices"] = recordOf(choiceNames, () => []);
const noLimits: DeviceListState["limits"] = { battery: null, signal: null, memory: null, silent: null };
