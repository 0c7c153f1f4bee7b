import { Button, TextInput } from "@mantine/core";
import { type RefObject, useRef, useState } from "react";
import { limits } from "../../../../shared/base/limits";
import { quantityTitles } from "../../../../shared/formats/quantity-titles";
import { quantities } from "../../../../shared/formats/units";
import { LogLevel } from "../../../../shared/log/log";
import { asStillShown, ValueInput } from "../../../forms/value-input";
import { Select } from "../../../ui/form/select";
import { type FilterChip, FilterChips } from "../../../ui/table/filter-chips";
import { FilterForm, FilterPopover, FilterValues, filterSelectList } from "../../../ui/table/filter-popover";
import { useTemperatureUnit } from "../../../ui/value-display";
import {
	type EntryFilters,
	levelNames,
	onlyFilters,
	parseRange,
	parseSubject,
	rangeLabel,
	searchOfFilters,
	subjectText,
} from "../state/entry-filters";
import type { LogSearch } from "../state/log-search";

const criteria = [
	{ value: "text", label: "Text" },
	{ value: "level", label: "Level" },
	{ value: "values", label: "Value" },
	...onlyFilters.map(({ part, label }) => ({ value: part, label })),
] as const;

const shownLength = 32;

export type FilterSubject = { value: string; label: string; unit: string };

type EntryFilterChipsProps = {
	filters: EntryFilters;
	subjects: FilterSubject[];
	onSearch: (change: LogSearch) => void;
};

export function EntryFilterChips({ filters, subjects, onSearch }: EntryFilterChipsProps) {
	useTemperatureUnit();
	const addFilter = useRef<HTMLButtonElement>(null);
	const change = (changed: Partial<EntryFilters>) => onSearch(searchOfFilters({ ...filters, ...changed }));
	return (
		<>
			<FilterChips
				chips={chipsOf(filters, withRequested(subjects, filters), change)}
				onGone={() => addFilter.current?.focus()}
			/>
			<AddEntryFilter ref={addFilter} filters={filters} subjects={withRequested(subjects, filters)} onChange={change} />
		</>
	);
}

function withRequested(subjects: FilterSubject[], { values }: EntryFilters): FilterSubject[] {
	const requested = values ? subjectText(values) : undefined;
	if (!values || requested === undefined || subjects.some(({ value }) => value === requested)) return subjects;
	const label = values.quantity ? quantityTitles[values.quantity] : "Another channel";
	return [...subjects, { value: requested, label, unit: values.quantity ? quantities[values.quantity].unit : "" }];
}

