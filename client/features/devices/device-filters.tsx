import { useDeferredValue, useMemo } from "react";
import type { DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { deviceTexts, recordOf, searchedTexts } from "../../../shared/plain-fields";
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
import { countByStatus, type DeviceView, filterDevices, isFiltered, withoutFilters, withToggled } from "./device-view";
import type { DevicesSearch } from "./devices-search";
import { SaveAsGroup } from "./save-as-group";

const searchHint = [
	"Name",
	"serial",
	...searchedTexts.map((text) => deviceTexts[text].label.toLowerCase()),
	"tag",
].join(", ");

type DeviceFiltersProps = {
	view: DeviceView;
	rows: DeviceListRow[];
	groups: GroupListRow[];
	shownCount: number;
	groupRefusal: string | undefined;
	/** Epoch ms. */
	now: number;
	onChange: (change: DevicesSearch) => void;
};

export function DeviceFilters({ view, rows, groups, shownCount, groupRefusal, now, onChange }: DeviceFiltersProps) {
	const statusChips = useStatusChips({ rows, view, now, onChange });
	const chosenChips = useMemo(() => choiceChips({ rows, groups, view, onChange }), [rows, groups, view, onChange]);
	const limitChips = useMemo(() => chipsOfLimits({ rows, view, now, onChange }), [rows, view, now, onChange]);
	const isArchived = view.archived === "archived";
	const archivedChip: FilterChip = {
		key: "shelf",
		label: "Archived",
		...(isArchived && { count: rows.length }),
		isOn: isArchived,
		onToggle: () => onChange({ shelf: isArchived ? undefined : "archived" }),
	};
	return (
		<FilterBar
			things="devices"
			searchHint={searchHint}
			text={view.text}
			onText={(q) => onChange({ q })}
			chips={[...(isArchived ? [] : statusChips), archivedChip, ...chosenChips, ...limitChips]}
			isFiltered={isFiltered(view)}
			onClear={() => onChange(withoutFilters)}
			shownCount={shownCount}
			totalCount={rows.length}
			addFilters={<AddFilter view={view} rows={rows} groups={groups} onChange={onChange} />}
		>
			{view.archived === "current" && isFiltered(view) && <SaveAsGroup view={view} refusal={groupRefusal} />}
		</FilterBar>
	);
}

type OnChange = DeviceFiltersProps["onChange"];

function useStatusChips({ rows, view, now, onChange }: Omit<ChipParts, "groups"> & { now: number }): FilterChip[] {
	// Typing stays responsive; the counts follow.
	const deferred = useDeferredValue(view);
	const counts = useMemo(() => countByStatus(rows, deferred, now), [rows, deferred, now]);
	const occurring = useMemo(() => new Set(rows.map(({ status }) => status)), [rows]);
	const chosen = view.choices.status;
	return statusesFromBest
		.filter((status) => occurring.has(status) || chosen.includes(status))
		.map((status) => ({
			key: status,
			label: deviceStatusLabels[status].label,
			count: counts[status],
			isOn: chosen.includes(status),
			onToggle: () => onChange(withToggled(view, "status", status)),
		}));
}

type ChipParts = { rows: DeviceListRow[]; groups: GroupListRow[]; view: DeviceView; onChange: OnChange };

function choiceChips({ rows, groups, view, onChange }: ChipParts): FilterChip[] {
	const hasOwnChips = (name: ChoiceName) => name === "status" && view.archived === "current";
	return choiceNames
		.filter((name) => view.choices[name].length > 0 && !hasOwnChips(name))
		.flatMap((name) => {
			const chosen = view.choices[name];
			return occurringValues(name, rows, { groups, chosen })
				.filter(({ value }) => chosen.includes(value))
				.map(({ value, label, count }) => ({
					key: `${name}-${value}`,
					label: name === "lack" ? label : `${choiceCriteria[name].label}: ${label}`,
					count,
					isOn: true,
					onToggle: () => onChange(withToggled(view, name, value)),
				}));
		});
}

function chipsOfLimits({ rows, view, now, onChange }: Omit<ChipParts, "groups"> & { now: number }): FilterChip[] {
	return limitNames.flatMap((name) => {
		const limit = view.limits[name];
		if (limit === null) return [];
		const alone: DeviceView = { ...view, text: "", choices: noChoices, limits: { ...noLimits, [name]: limit } };
		return {
			key: name,
			label: limitCriteria[name].labelOf(limit),
			count: filterDevices(rows, alone, now).length,
			isOn: true,
			onToggle: () => onChange({ [name]: undefined }),
		};
	});
}

const noChoices: DeviceView["choices"] = recordOf(choiceNames, () => []);
const noLimits: DeviceView["limits"] = { battery: null, signal: null, memory: null, silent: null };
