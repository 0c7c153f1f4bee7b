import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { foldText } from "../../../shared/base/fold-text";
import type { DeviceListRow } from "../../../shared/device/device";
import type { GroupListRow } from "../../../shared/device/group";
import { typedNumber } from "../../forms/typed-setting";
import { Select } from "../../ui/form/select";
import { countText } from "../../ui/format";
import { FilterForm, FilterPopover, FilterValues, filterSelectList } from "../../ui/table/filter-popover";
import {
	choiceCriteria,
	choiceNames,
	type LimitName,
	limitCriteria,
	limitNames,
	type OccurringValue,
	occurringValues,
} from "./device-criteria";
import { type DeviceListState, withToggled } from "./device-list-state";
import type { DevicesSearch } from "./devices-search";

type AddFilterProps = {
	state: DeviceListState;
	rows: DeviceListRow[];
	groups: GroupListRow[];
	onChange: (change: DevicesSearch) => void;
};

export function AddFilter(props: AddFilterProps) {
	return <FilterPopover>{(close) => <FilterFields {...props} onDone={close} />}</FilterPopover>;
}

const archivedName = "archived";

function FilterFields({ state, rows, groups, onChange, onDone }: AddFilterProps & { onDone: () => void }) {
	const [choices] = useState(() =>
		choiceNames
			.filter((name) => name !== "status" || state.archived === "archived")
			.map((name) => ({ name, values: occurringValues(name, rows, { groups, chosen: state.choices[name] }) }))
			.filter(({ values }) => values.length > 0),
	);
	const measured = new Set(rows.flatMap(({ latest }) => latest.map(({ quantity }) => quantity)));
	const limits = limitNames.filter((name) => name === "silent" || measured.has(name) || state.limits[name] !== null);
	const data = [
		...choices.map(({ name }) => ({ value: name, label: choiceCriteria[name].label })),
		...limits.map((name) => ({ value: name, label: limitCriteria[name].label })),
		{ value: archivedName, label: "Archived devices" },
	];
	const [chosen, setChosen] = useState(data[0]?.value ?? archivedName);
	const choice = choices.find(({ name }) => name === chosen);
	const limit = limits.find((name) => name === chosen);
	return (
		<>
			<Select
				label="Filter by"
				data-autofocus
				comboboxProps={filterSelectList}
				data={data}
				value={chosen}
				onChange={setChosen}
			/>
			{choice && (
				<Values
					key={choice.name}
					values={choice.values}
					label={choiceCriteria[choice.name].label}
					chosen={state.choices[choice.name]}
					onToggle={(value) => onChange(withToggled(state, choice.name, value))}
				/>
			)}
			{limit && (
				<Limit
					key={limit}
					name={limit}
					current={state.limits[limit]}
					onSet={(text) => {
						onChange({ [limit]: text });
						onDone();
					}}
				/>
			)}
			{chosen === archivedName && (
				<Button
					variant="default"
					onClick={() => {
						onChange({ archived: state.archived === "archived" ? undefined : "archived" });
						onDone();
					}}
				>
					{state.archived === "archived" ? "Show current devices" : "Show archived devices"}
				</Button>
			)}
		</>
	);
}

const searchedFrom = 10;
const shownValues = 100;

type ValuesProps = { values: OccurringValue[]; label: string; chosen: string[]; onToggle: (value: string) => void };

function Values({ values, label, chosen, onToggle }: ValuesProps) {
	const [text, setText] = useState("");
	const wanted = foldText(text.trim());
	const found = values.filter((each) => foldText(each.label).includes(wanted));
	const shown = found.slice(0, shownValues).map((each) => ({
		value: each.value,
		label: `${each.label} (${countText(each.count)})`,
		isChosen: chosen.includes(each.value),
		onToggle: () => onToggle(each.value),
	}));
	return (
		<>
			{values.length > searchedFrom && (
				<TextInput
					aria-label={`Find in ${label.toLowerCase()}`}
					placeholder="Find"
					value={text}
					onChange={({ currentTarget: { value } }) => setText(value)}
				/>
			)}
			<FilterValues label={label} values={shown}>
				{found.length === 0 && <p>Nothing is called so.</p>}
				{found.length > shownValues && <p>{countText(found.length - shownValues)} more: type to find them.</p>}
			</FilterValues>
		</>
	);
}

type LimitProps = { name: LimitName; current: number | null; onSet: (text: string) => void };

function Limit({ name, current, onSet }: LimitProps) {
	const { label, unit, min, max, usual } = limitCriteria[name];
	const [text, setText] = useState(String(current ?? usual));
	const [complaint, setComplaint] = useState<string | null>(null);
	const submit = () => {
		const limit = typedNumber(text);
		const isPossible = text.trim() !== "" && Number.isInteger(limit) && limit >= min && limit <= max;
		if (isPossible) onSet(String(limit));
		else setComplaint(`A whole number from ${min} to ${countText(max)}.`);
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
