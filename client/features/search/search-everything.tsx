import "@mantine/spotlight/styles.css";
import { Kbd, useMantineColorScheme } from "@mantine/core";
import { Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { toast } from "sonner";
import type { Scope } from "../../../shared/account/account";
import type { Role } from "../../../shared/account/permissions";
import { anySearched } from "../../../shared/base/plain-fields";
import { hasOtherAccounts, useMemberships } from "../../api/open-account";
import { pageLanguage } from "../../base/page-language";
import { readRecentScreens } from "../../base/recent-screens";
import { awaitCommand, readScreenCommands } from "../../base/screen-commands";
import { storeTimeDisplayMode } from "../../ui/time/time-display";
import { rich, t } from "../../words/made/search";
import { pastedItem } from "./entity-items";
import { findItems, type PageCommand, type SearchItem } from "./find-items";
import { commandsOfOpen, withCommands } from "./named-commands";
import { accountItems, actionItems, commandItems, pageItems, type SearchPage } from "./page-and-action-items";
import {
	announceChosen,
	type ChoiceGroup,
	choiceCount,
	choicesOf,
	ResultList,
	resultId,
	resultListId,
	search,
	searchStore,
	useChosen,
} from "./result-list";
import classes from "./search.module.css";
import { type LoadedKind, useEntityItems } from "./use-entity-items";

type SearchEverythingProps = {
	isOpen: boolean;
	role: Role;
	scope: Scope;
	userId: string;
	pages: SearchPage[];
	takeTyped?: () => string;
	onClose: () => void;
	onHelp: () => void;
	onSignOut: () => void;
};

export function SearchEverything(props: SearchEverythingProps) {
	const { isOpen, role, scope, userId, pages, takeTyped, onClose, onHelp, onSignOut } = props;
	const router = useRouter();
	const { setColorScheme } = useMantineColorScheme();
	const [text, setText] = useState("");
	/** The screen of a result takes the focus, not the former button. */
	const [isLeaving, setIsLeaving] = useState(false);
	/** Enter came before the results of the typed text, so it waits for them. `moved`: the id that an arrow key chose. */
	const [awaitedEnter, setAwaitedEnter] = useState<{ moved: string | null } | null>(null);
	const query = useDeferredValue(text);
	const { items: entities, awaited, missing } = useEntityItems({ role, isOpen, text: query, pages });
	const { data: memberships } = useMemberships(isOpen && hasOtherAccounts());

	// Mantine returns the focus only from a dialog that it first rendered closed.
	useEffect(() => {
		if (isOpen) {
			setIsLeaving(false);
			search.open();
		} else search.close();
	}, [isOpen]);

	const commandsHere = useMemo(() => (isOpen ? readScreenCommands() : []), [isOpen]);
	const items = useMemo(() => {
		const commands = { onHelp, onSignOut, onTheme: setColorScheme, onTime: storeTimeDisplayMode };
		const actions = [...actionItems({ role, scope }, commands), ...accountItems(memberships ?? [])];
		return [...commandItems(commandsHere), ...pageItems(pages, role), ...actions, ...entities];
	}, [commandsHere, pages, role, scope, memberships, entities, onHelp, onSignOut, setColorScheme]);
	const choices = useMemo(() => {
		const pasted = pastedItem(query, role, entities);
		if (pasted) return choicesOf([{ kind: pasted.kind, items: [pasted], total: 1 }]);
		const current = router.state.location.pathname;
		const recent = isOpen ? readRecentScreens(userId) : [];
		const context = { things: entities, role, recent, current };
		const ofOpen = commandsOfOpen(commandsHere, context);
		const found = findItems([...items, ...ofOpen], query, { recent, current });
		return choicesOf(withCommands(found, query, context));
	}, [items, commandsHere, entities, query, role, userId, isOpen, router]);

	const open = (target: SearchItem["target"]) => {
		setIsLeaving(typeof target !== "function");
		search.close();
		if (typeof target === "function") return target();
		if (typeof target === "string") void router.navigate({ href: target });
		else runOnPage(router, target);
	};
	const isBehind = query !== text;
	const awaitResults = (chosen: number) => {
		const found = choices.flatMap(({ items }) => items).find(({ index }) => index === chosen);
		setAwaitedEnter({ moved: chosen > 0 ? (found?.item.id ?? null) : null });
	};
	useEffect(() => {
		if (awaitedEnter === null || isBehind) return;
		setAwaitedEnter(null);
		const found = choices.flatMap(({ items }) => items);
		const wanted = found.find(({ item }) => item.id === awaitedEnter.moved) ?? found[0];
		if (wanted) open(wanted.item.target);
	});
	return (
		<Spotlight.Root
			store={searchStore}
			query={text}
			onQueryChange={setText}
			shortcut={null}
			onSpotlightClose={onClose}
			returnFocus={!isLeaving}
			centered={false}
			yOffset="max(12px, 9vh)"
			overlayProps={{ backgroundOpacity: 0.4 }}
			transitionProps={{ transition: "fade", duration: 100 }}
			attributes={{ content: { "aria-label": t("label") } }}
			classNames={{ content: classes.dialog, body: classes.body }}
		>
			<SearchField
				choices={choices}
				onEarlyEnter={isBehind ? awaitResults : undefined}
				onFocus={() => setText(text + (takeTyped?.() ?? ""))}
			/>
			<ResultList choices={choices} query={query} onOpen={open} />
			<SearchNotes choices={choices} query={query} awaited={awaited} missing={missing} />
		</Spotlight.Root>
	);
}

declare module "@tanstack/react-router" {
	interface HistoryState {
		command?: string;
	}
}

/** Opens the page and runs its command. Another navigation first, or a form that keeps its page, forgets the command. */
function runOnPage(router: ReturnType<typeof useRouter>, { path, subjectId, id }: PageCommand): void {
	const command = crypto.randomUUID();
	const stop = router.subscribe("onBeforeLoad", ({ toLocation }) => {
		if (toLocation.state.command === command) {
			awaitCommand({ subjectId, id, onDenied: (denial) => toast.error(denial) });
			return;
		}
		stop();
		if (toLocation.pathname !== path) awaitCommand(null);
	});
	void router.navigate({ href: path, state: { command } });
}

type SearchFieldProps = {
	choices: ChoiceGroup[];
	onEarlyEnter?: ((chosen: number) => void) | undefined;
	onFocus?: () => void;
};

export function SearchField({ choices, onEarlyEnter, onFocus }: SearchFieldProps) {
	const count = choiceCount(choices);
	const chosen = useChosen(count);
	return (
		<Spotlight.Search
			placeholder={t("placeholder")}
			leftSection={<IconSearch size={20} stroke={1.7} />}
			classNames={{ input: classes.field }}
			role="combobox"
			aria-label={t("label")}
			aria-expanded={count > 0}
			aria-controls={resultListId}
			aria-autocomplete="list"
			aria-activedescendant={chosen >= 0 ? resultId(chosen) : undefined}
			autoComplete="off"
			spellCheck={false}
			maxLength={200}
			onKeyDownCapture={(event) => {
				if (event.key !== "Enter") return;
				// Safari ends a composition before the key that confirmed it, which then has this code only.
				const isOfComposition = event.nativeEvent.isComposing || event.keyCode === 229;
				if (isOfComposition) event.stopPropagation();
				if (isOfComposition || !onEarlyEnter) return;
				event.preventDefault();
				event.stopPropagation();
				onEarlyEnter(chosen);
			}}
			onKeyDown={announceChosen}
			onFocus={onFocus}
		/>
	);
}

type SearchNotesProps = { choices: ChoiceGroup[]; query: string; awaited: LoadedKind[]; missing: LoadedKind[] };

export function SearchNotes({ choices, query, awaited, missing }: SearchNotesProps) {
	const count = choiceCount(choices);
	return (
		<>
			<p role="status" className={count === 0 ? classes.empty : classes.announced}>
				{count === 0 ? emptyText(query, awaited) : countText(count, awaited)}
			</p>
			{missing.length > 0 && (
				<p role="alert" className={classes.missing}>
					{t("missing", { kinds: listed(missing) })}
				</p>
			)}
			<p className={classes.keys} aria-hidden="true">
				<span>
					{rich("keys.choose", {
						keys: (
							<>
								<Kbd>↑</Kbd> <Kbd>↓</Kbd>
							</>
						),
					})}
				</span>
				<span>{rich("keys.open", { keys: <Kbd>{t("key.enter")}</Kbd> })}</span>
				<span>{rich("keys.close", { keys: <Kbd>{t("key.esc")}</Kbd> })}</span>
			</p>
		</>
	);
}

function countText(count: number, awaited: LoadedKind[]): string {
	return awaited.length > 0 ? t("countAndLoading", { count, kinds: listed(awaited) }) : t("count", { count });
}

function emptyText(query: string, awaited: LoadedKind[]): string {
	if (awaited.length > 0) return t("loading", { kinds: listed(awaited) });
	return t("nothing", { query: query.trim(), fields: anySearched });
}

function listed(names: LoadedKind[]): string {
	return new Intl.ListFormat(pageLanguage).format(names.map((name) => t(`loaded.${name}`)));
}
