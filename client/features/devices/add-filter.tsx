import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import type { DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { FilterForm, FilterPopover, FilterValues } from "../../ui/table/filter-popover";
import {
	choiceCriteria,
	choiceNames,
	type LimitName,
	limitCriteria,
	limitNames,
	type Offer,
	offersOf,
} from "./device-criteria";
import { type DeviceView, withToggled } from "./device-view";
import type { DevicesSearch } from "./devices-search";

type AddFilterProps = {
	view: DeviceView;
	rows: DeviceListRow[];
	groups: GroupListRow[];
	onChange: (change: DevicesSearch) => void;
};

/** Offers every filter for which there is something to choose, with how many devices each value has. */
export function AddFilter(props: AddFilterProps) {
	return <FilterPopover>{(close) => <FilterFields {...props} onDone={close} />}</FilterPopover>;
}

const shelfName = "shelf";

function FilterFields({ view, rows, groups, onChange, onDone }: AddFilterProps & { onDone: () => void }) {
	// Which values there are is settled when it opens, so that nothing moves under the hand.
	const [choices] = useState(() =>
		choiceNames
			// The statuses of current devices have chips that stand always.
			.filter((name) => name !== "status" || view.shelf === "archived")
			.map((name) => ({ name, offers: offersOf(name, rows, { groups, chosen: view.choices[name] }) }))
			.filter(({ offers }) => offers.length > 0),
	);
	const measured = new Set(rows.flatMap(({ latest }) => latest.map(({ quantity }) => quantity)));
	const limits = limitNames.filter((name) => name === "silent" || measured.has(name) || view.limits[name] !== null);
	const data = [
		...choices.map(({ name }) => ({ value: name, label: choiceCriteria[name].label })),
		...limits.map((name) => ({ value: name, label: limitCriteria[name].label })),
		{ value: shelfName, label: "Archived devices" },
	];
	const [chosen, setChosen] = useState(data[0]?.value ?? shelfName);
	const choice = choices.find(({ name }) => name === chosen);
	const limit = limits.find((name) => name === chosen);
	return (
		<>
			<NativeSelect
				label="Filter by"
				data-autofocus
				data={data}
				value={chosen}
				onChange={({ currentTarget: { value } }) => setChosen(value)}
			/>
			{choice && (
				<Values
					key={choice.name}
					offers={choice.offers}
					label={choiceCriteria[choice.name].label}
					chosen={view.choices[choice.name]}
					onToggle={(value) => onChange(withToggled(view, choice.name, value))}
				/>
			)}
			{limit && (
				<Limit
					key={limit}
					name={limit}
					current={view.limits[limit]}
					onSet={(text) => {
						onChange({ [limit]: text });
						onDone();
					}}
				/>
			)}
			{chosen === shelfName && (
				<Button
					variant="default"
					onClick={() => {
						onChange({ shelf: view.shelf === "archived" ? undefined : "archived" });
						onDone();
					}}
				>
					{view.shelf === "archived" ? "Show current devices" : "Show archived devices"}
				</Button>
			)}
		</>
	);
}

/** Past so many values they are searched. */
const searchedFrom = 10;
const shownValues = 100;

type ValuesProps = { offers: Offer[]; label: string; chosen: string[]; onToggle: (value: string) => void };

function Values({ offers, label, chosen, onToggle }: ValuesProps) {
	const [text, setText] = useState("");
	const found = offers.filter((offer) => offer.label.toLowerCase().includes(text.trim().toLowerCase()));
	const values = found.slice(0, shownValues).map((offer) => ({
		value: offer.value,
		label: `${offer.label} (${offer.count.toLocaleString("en-US")})`,
		isChosen: chosen.includes(offer.value),
		onToggle: () => onToggle(offer.value),
	}));
	return (
		<>
			{offers.length > searchedFrom && (
				<TextInput
					aria-label={`Find in ${label.toLowerCase()}`}
					placeholder="Find"
					value={text}
					onChange={({ currentTarget: { value } }) => setText(value)}
				/>
			)}
			<FilterValues label={label} values={values}>
				{found.length === 0 && <p>Nothing is called so.</p>}
				{found.length > shownValues && (
					<p>{(found.length - shownValues).toLocaleString("en-US")} more: type to find them.</p>
				)}
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
		const limit = Number(text.trim().replace("−", "-"));
		const isPossible = text.trim() !== "" && Number.isInteger(limit) && limit >= min && limit <= max;
		if (isPossible) onSet(String(limit));
		else setComplaint(`A whole number from ${min} to ${max.toLocaleString("en-US")}.`);
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
