import { Button, CloseButton, Kbd, TextInput } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconFilterOff, IconSearch } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { appConstants } from "../../base/app-constants";
import { EmptyNote } from "../feedback/notes";
import { countOf, countText } from "../format";
import classes from "./filter-bar.module.css";
import { type FilterChip, FilterChips } from "./filter-chips";

type FilterBarProps = {
	things: string;
	searchHint: string;
	text: string;
	onText: (text: string | undefined) => void;
	chips: FilterChip[];
	isFiltered: boolean;
	onClear: () => void;
	shownCount: number;
	totalCount: number;
	addFilters?: ReactNode;
	children?: ReactNode;
};

export function FilterBar(props: FilterBarProps) {
	const { things, searchHint, text, onText, chips, isFiltered, onClear, shownCount, totalCount } = props;
	const search = useRef<HTMLInputElement>(null);
	return (
		<search className={classes.filters} aria-label={`Filter ${things}`}>
			<SearchBox
				ref={search}
				label={`Search ${things}`}
				hint={searchHint}
				text={text}
				onChange={(typed) => onText(typed || undefined)}
			/>
			<FilterChips chips={chips} onGone={() => search.current?.focus()} />
			{props.addFilters}
			{props.children}
			{isFiltered && (
				<Button variant="subtle" size="compact-md" onClick={onClear}>
					Clear
				</Button>
			)}
			<div className={classes.count} role="status">
				{isFiltered && `${countText(shownCount)} of ${countText(totalCount)}`}
			</div>
		</search>
	);
}

type SearchBoxProps = {
	ref: RefObject<HTMLInputElement | null>;
	label: string;
	hint: string;
	text: string;
	onChange: (text: string) => void;
};

function SearchBox({ ref, label, hint, text, onChange }: SearchBoxProps) {
	const { history } = useRouter();
	const [typed, setTyped] = useState(text);
	const [known, setKnown] = useState(text);
	const [reported, setReported] = useState(text);
	const report = useEffectEvent((wanted: string) => {
		setReported(wanted);
		onChange(wanted);
	});
	useEffect(() => {
		const wanted = typed.trim();
		if (wanted === reported) return;
		const { pathname } = history.location;
		const timer = setTimeout(() => {
			// A user who has left the screen must not be brought back.
			if (history.location.pathname === pathname) report(wanted);
		}, appConstants.filterDelayMs);
		return () => clearTimeout(timer);
	}, [typed, reported, history]);
	const focus = () => ref.current?.focus();
	// On keyboards where the slash needs Shift, such as German ones, the first form never matches.
	useHotkeys([
		["/", focus],
		["shift+/", focus],
	]);
	if (known !== text) {
		setKnown(text);
		if (text !== reported) {
			setTyped(text);
			setReported(text);
		}
	}
	return (
		<TextInput
			ref={ref}
			className={classes.search}
			type="text"
			aria-label={label}
			placeholder={hint}
			leftSection={<IconSearch size={16} aria-hidden="true" />}
			rightSection={
				typed === "" ? (
					<Kbd size="xs" className={classes.key}>
						/
					</Kbd>
				) : (
					<CloseButton size="sm" aria-label="Clear search" onClick={() => setTyped("")} />
				)
			}
			value={typed}
			onChange={(event) => setTyped(event.currentTarget.value)}
		/>
	);
}

type NoMatchNoteProps = { noun: string; totalCount: number; onClear: () => void };

export function NoMatchNote({ noun, totalCount, onClear }: NoMatchNoteProps) {
	return (
		<EmptyNote
			icon={<IconFilterOff size={26} />}
			title={`No ${noun} matches`}
			text={
				totalCount === 1
					? `Your ${noun} does not fit all of these filters at once.`
					: `None of your ${countOf(totalCount, noun)} fits all of these filters at once.`
			}
		>
			<Button variant="default" onClick={onClear}>
				Clear filters
			</Button>
		</EmptyNote>
	);
}