function shortened(text: string): string {
	return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

type Change = (changed: Partial<EntryFilters>) => void;

function chipsOf(filters: EntryFilters, subjects: FilterSubject[], change: Change): FilterChip[] {
	const { levels, text, values } = filters;
	const subject = values && subjects.find(({ value }) => value === subjectText(values));
	const chip = (key: string, label: string, changed: Partial<EntryFilters>): FilterChip => {
		return { key, label, isOn: true, onToggle: () => change(changed) };
	};
	return [
		...(text === "" ? [] : [chip("text", `Text: ${shortened(text)}`, { text: "" })]),
		...levels.map((level) =>
			chip(`level-${level}`, `Level: ${levelNames[level]}`, { levels: levels.filter((other) => other !== level) }),
		),
		...(values
			? [chip("values", `${subject?.label ?? "Value"} ${rangeLabel(values, subject?.unit)}`, { values: null })]
			: []),
		...onlyFilters.filter(({ key }) => filters[key]).map(({ key, part, label }) => chip(part, label, { [key]: false })),
	];
}

type AddEntryFilterProps = {
	ref: RefObject<HTMLButtonElement | null>;
	filters: EntryFilters;
	subjects: FilterSubject[];
	onChange: Change;
};

function AddEntryFilter({ ref, filters, subjects, onChange }: AddEntryFilterProps) {
	return (
		<FilterPopover ref={ref}>
			{(close) => <FilterFields filters={filters} subjects={subjects} onChange={onChange} onDone={close} />}
		</FilterPopover>
	);
}

type Criterion = (typeof criteria)[number]["value"];

type FieldsProps = Omit<AddEntryFilterProps, "ref"> & { onDone: () => void };

function FilterFields({ filters, subjects, onChange, onDone }: FieldsProps) {
	const [chosen, setChosen] = useState<Criterion>("text");
	const set = (change: Partial<EntryFilters>) => {
		onChange(change);
		onDone();
	};
	const only = onlyFilters.find(({ part }) => part === chosen);
	return (
		<>
			<Select
				label="Filter by"
				data-autofocus
				comboboxProps={filterSelectList}
				data={criteria}
				value={chosen}
				onChange={setChosen}
			/>
			{chosen === "text" && <TextField filters={filters} onSet={set} />}
			{chosen === "level" && <Levels chosen={filters.levels} onChange={(levels) => onChange({ levels })} />}
			{chosen === "values" && <ValueFields filters={filters} subjects={subjects} onSet={set} />}
			{only && (
				<>
					<p>{only.text}</p>
					<Button variant="default" onClick={() => set({ [only.key]: !filters[only.key] })}>
						{filters[only.key] ? "Show all again" : "Apply"}
					</Button>
				</>
			)}
		</>
	);
}

function Levels({ chosen, onChange }: { chosen: LogLevel[]; onChange: (levels: LogLevel[]) => void }) {
	const values = LogLevel.options.map((level) => ({
		value: level,
		label: levelNames[level],
		isChosen: chosen.includes(level),
		onToggle: (isChosen: boolean) =>
			onChange(LogLevel.options.filter((each) => (each === level ? isChosen : chosen.includes(each)))),
	}));
	return (
		<FilterValues label="Level" values={values}>
			<p>Readings have no level.</p>
		</FilterValues>
	);
}

type SetProps = { filters: EntryFilters; onSet: (change: Partial<EntryFilters>) => void };

function TextField({ filters, onSet }: SetProps) {
	const [text, setText] = useState(filters.text);
	const [complaint, setComplaint] = useState<string | null>(null);
	const submit = () => {
		if (text.trim() === "") setComplaint("Enter a text.");
		else onSet({ text: text.trim() });
	};
	return (
		<FilterForm onSubmit={submit}>
			<TextInput
				label="Text"
				description="In what an entry says, or in the name of its device or channel."
				maxLength={limits.logSearchLength}
				value={text}
				error={complaint}
				onChange={({ currentTarget: { value } }) => setText(value)}
			/>
		</FilterForm>
	);
}

function ValueFields({ filters, subjects, onSet }: SetProps & { subjects: FilterSubject[] }) {
	const [subject, setSubject] = useState(filters.values ? (subjectText(filters.values) ?? "") : "");
	const unitOf = (chosen: string) => subjects.find(({ value }) => value === chosen)?.unit ?? "";
	const unit = unitOf(subject);
	const [min, setMin] = useState(String(filters.values?.min ?? ""));
	const [max, setMax] = useState(String(filters.values?.max ?? ""));
	const [complaint, setComplaint] = useState<string | null>(null);
	const submit = () => {
		const values = parseRange([min, max].map((text) => text.trim().replace("−", "-").replace(",", ".")).join(".."));
		if (values) onSet({ values: { ...values, ...parseSubject(subject) } });
		else setComplaint("Enter one number, or two with the higher one second.");
	};
	return (
		<FilterForm onSubmit={submit}>
			{subjects.length > 0 && (
				<Select
					label="Of"
					comboboxProps={filterSelectList}
					data={[{ value: "", label: "Any reading" }, ...subjects.map(({ value, label }) => ({ value, label }))]}
					value={subject}
					onChange={(chosen) => {
						setSubject(chosen);
						setMin(asStillShown(min, unit, unitOf(chosen)));
						setMax(asStillShown(max, unit, unitOf(chosen)));
					}}
				/>
			)}
			<ValueInput label="At least" unit={unit} value={min} error={complaint} onChange={setMin} />
			<ValueInput label="At most" unit={unit} value={max} onChange={setMax} />
		</FilterForm>
	);
}
