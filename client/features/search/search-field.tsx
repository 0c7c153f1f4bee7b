import { Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { type ChoiceGroup, choiceCount } from "./result-choices";
import { resultId } from "./result-id";
import classes from "./search.module.css";
import { resultListId } from "./search-store";
import { tellChosen, useChosen } from "./use-chosen";

/** The field; it keeps the focus and points at the result that Enter opens. */
export function SearchField({ choices }: { choices: ChoiceGroup[] }) {
	const count = choiceCount(choices);
	const chosen = useChosen(count);
	return (
		<Spotlight.Search
			placeholder="Devices, groups, alerts, people, pages"
			leftSection={<IconSearch size={20} stroke={1.7} />}
			classNames={{ input: classes.field }}
			role="combobox"
			aria-label="Search everything"
			aria-expanded={count > 0}
			aria-controls={resultListId}
			aria-autocomplete="list"
			aria-activedescendant={chosen >= 0 ? resultId(chosen) : undefined}
			autoComplete="off"
			spellCheck={false}
			maxLength={200}
			onKeyDown={tellChosen}
		/>
	);
}
