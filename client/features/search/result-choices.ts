import type { FoundGroup } from "./find-items";
import type { SearchItem } from "./search-item";

/** A group with its results numbered through all groups, as the arrow keys count them. */
export type ChoiceGroup = {
	group: FoundGroup;
	items: { item: SearchItem; index: number }[];
	/** The number of the way to the list that holds the rest; null: all is shown. */
	more: number | null;
};

export function choicesOf(groups: FoundGroup[]): ChoiceGroup[] {
	let next = 0;
	return groups.map((group) => {
		const items = group.items.map((item) => ({ item, index: next++ }));
		return { group, items, more: group.total > group.items.length ? next++ : null };
	});
}

export function choiceCount(choices: ChoiceGroup[]): number {
	return choices.reduce((sum, { items, more }) => sum + items.length + (more === null ? 0 : 1), 0);
}
