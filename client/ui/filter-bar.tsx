import { Button, CloseButton, Kbd, TextInput } from "@mantine/core";
import { useDebouncedCallback, useHotkeys } from "@mantine/hooks";
import { IconSearch, IconX } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { appConstants } from "../app-constants";
import classes from "./filter-bar.module.css";

export type FilterChip = { key: string; label: string; count: number; isOn: boolean; onToggle: () => void };

type FilterBarProps = {
	/** What is listed, in the plural. */
	things: string;
	searchHint: string;
	text: string;
	onText: (text: string | undefined) => void;
	chips: FilterChip[];
	isFiltered: boolean;
	onClear: () => void;
	shownCount: number;
	totalCount: number;
	/** Filters of the list's own, after the chips. */
	children?: ReactNode;
};

/** The row above every list: search, chips, clear, and how many of all are shown. */
export function FilterBar(props: FilterBarProps) {
	const { things, searchHint, text, onText, chips, isFiltered, onClear, shownCount, totalCount, children } = props;
	return (
		<search className={classes.filters} aria-label={`Filter ${things}`}>
			<SearchBox
				label={`Search ${things}`}
				hint={searchHint}
				text={text}
				onChange={(typed) => onText(typed || undefined)}
			/>
			{chips.length > 0 && (
				<div className={classes.chips}>
					{chips.map(({ key, label, count, isOn, onToggle }) => (
						<button key={key} type="button" className={classes.chip} aria-pressed={isOn} onClick={onToggle}>
							{label} {count}
							{isOn && <IconX size={13} aria-hidden="true" />}
						</button>
					))}
				</div>
			)}
			{children}
			{isFiltered && (
				<Button variant="subtle" size="compact-md" onClick={onClear}>
					Clear
				</Button>
			)}
			<div className={classes.count} role="status">
				{isFiltered && `${shownCount} of ${totalCount}`}
			</div>
		</search>
	);
}

type SearchBoxProps = { label: string; hint: string; text: string; onChange: (text: string) => void };

/** Typing changes the box first and the address later; a link or "clear" sets the box anew. */
function SearchBox({ label, hint, text, onChange }: SearchBoxProps) {
	const input = useRef<HTMLInputElement>(null);
	const [typed, setTyped] = useState(text);
	const [known, setKnown] = useState(text);
	const report = useDebouncedCallback(onChange, appConstants.filterDelayMs);
	const focus = () => input.current?.focus();
	// Where the slash itself takes the shift key, as on German keyboards, the first form never matches.
	useHotkeys([
		["/", focus],
		["shift+/", focus],
	]);
	if (known !== text) {
		setKnown(text);
		if (text !== typed.trim()) setTyped(text);
	}
	const type = (value: string) => {
		setTyped(value);
		report(value.trim());
	};
	return (
		<TextInput
			ref={input}
			className={classes.search}
			type="text"
			aria-label={label}
			placeholder={hint}
			leftSection={<IconSearch size={16} aria-hidden="true" />}
			rightSection={
				typed === "" ? (
					<Kbd size="xs">/</Kbd>
				) : (
					<CloseButton size="sm" aria-label="Clear search" onClick={() => type("")} />
				)
			}
			value={typed}
			onChange={(event) => type(event.currentTarget.value)}
		/>
	);
}
