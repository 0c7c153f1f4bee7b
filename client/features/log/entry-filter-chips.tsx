import { useRef } from "react";
import { type FilterChip, FilterChips } from "../../ui/table/filter-chips";
import { AddEntryFilter } from "./add-entry-filter";
import { type EntryFilters, levelNames, rangeWords, searchOfFilters } from "./entry-filters";
import type { LogSearch } from "./log-search";

type EntryFilterChipsProps = { filters: EntryFilters; onSearch: (change: LogSearch) => void };

/** A chip for each filter that is set, and the way to more. */
export function EntryFilterChips({ filters, onSearch }: EntryFilterChipsProps) {
	const addFilter = useRef<HTMLButtonElement>(null);
	const change = (changed: Partial<EntryFilters>) => onSearch(searchOfFilters({ ...filters, ...changed }));
	return (
		<>
			<FilterChips chips={chipsOf(filters, change)} onGone={() => addFilter.current?.focus()} />
			<AddEntryFilter ref={addFilter} filters={filters} onChange={change} />
		</>
	);
}

const shownLength = 32;

function shortened(text: string): string {
	return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

function chipsOf(filters: EntryFilters, change: (changed: Partial<EntryFilters>) => void): FilterChip[] {
	const { levels, text, values, isOutOfLimits, isLate, isAfterGap } = filters;
	const chip = (key: string, label: string, changed: Partial<EntryFilters>): FilterChip => {
		return { key, label, isOn: true, onToggle: () => change(changed) };
	};
	return [
		...(text === "" ? [] : [chip("text", `Text: ${shortened(text)}`, { text: "" })]),
		...levels.map((level) =>
			chip(`level-${level}`, `Level: ${levelNames[level]}`, { levels: levels.filter((other) => other !== level) }),
		),
		...(values ? [chip("values", `Value ${rangeWords(values)}`, { values: null })] : []),
		...(isOutOfLimits ? [chip("limits", "Out of limits", { isOutOfLimits: false })] : []),
		...(isLate ? [chip("late", "Late arrivals", { isLate: false })] : []),
		...(isAfterGap ? [chip("gaps", "Gaps", { isAfterGap: false })] : []),
	];
}
