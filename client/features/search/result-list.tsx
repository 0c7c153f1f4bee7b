import { Choice } from "./choice";
import { Highlighted } from "./highlighted";
import { kindWords } from "./kind-words";
import { type ChoiceGroup, choiceCount } from "./result-choices";
import classes from "./search.module.css";
import type { SearchItem } from "./search-item";
import { resultListId } from "./search-store";
import { useChosen } from "./use-chosen";

type ResultListProps = {
	choices: ChoiceGroup[];
	query: string;
	onOpen: (target: SearchItem["target"]) => void;
};

/** What was found, by kind; the arrow keys of the field go through it. */
export function ResultList({ choices, query, onOpen }: ResultListProps) {
	const count = choiceCount(choices);
	const chosen = useChosen(count);
	return (
		<div id={resultListId} role="listbox" aria-label="Results" className={classes.list} hidden={count === 0}>
			{choices.map(({ group: { kind, total }, items, more }) => (
				// biome-ignore lint/a11y/useSemanticElements: results are options of a list, not fields of a form
				<div key={kind} role="group" aria-label={kindWords[kind].title} className={classes.group}>
					<div className={classes.heading} aria-hidden="true">
						{kindWords[kind].title}
					</div>
					{items.map(({ item, index }) => (
						<Choice
							key={item.id}
							index={index}
							isSelected={index === chosen}
							icon={kindWords[item.kind].icon}
							onChoose={() => onOpen(item.target)}
						>
							<span className={classes.title}>
								<Highlighted text={item.title} query={query} />
							</span>
							{item.note && (
								<span className={classes.note}>
									<Highlighted text={item.note} query={query} />
								</span>
							)}
						</Choice>
					))}
					{more !== null && (
						<Choice
							index={more}
							isSelected={more === chosen}
							icon={kindWords[kind].icon}
							onChoose={() => onOpen(`${kindWords[kind].list}?${new URLSearchParams({ q: query.trim() })}`)}
						>
							<span className={classes.more}>
								All {total.toLocaleString("en-US")} {kindWords[kind].noun}s found
							</span>
						</Choice>
					)}
				</div>
			))}
		</div>
	);
}
