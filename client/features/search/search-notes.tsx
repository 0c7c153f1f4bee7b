import { Kbd } from "@mantine/core";
import { type ChoiceGroup, choiceCount } from "./result-choices";
import classes from "./search.module.css";

type SearchNotesProps = { choices: ChoiceGroup[]; query: string; awaited: string[]; missing: string[] };

/** How much was found, what is still on its way, what could not be looked through, and which keys there are. */
export function SearchNotes({ choices, query, awaited, missing }: SearchNotesProps) {
	const count = choiceCount(choices);
	return (
		<>
			<p role="status" className={count === 0 ? classes.empty : classes.heard}>
				{count === 0 ? emptyWords(query, awaited) : countWords(count, awaited)}
			</p>
			{missing.length > 0 && (
				<p role="alert" className={classes.missing}>
					Nobody answered for {listed(missing)}. Everything else is found; asking again.
				</p>
			)}
			<p className={classes.keys} aria-hidden="true">
				<span>
					<Kbd>↑</Kbd> <Kbd>↓</Kbd> choose
				</span>
				<span>
					<Kbd>Enter</Kbd> open
				</span>
				<span>
					<Kbd>Esc</Kbd> close
				</span>
			</p>
		</>
	);
}

function countWords(count: number, awaited: string[]): string {
	const results = count === 1 ? "1 result" : `${count} results`;
	return awaited.length > 0 ? `${results}. Loading ${listed(awaited)}.` : results;
}

function emptyWords(query: string, awaited: string[]): string {
	if (awaited.length > 0) return `Loading ${listed(awaited)}…`;
	return `Nothing found for “${query.trim()}”. Names, serial numbers, sites, models, tags and ids are looked through.`;
}

function listed(names: string[]): string {
	return new Intl.ListFormat("en").format(names);
}
