import { createSpotlight, useSpotlight } from "@mantine/spotlight";
import {
	IconAddressBook,
	IconArrowRight,
	IconBell,
	IconBellRinging,
	IconBolt,
	IconBookmark,
	IconCalendarUser,
	IconDatabase,
	IconFolders,
	IconHistory,
	IconReport,
	IconUsers,
	type TablerIcon,
} from "@tabler/icons-react";
import { type ReactNode, useEffect } from "react";
import { countText } from "../../ui/format";
import { t } from "../../words/made/search";
import type { FoundGroup, SearchItem } from "./find-items";
import classes from "./search.module.css";
import { highlightParts } from "./text-match";

export const resultListId = "search-results";

export const [searchStore, search] = createSpotlight();

searchStore.updateState((state) => ({ ...state, listId: resultListId }));

type KindLabels = {
	title: string;
	icon: TablerIcon;
	list: string | null;
};

const kindLabels: Record<FoundGroup["kind"], KindLabels> = {
	recent: { title: t("kind.recent"), icon: IconHistory, list: null },
	command: { title: t("kind.command"), icon: IconBolt, list: null },
	named: { title: t("kind.named"), icon: IconBolt, list: null },
	view: { title: t("kind.view"), icon: IconBookmark, list: null },
	page: { title: t("kind.page"), icon: IconArrowRight, list: null },
	action: { title: t("kind.action"), icon: IconBolt, list: null },
	device: { title: t("kind.device"), icon: IconDatabase, list: "/devices" },
	group: { title: t("kind.group"), icon: IconFolders, list: "/groups/" },
	event: {
		title: t("kind.event"),
		icon: IconBellRinging,
		list: "/alerts/?status=open%2Cacknowledged",
	},
	alert: { title: t("kind.alert"), icon: IconBell, list: "/alerts/?view=rules" },
	contact: { title: t("kind.contact"), icon: IconAddressBook, list: "/accounts/contacts/" },
	roster: { title: t("kind.roster"), icon: IconCalendarUser, list: null },
	report: { title: t("kind.report"), icon: IconReport, list: "/reports/" },
	user: { title: t("kind.user"), icon: IconUsers, list: "/accounts/users/" },
};

function listAddress(list: string, q: string): string {
	return `${list}${list.includes("?") ? "&" : "?"}${new URLSearchParams({ q })}`;
}

type ResultListProps = {
	choices: ChoiceGroup[];
	query: string;
	onOpen: (target: SearchItem["target"]) => void;
};

export function ResultList({ choices, query, onOpen }: ResultListProps) {
	const count = choiceCount(choices);
	const chosen = useChosen(count);
	return (
		<div id={resultListId} role="listbox" aria-label={t("results")} className={classes.list} hidden={count === 0}>
			{choices.map(({ group: { kind, total }, items, more }) => (
				// biome-ignore lint/a11y/useSemanticElements: results are options of a list, not fields of a form
				<div key={kind} role="group" aria-label={kindLabels[kind].title}>
					<div className={classes.heading} aria-hidden="true">
						{more === null && total > items.length
							? t("kind.shown", { kind: kindLabels[kind].title, shown: countText(items.length), all: countText(total) })
							: kindLabels[kind].title}
					</div>
					{items.map(({ item, index }) => (
						<Choice
							key={item.id}
							index={index}
							isSelected={index === chosen}
							icon={kindLabels[item.kind].icon}
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
							icon={kindLabels[kind].icon}
							onChoose={() => onOpen(listAddress(kindLabels[kind].list ?? "/", query.trim()))}
						>
							<span className={classes.more}>{t("allFound", { kind, count: total })}</span>
						</Choice>
					)}
				</div>
			))}
		</div>
	);
}

type ChoiceProps = {
	index: number;
	isSelected: boolean;
	icon: TablerIcon;
	onChoose: () => void;
	children: ReactNode;
};

/** Mantine's own option takes no id for the field to reference. */
function Choice({ index, isSelected, icon: Icon, onChoose, children }: ChoiceProps) {
	return (
		<button
			type="button"
			id={resultId(index)}
			role="option"
			aria-selected={isSelected}
			tabIndex={-1}
			data-action
			data-selected={isSelected || undefined}
			className={classes.choice}
			onMouseDown={(event) => event.preventDefault()}
			onClick={onChoose}
		>
			<Icon className={classes.icon} size={18} stroke={1.7} aria-hidden="true" />
			<span className={classes.words}>{children}</span>
		</button>
	);
}

function Highlighted({ text, query }: { text: string; query: string }) {
	let at = 0;
	return highlightParts(text, query).map((part) => {
		const key = at;
		at += part.text.length;
		return part.isHit ? (
			<mark key={key} className={classes.hit}>
				{part.text}
			</mark>
		) : (
			part.text
		);
	});
}

export type ChoiceGroup = {
	group: FoundGroup;
	items: { item: SearchItem; index: number }[];
	more: number | null;
};

export function choicesOf(groups: FoundGroup[]): ChoiceGroup[] {
	let next = 0;
	return groups.map((group) => {
		const items = group.items.map((item) => ({ item, index: next++ }));
		return {
			group,
			items,
			more: group.total > group.items.length && kindLabels[group.kind].list !== null ? next++ : null,
		};
	});
}

export function choiceCount(choices: ChoiceGroup[]): number {
	return choices.reduce((sum, { items, more }) => sum + items.length + (more === null ? 0 : 1), 0);
}

export function resultId(index: number): string {
	return `search-result-${index}`;
}

/** −1 without a choice. Mantine returns to the first result at each letter; later results do not move the choice. */
export function useChosen(count: number): number {
	const { selected } = useSpotlight(searchStore);
	useEffect(() => {
		if (selected < 0 && count > 0) searchStore.setState({ ...searchStore.getState(), selected: 0 });
	}, [selected, count]);
	return Math.min(selected, count - 1);
}

/** Mantine changes the choice without notifying subscribers. Runs after Mantine has handled the key. */
export function announceChosen(): void {
	queueMicrotask(() => searchStore.setState({ ...searchStore.getState() }));
}
