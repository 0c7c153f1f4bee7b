import { TextInput } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { anySearchedTitle } from "../../../shared/base/plain-fields";
import type { DeviceListRow } from "../../../shared/device/device";
import type { GroupListRow } from "../../../shared/device/group";
import { typedNumber } from "../../forms/typed-setting";
import { countText } from "../../ui/format";
import { FilterBar } from "../../ui/table/filter-bar";
import { choiceField, type FilterField } from "../../ui/table/filter-field";
import { FilterForm } from "../../ui/table/filter-form";
import { SearchBox } from "../../ui/table/search-box";
import { t } from "../../words/made/devices";
import {
	type ChoiceName,
	choiceCriteria,
	choiceNames,
	type LimitName,
	limitCriteria,
	limitNames,
	occurringValues,
} from "./device-criteria";
import { type DeviceListState, filterDevices, isFiltered, textOfList, withoutFilters } from "./device-list-state";
import type { DevicesSearch } from "./devices-search";
import { SaveAsGroup } from "./save-as-group";

type DeviceFiltersProps = {
	state: DeviceListState;
	rows: DeviceListRow[];
	groups: GroupListRow[];
	shownCount: number;
	groupDenial: string | undefined;
	now: number;
	views: ReactNode;
	onChange: (change: DevicesSearch) => void;
};

export function DeviceFilters({
	state,
	rows,
	groups,
	shownCount,
	groupDenial,
	now,
	views,
	onChange,
}: DeviceFiltersProps) {
	const fields = useMemo(
		() => deviceFields({ rows, groups, state, now, onChange }),
		[rows, groups, state, now, onChange],
	);
	const isNarrowed = isFiltered(state);
	return (
		<FilterBar
			things="device"
			search={
				<SearchBox
					label={t("search")}
					placeholder={anySearchedTitle}
					text={state.text}
					onText={(q) => onChange({ q })}
				/>
			}
			fields={fields}
			isFiltered={isNarrowed || state.archived === "archived"}
			onClear={() => onChange({ ...withoutFilters, archived: undefined })}
			{...(isNarrowed && { count: t("shown", { shown: countText(shownCount), all: countText(rows.length) }) })}
			views={views}
		>
			{state.archived === "current" && isNarrowed && <SaveAsGroup state={state} denial={groupDenial} />}
		</FilterBar>
	);
}

type FieldParts = Pick<DeviceFiltersProps, "rows" | "groups" | "state" | "now" | "onChange">;

export function deviceFields({ rows, groups, state, now, onChange }: FieldParts): FilterField[] {
	const names = new Map(groups.map(({ id, name }) => [id, name]));
	const measured = new Set(rows.flatMap(({ latest }) => latest.map(({ quantity }) => quantity)));
	const ofChoice = (name: ChoiceName) =>
		choiceField({
			name,
			label: choiceCriteria[name].label,
			chosen: state.choices[name],
			// Counts devices that match the other filters.
			options: () => {
				const others = { ...state, choices: { ...state.choices, [name]: [] } };
				return occurringValues(name, filterDevices(rows, others, now), { groups, chosen: state.choices[name] });
			},
			labelOf: (value) => choiceCriteria[name].labelOf(value, names),
			onChoose: (chosen) => onChange({ [name]: textOfList(chosen) }),
		});
	const ofLimit = (name: LimitName): FilterField => {
		const limit = state.limits[name];
		return {
			name,
			label: limitCriteria[name].label,
			chip: limit === null ? null : limitCriteria[name].labelOf(limit),
			onClear: () => onChange({ [name]: undefined }),
			form: (onDone) => (
				<LimitForm
					name={name}
					current={limit}
					onSet={(text) => {
						onChange({ [name]: text });
						onDone();
					}}
				/>
			),
		};
	};
	return [
		...choiceNames.map(ofChoice),
		...limitNames.filter((name) => name === "silent" || measured.has(name) || state.limits[name] !== null).map(ofLimit),
		{
			name: "archived",
			label: t("archived"),
			isSingle: true,
			chip: state.archived === "archived" ? t("archived") : null,
			chosen: state.archived === "archived" ? ["archived"] : [],
			options: () => [{ value: "archived", label: t("archived.show") }],
			onChoose: ([archived]) => onChange({ archived }),
			onClear: () => onChange({ archived: undefined }),
		},
	];
}

type LimitProps = { name: LimitName; current: number | null; onSet: (text: string) => void };

function LimitForm({ name, current, onSet }: LimitProps) {
	const { label, unit, min, max, usual } = limitCriteria[name];
	const [text, setText] = useState(String(current ?? usual));
	const [complaint, setComplaint] = useState<string | null>(null);
	const submit = () => {
		const limit = typedNumber(text);
		const isPossible = text.trim() !== "" && Number.isInteger(limit) && limit >= min && limit <= max;
		if (isPossible) onSet(String(limit));
		else setComplaint(t("limit.wrong", { min, max: countText(max) }));
	};
	return (
		<FilterForm onSubmit={submit}>
			<TextInput
				label={`${label} (${unit})`}
				inputMode="numeric"
				value={text}
				error={complaint}
				onChange={({ currentTarget: { value } }) => setText(value)}
			/>
		</FilterForm>
	);
}
